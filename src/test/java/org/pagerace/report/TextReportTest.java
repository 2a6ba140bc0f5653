package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pagerace.result.FailureKind;

class TextReportTest {

    @Test
    void render_modern_alignsPagesAndStacks() {
        String text = new TextReport(new RaceSummary(Races.modern())).render();
        String expected = """
            req/s, median            jetty       nginx-fpm    lighttpd-fpm  apache-modphp
            --------------  --------------  --------------  --------------  -------------
            index                    4,130           3,130           2,130          1,130
              range           4,037..4,222    3,037..3,222    2,037..2,222   1,037..1,222
              to fastest              1.00            0.76            0.52           0.27
              p50 / p99 ms     7.79 / 23.2     10.3 / 30.5     14.9 / 44.7    27.9 / 83.6
              busy                      33              33              33             33
              failed                     0               0               0              0
            """;
        assertTrue(text.startsWith(expected), text);
        assertTrue(text.contains("skipped: tomcat (not installed); apt-get install it\n"), text);
        assertTrue(text.contains("note: A note.\n"), text);
    }

    @Test
    void render_ab_hasThreeRowsPerSystemAndTheArticles() {
        List<String> lines =
                new TextReport(new RaceSummary(Races.ab())).render().lines().toList();
        int jetty = lines.indexOf(lines.stream()
                .filter(line -> line.startsWith("jetty"))
                .findFirst()
                .orElseThrow());
        assertTrue(lines.get(jetty).matches("jetty +4,037\\.00 +8,037\\.00 +12,037\\.00 .*"), lines.get(jetty));
        assertTrue(lines.get(jetty + 2).matches(" +4,111\\.00 +8,111\\.00 .*"), lines.get(jetty + 2));
        assertTrue(
                lines.stream()
                        .anyMatch(line -> line.matches(
                                "2012: nginx-linux \\(default\\) +19\\.12 +116\\.78 +145\\.57 +276\\.33 +17\\.94")),
                String.join("\n", lines));
    }

    @Test
    void wrapped_longText_isIndentedUnderItsFirstWord() {
        String text = TextReport.wrapped("note: ", "x".repeat(90) + " word " + "y".repeat(120) + " end");
        assertEquals(
                List.of("note: " + "x".repeat(90), "      word", "      " + "y".repeat(120), "      end"),
                text.lines().toList());
    }

    @Test
    void render_roundsThatRise_saysThatTheCellWasNotWarm() {
        String text = new TextReport(new RaceSummary(Races.rising("jetty", "db"))).render();
        assertTrue(
                text.contains("care: not warm: rounds of jetty/db rose from 4,500 to 8,500 answers per second;"), text);
        assertEquals(1, text.split("not warm", -1).length - 1, text);
    }

    @Test
    void problems_failedRequests_nameCellAndKinds() {
        var summary = new RaceSummary(Races.modern("", Map.of(FailureKind.REFUSED, 2L, FailureKind.HTTP_5XX, 1L)));
        assertEquals(20, summary.problems().size());
        assertEquals(
                "jetty index c32: 18 of 24,795 requests failed: 6 http-5xx, 12 refused",
                summary.problems().get(0));
    }

    @Test
    void problems_requestsCutOffAtTheEnd_areNone() {
        var summary = new RaceSummary(Races.modern("", Map.of(FailureKind.ABORTED_AT_END, 32L)));
        assertEquals(List.of(), summary.problems());
    }

    @Test
    void render_stackLost_isAProblemAndMissesItsCells() {
        var summary = new RaceSummary(Races.withLost("nginx-fpm", "it was ended by signal 9"));
        assertEquals(
                List.of("nginx-fpm was lost in nginx-fpm index, round 1/1: it was ended by signal 9"),
                summary.problems());
        assertEquals(
                "5 of 20 cells have fewer rounds than the planned 1",
                summary.missing().orElseThrow());
    }

    /** A tool that prints no distribution of times: nothing is said of them, rather than zero. */
    @Test
    void render_madeByATool_hasNoTimesAndNoCautionAboutThem() {
        var summary = new RaceSummary(Races.byTool());
        String text = new TextReport(summary).render();
        assertTrue(text.matches("(?s).*\n  p50 / p99 ms +- +- +- +-\n  busy +- +- +- +-\n.*"), text);
        assertEquals(List.of(), summary.cautions());
    }
}
