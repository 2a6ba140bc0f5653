package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pagerace.verdict.Finding;
import org.pagerace.verdict.Grade;
import org.pagerace.verdict.Judge;

class MarkdownReportTest {
    @Test
    void render_commandWithSpacesAndBackticks_canBeCopied() {
        String text = new MarkdownReport(new RaceSummary(Races.modern("`x y", Map.of()))).render();
        assertTrue(text.contains("\n`` pagerace race --time '90s`x y' `` on "), text);
    }

    /** As VerdictTable has it: the same causes and grades. */
    @Test
    void render_eachCell_hasWhatBoundItAndHowSureThatIs() {
        var result = Races.modern();
        String text = new MarkdownReport(new RaceSummary(result)).render();
        var judge = new Judge(result);
        for (String stack : Races.STACKS) {
            String row = text.lines()
                    .filter(line -> line.startsWith("| " + stack + " |"))
                    .findFirst()
                    .orElseThrow();
            String[] cells = row.split(" \\| ", -1);
            for (int i = 0; i < Races.PAGES.size(); i++) {
                Finding limit =
                        judge.verdict("c32", Races.PAGES.get(i), stack).limits().get(0);
                String cell = cells[i + 1];
                String cause = limit.cause().label().toLowerCase(Locale.ROOT).replace("cpu", "CPU");
                assertTrue(cell.contains("<br>" + cause), cell + " of " + limit);
                assertEquals(
                        limit.grade() != Grade.UNEXPLAINED,
                        cell.contains("(" + limit.grade().name().toLowerCase(Locale.ROOT) + ")"),
                        cell + " of " + limit);
            }
        }
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
