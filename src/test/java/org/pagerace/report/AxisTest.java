package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {
    private static final double EXACT = 1e-9;

    private static String labels(Axis axis) {
        return axis.ticks().stream().map(Axis.Tick::label).collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "0, '0 1'",
        "0.7, '0 0.2 0.4 0.6 0.8'",
        "10, '0 2 4 6 8 10'",
        "11, '0 2.5 5 7.5 10 12.5'",
        "40, '0 10 20 30 40'",
        "1000, '0 200 400 600 800 1,000'",
        "37000, '0 10k 20k 30k 40k'",
        "2600000, '0 1M 2M 3M'"
    })
    void linear_anyMaximum_endsAtARoundNumber(double most, String labels) {
        assertEquals(labels, labels(Axis.linear(most, Numbers::shortCount)));
    }

    @Test
    void logarithmic_manyDecades_ticksAtEachPower() {
        Axis axis = Axis.logarithmic(80_000, 3e9, Numbers::shortTime);
        assertEquals("100 µs 1 ms 10 ms 100 ms 1 s", labels(axis));
        assertEquals(0, axis.at(50_000), EXACT);
        assertEquals(1, axis.at(5e9), EXACT);
        assertEquals(
                axis.at(1e7) - axis.at(1e6), axis.at(1e9) - axis.at(1e8), EXACT, "each decade takes the same room");
    }

    @Test
    void logarithmic_littleSpan_ticksBetweenThePowersToo() {
        assertEquals("2 ms 5 ms 10 ms 20 ms", labels(Axis.logarithmic(2.3e6, 9e6, Numbers::shortTime)));
    }

    @Test
    void logarithmic_valueBelowTheStart_isAtTheStart() {
        assertEquals(0, Axis.logarithmic(1e6, 1e8, Numbers::shortTime).at(0));
    }

    @Test
    void percentiles_all_giveEachNineTheSameRoom() {
        Axis axis = Axis.percentiles(99.99);
        assertEquals("p50 p90 p99 p99.9 p99.99", labels(axis));
        assertEquals(0, axis.at(50), EXACT);
        assertEquals(axis.at(99) - axis.at(90), axis.at(99.9) - axis.at(99), 1e-6);
        assertEquals(1, axis.at(99.99), EXACT);
    }

    @Test
    void percentiles_fewValues_endEarlier() {
        assertEquals(
                List.of("p50", "p90", "p99"),
                Axis.percentiles(99.5).ticks().stream().map(Axis.Tick::label).toList());
    }

    @Test
    void percent_ofNines_isTheInverse() {
        assertEquals(99.9, Axis.percent(Axis.nines(99.9)), EXACT);
    }
}
