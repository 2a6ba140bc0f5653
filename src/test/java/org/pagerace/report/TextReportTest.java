package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pagerace.result.FailureKind;
import org.pagerace.result.RaceResult;

class TextReportTest {

    @Test
    void render_modern_alignsPagesAndStacks() {
        String text = new TextReport(new RaceSummary(Races.modern())).render();
        String expected = """
            answers/s               median         to fastest       p  n  p50 / p99 ms  busy  failed
            ---------------  -------------  -----------------  ---------  ------------  ----  ------
            index
              jetty           4,130 +- 2 %               1.00        n=6   7.79 / 23.2    33       0
              nginx-fpm       3,130 +- 3 %  0.76 (0.75..0.76)  0.011 n=6   10.3 / 30.5    33       0
              lighttpd-fpm    2,130 +- 4 %  0.52 (0.51..0.52)  0.011 n=6   14.9 / 44.7    33       0
              apache-modphp   1,130 +- 8 %  0.27 (0.26..0.29)  0.011 n=6   27.9 / 83.6    33       0
            jquery
            """;
        String means = """
            geometric mean
              jetty                 10,574               1.00
              nginx-fpm              7,969               0.75
              lighttpd-fpm           5,364               0.51
              apache-modphp          2,758               0.26
            answers/s: right answers per second; busy: connections being answered, on average
            c32: 6 rounds of 1 s per cell, 32 connections on 1 driver thread, HTTP/1.1, keep-alive

            index: jetty wins: 1.32 times as many answers as nginx-fpm, the next (95 %: 1.31 to 1.33).
            """;
        assertTrue(text.startsWith(expected), text);
        assertTrue(text.contains(means), text);
        assertTrue(text.contains("(10,000 resamples, seed 1)"), text);
        assertTrue(text.contains("method: Left out by the same rule for all: 2 warm-ups of 1 s per cell"), text);
        assertTrue(text.contains("skipped: tomcat (not installed); apt-get install it\n"), text);
        assertTrue(text.contains("note: A note.\n"), text);
    }

    /** Two stacks that differ by nothing but noise, one that lost its last rounds, one that never ran, and a base. */
    @Test
    void render_tiesAndMissingCells_areMarked() {
        RaceResult race =
                Races.of(List.of("a", "b", "c", "d"), List.of("db"), 6, (stack, page, round) -> switch (stack) {
                    case "a" -> 1000 + round;
                    case "b" -> 1001 + 3 * round % 7;
                    case "c" -> round > 2 ? 0 : 500 + round;
                    default -> 0;
                });
        String text = new TextReport(new RaceSummary(Races.withBase(race, "b"))).render();
        String expected = """
            answers/s          median           to fastest       p  n  p50 / p99 ms  busy  failed
            ---------  --------------  -------------------  ---------  ------------  ----  ------
            db
              a          1,004 +- 0 %  ~ 1.00 (1.00..1.00)  0.455 n=6   32.0 / 96.0    33       0
              b          1,005 +- 0 %                 1.00        n=6   32.0 / 96.0    33       0
              c        502 (501..502)                 0.50        n=2   32.0 / 96.0    17       0
              d                     -                    -          -             -     -       -
            """;
        assertTrue(text.startsWith(expected), text);
        String base = """
            beside b                times       p  n
            --------  -------------------  ---------
            db
              a       ~ 1.00 (1.00..1.00)  0.455 n=6
              c                      0.50        n=2
              d                         -          -

            db: no winner: 2 rounds show a range and no more, a claim takes 6.
            """;
        assertTrue(text.contains(base), text);
    }

    @Test
    void render_anyNumberOfStacks_fitsTheTerminal() {
        List<String> many = IntStream.range(0, 13)
                .mapToObj(i -> "apache-worker-fp" + (char) ('a' + i))
                .toList();
        RaceResult race = Races.of(
                many, Races.PAGES, 6, (stack, page, round) -> 100_000 + 9_000 * many.indexOf(stack) + 1_000 * round);
        new TextReport(new RaceSummary(Races.withMargin(race, 0.5)))
                .render()
                .lines()
                .forEach(line -> assertTrue(line.length() <= 100, line));
    }

    @Test
    void render_roundsFarFromTheOthers_areNamedAndKept() {
        RaceResult race =
                Races.of(List.of("a"), List.of("db"), 6, (stack, page, round) -> round == 4 ? 300 : 1000 + round);
        String text = new TextReport(new RaceSummary(race)).render().replaceAll("\\s+", " ");
        assertTrue(text.contains("counted like all: a/db no. 4 (300)."), text);
        assertTrue(text.contains(" a 1,003 +- 70 % 1.00 "), text);
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
                text.contains("care: JVM NOT WARM in jetty/db: its rounds rose from 4,500 to 8,500 a second\n"), text);
        assertEquals(2, text.split("care: ", -1).length, text);
    }

    /** Rounds of a stack without a JVM rise only because the machine becomes quieter. */
    @Test
    void cautions_roundsThatRiseWithoutAJvm_sayNothingOfOne() {
        RaceResult race = Races.of(List.of("a"), List.of("db"), 6, (stack, page, round) -> 1000 * round);
        List<String> cautions = new RaceSummary(race).cautions();
        assertTrue(cautions.stream().noneMatch(caution -> caution.startsWith("JVM")), cautions::toString);
    }

    @Test
    void render_roundsEndedEarly_saysHowManyThereWere() {
        var summary = new RaceSummary(Races.of(
                List.of("a", "b"),
                List.of("db", "open"),
                10,
                (stack, page, round) -> page.equals("db") && round > 6 ? 0 : 1000 + round));
        String text = new TextReport(summary).render();
        assertTrue(text.contains("\nc32: 6 to 10 rounds of 1 s per cell, 32 connections"), text);
        String markdown = new MarkdownReport(summary).render();
        assertTrue(markdown.contains("; 6 to 10 rounds of 1 s per cell with 32 connections."), markdown);
        String html = new HtmlReport(summary).render();
        assertTrue(html.contains("4 cells measured in 6 to 10 rounds each;"), html);
    }

    @Test
    void render_articleWithABase_hasTheComparisonBelowItsTables() {
        String text = new TextReport(new RaceSummary(Races.withBase(Races.ab(), "jetty"))).render();
        assertTrue(text.indexOf("2012: nginx-linux") < text.indexOf("beside jetty"), text);
        String plain = new TextReport(new RaceSummary(Races.ab())).render();
        assertTrue(plain.indexOf("to fastest") < 0, plain);
    }

    @Test
    void render_sweepWithABase_claimsNothingOfSingleLevels() {
        String text = new TextReport(new RaceSummary(Races.withBase(Races.weighttp(), "jetty"))).render();
        assertTrue(text.indexOf("beside jetty") < 0, text);
        assertTrue(text.indexOf("method: p is") < 0, text);
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
        String text = new TextReport(summary).render();
        assertTrue(text.contains("failed: nginx-fpm was lost in nginx-fpm index, round 1/1: it was ended"), text);
        assertEquals(2, text.split("signal 9", -1).length, text);
        assertEquals(
                "5 of 20 cells have fewer rounds than the planned 1",
                summary.missing().orElseThrow());
    }

    /** A tool that prints no distribution of times: nothing is said of them, rather than zero. */
    @Test
    void render_madeByATool_hasNoTimesAndNoCautionAboutThem() {
        var summary = new RaceSummary(Races.byTool());
        String text = new TextReport(summary).render();
        assertTrue(text.contains("  jetty           4,037        1.00   n=1             -     -       0\n"), text);
        assertEquals(List.of(), summary.cautions());
    }
}
