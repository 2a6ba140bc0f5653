package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {
    @Test
    void render_commandWithSpacesAndBackticks_canBeCopied() {
        String text = new MarkdownReport(new RaceSummary(Races.modern("`x y", Map.of()))).render();
        assertTrue(text.contains("\n`` pagerace race --time '90s`x y' `` on "), text);
    }

    /** A table for each of its 202 levels would say less on more pages. */
    @Test
    void render_sweep_isOneTableForEachNumberOfThreads() {
        String text = new MarkdownReport(new RaceSummary(Races.weighttp())).render();
        List<String> heads = text.lines()
                .filter(line -> line.startsWith("| answers per second"))
                .toList();
        assertEquals(
                List.of(
                        "| answers per second, testing, 1 driver thread, connections | "
                                + String.join(" | ", Races.STACKS) + " |",
                        "| answers per second, testing, 2 driver threads, connections | "
                                + String.join(" | ", Races.STACKS) + " |"),
                heads);
        List<String> levels = text.lines()
                .filter(line -> line.matches("\\| [0-9,]+ \\|.*"))
                .map(line -> line.split(" ", 3)[1])
                .toList();
        assertEquals(
                List.of("1", "100", "200", "300", "400", "500", "600", "700", "800", "900", "1,000"),
                levels.subList(0, levels.size() / 2));
        assertEquals(22, levels.size());
        assertTrue(text.contains("\n- testing, 2 driver threads: "), text);
        assertTrue(text.contains("; 2 rounds per cell with 1 to 1,000 connections on 1 driver thread; 2 rounds"), text);
    }

    /** A few modes are no sweep. */
    @Test
    void render_twoModes_haveATableEach() {
        String text = new MarkdownReport(new RaceSummary(Races.ab())).render();
        assertEquals(
                2,
                text.lines()
                        .filter(line -> line.startsWith("| answers per second, "))
                        .count(),
                text);
    }
}
