package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pagerace.result.RaceResult;

class RaceDiffTest {
    private static final List<String> STACKS = List.of("a", "b");
    private static final List<String> PAGES = List.of("index", "db");

    /** Two stacks on two pages, with a little noise; a's page db is as fast as told. */
    private static RaceResult race(int rounds, double db) {
        return Races.of(
                STACKS,
                PAGES,
                rounds,
                (stack, page, round) -> (stack.equals("a") && page.equals("db") ? db : 1000)
                        * (1 + (3 * round + page.length()) % 7 / 1000.0));
    }

    private static String text(RaceDiff diff) {
        return new DiffText(diff).render();
    }

    @Test
    void hasRegression_oneCellSlower_namesIt() {
        var diff = new RaceDiff(race(6, 1000), race(6, 900), 0.05);
        assertTrue(diff.hasRegression());
        assertEquals(1, diff.regressions().size());
        assertEquals(-0.1, diff.regressions().get(0).delta().orElseThrow(), 1e-6);
        assertEquals(4 * 2.0 / 924, diff.regressions().get(0).p(), 1e-6); // Holm over four cells
        assertEquals("""
            answers/s                old           new     delta       p  n
            --------------  ------------  ------------  --------  ---------
            index
              a             1,003 +- 0 %  1,003 +- 0 %         ~  1.000 n=6
              b             1,003 +- 0 %  1,003 +- 0 %         ~  1.000 n=6
            db
              a             1,004 +- 0 %    903 +- 0 %  -10.00 %  0.009 n=6
              b             1,004 +- 0 %  1,004 +- 0 %         ~  1.000 n=6
            geometric mean                               -2.60 %
            """, text(diff).substring(0, text(diff).indexOf("\n\n") + 1));
        assertTrue(
                text(diff).contains("slower: a/db, by 10 %, which is more than --threshold 5.0 %\n"), () -> text(diff));
    }

    @Test
    void hasRegression_cellNoLongerMeasured_namesIt() {
        RaceResult whole = race(6, 1000);
        RaceResult without = Races.withRounds(
                whole,
                whole.rounds().stream()
                        .filter(round ->
                                !(round.stack().equals("a") && round.page().equals("db")))
                        .toList());
        var diff = new RaceDiff(whole, without, 0.05);
        assertTrue(diff.hasRegression());
        assertEquals(List.of(), diff.regressions());
        assertTrue(text(diff).endsWith("gone: a/db, which the new race did not measure\n"), () -> text(diff));
        assertFalse(new RaceDiff(without, whole, 0.05).hasRegression());
    }

    @Test
    void hasRegression_withinTheThreshold_isNone() {
        var diff = new RaceDiff(race(6, 1000), race(6, 960), 0.05);
        assertFalse(diff.hasRegression());
        assertTrue(diff.changes().stream().anyMatch(RaceDiff.Change::isSignificant));
        assertTrue(text(diff).contains("nothing is significantly slower by more than 5.0 %\n"), () -> text(diff));
        assertTrue(new RaceDiff(race(6, 1000), race(6, 960), 0.02).hasRegression());
    }

    @Test
    void hasRegression_faster_isNone() {
        assertFalse(new RaceDiff(race(6, 1000), race(6, 2000), 0.05).hasRegression());
    }

    @Test
    void hasRegression_threeRounds_cannotBeShownAndSaysSo() {
        var diff = new RaceDiff(race(3, 1000), race(3, 100), 0.05);
        assertFalse(diff.hasRegression());
        assertEquals(Optional.of(6), diff.neededRounds());
        assertTrue(text(diff).contains("care: with so few rounds no difference among 4 rows can be"), () -> text(diff));
        assertTrue(text(diff).contains("1,001 (1,000..1,004)"), "ranges instead of intervals: " + text(diff));
    }

    @Test
    void render_sameRace_hasNoWarning() {
        assertFalse(text(new RaceDiff(race(6, 1000), race(6, 1000), 0.05)).contains("care:"));
    }

    @Test
    void render_otherStacksAndPages_namesThem() {
        RaceResult other = Races.of(List.of("b", "c"), List.of("db", "info"), 6, (stack, page, round) -> 1000 + round);
        String text = text(new RaceDiff(race(6, 1000), other, 0.05));
        assertTrue(text.contains("care: only the old race has a and index.\n"), text);
        assertTrue(text.contains("care: only the new race has c and info.\n"), text);
        String none = text(new RaceDiff(
                race(6, 1000), Races.of(List.of("c"), PAGES, 6, (stack, page, round) -> 1000 + round), 0.05));
        assertTrue(none.contains("care: the two races have no stack, page and mode in common.\n"), none);
    }

    @Test
    void render_otherPlanMachineAndVersions_namesBoth() {
        String text = text(new RaceDiff(Races.modern(), Races.modern(" new", Map.of()), 0.05));
        assertTrue(
                text.contains("care: the machine differs: Some CPU, 2 cores, kernel 6.1 before, Some CPU new,"), text);
        assertTrue(text.contains("care: the JDK differs: 17 before, 17 new now.\n"), text);
        assertTrue(
                text.contains("care: the versions of jetty differ: jetty 1.2.3 before, jetty 1.2.3 new now.\n"), text);
        String other = text(new RaceDiff(Races.modern(), Races.ab(), 0.05));
        assertTrue(other.contains("care: the protocol differs: modern before, ab now.\n"), other);
        assertTrue(
                other.contains("care: the plan differs: c32: 1 s, 32 connections on 1 driver thread, HTTP/1.1,"),
                other);
    }

    @Test
    void changes_lostStack_comparesTheRest() {
        RaceResult lost = Races.of(STACKS, PAGES, 6, (stack, page, round) -> stack.equals("a") ? 0 : 1000 + round);
        assertEquals(2, new RaceDiff(race(6, 1000), lost, 0.05).changes().size());
    }

    @Test
    void threshold_outOfRange_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new RaceDiff(race(6, 1), race(6, 1), 1));
    }
}
