package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlotTest {
    private static final double EXACT = 1e-9;

    @Test
    void apart_roomEnough_staysInPlace() {
        assertArrayEquals(new double[] {80, 10, 40}, Plot.apart(new double[] {80, 10, 40}, 15, 288), EXACT);
    }

    @Test
    void apart_onTopOfEachOther_keepsTheirOrderAndTheGap() {
        assertArrayEquals(new double[] {115, 100, 130}, Plot.apart(new double[] {101, 100, 102}, 15, 288), EXACT);
    }

    @Test
    void apart_allAtTheEnd_movesUp() {
        assertArrayEquals(new double[] {258, 273, 288}, Plot.apart(new double[] {286, 287, 288}, 15, 288), EXACT);
    }

    @Test
    void apart_moreThanFit_keepsTheGapAndRunsOver() {
        double[] placed = Plot.apart(new double[30], 15, 288);
        for (int i = 1; i < placed.length; i++) {
            assertTrue(placed[i] - placed[i - 1] >= 15 - EXACT, i + ": " + placed[i]);
        }
    }

    @Test
    void write_curve_liesWhereItsValuesAre() {
        var html = new Html();
        var plot = new Plot(
                "p",
                "Caption",
                "Description",
                "t",
                Axis.linear(100, Numbers::shortCount),
                Axis.linear(10, Numbers::shortCount));
        plot.write(
                html,
                List.of(
                        new Plot.Curve("a", List.of(new Plot.Point(0, 0), new Plot.Point(50, 10))),
                        new Plot.Curve("b", List.of())),
                new Palette(List.of("a", "b")));
        String svg = html.render();
        assertTrue(svg.contains("points=\"0,1000 500,0\""), svg);
        assertEquals(1, svg.split("class=\"curve ", -1).length - 1, "no curve without points");
    }
}
