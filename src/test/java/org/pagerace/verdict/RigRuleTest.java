package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pagerace.verdict.MadeRace.C1;
import static org.pagerace.verdict.MadeRace.C32;
import static org.pagerace.verdict.MadeRace.round;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.result.PlanInfo.Mode;

class RigRuleTest {
    private static final Mode C100 = like(C32, "c100", 100, 1);

    private static Mode like(Mode mode, String name, int connections, int threads) {
        return new Mode(name, mode.http(), mode.keepAlive(), connections, threads, mode.requests(), mode.duration());
    }

    private static List<Cause> named(boolean expected, Cause cause) {
        return expected ? List.of(cause) : List.of();
    }

    private static Optional<String> unseen(MadeRace race) {
        return race.verdict().unseen().stream()
                .filter(one -> one.startsWith("RIG CEILING: "))
                .findFirst();
    }

    @ParameterizedTest
    @CsvSource({"1400, true", "1500, false"})
    void judge_above70Percent_isNamed(double ceiling, boolean expected) {
        MadeRace race = MadeRace.of(round()).ceiling(ceiling);
        assertEquals(named(expected, Cause.RIG_CEILING), race.cautions());
        if (expected) {
            assertEquals(
                    "71 % of the 1,400 a second that a server of fixed bytes reaches on this rig",
                    race.verdict().cautions().get(0).evidence());
        }
    }

    /** 1,000 a second is 111 % of the one and 125 % of the other: that null server was slow. */
    @ParameterizedTest
    @CsvSource({"900, true", "800, false"})
    void judge_farBelowAStack_isNone(double ceiling, boolean expected) {
        assertEquals(
                named(expected, Cause.RIG_CEILING),
                MadeRace.of(round()).ceiling(ceiling).cautions());
    }

    @Test
    void judge_levelThatWasNotMeasured_isHeldAgainstTheNearest() {
        MadeRace race = MadeRace.of(round()).ceiling(C1, 1300).ceiling(C100, 1400);
        assertEquals(
                "71 % of the 1,400 a second that a server of fixed bytes reaches on this rig at c=100, the nearest that"
                        + " was measured",
                race.verdict().cautions().get(0).evidence());
        assertEquals(Optional.empty(), unseen(race));
    }

    /** One core more of the driver is another rig; one connection more is not. */
    @Test
    void judge_sameNumberOfThreads_comesBeforeNearer() {
        MadeRace race =
                MadeRace.of(round()).ceiling(like(C32, "t2", 33, 2), 1300).ceiling(C100, 1400);
        String evidence = race.verdict().cautions().get(0).evidence();
        assertTrue(evidence.contains(" 1,400 a second ") && evidence.contains(" at c=100,"), evidence);
    }

    @Test
    void judge_otherWayOfAsking_tellsNothing() {
        var closing = new Mode("close", "1.1", false, 32, 1, C32.requests(), C32.duration());
        MadeRace race = MadeRace.of(round()).ceiling(closing, 1100);
        assertEquals(List.of(), race.cautions());
        assertEquals(
                Optional.of("RIG CEILING: no ceiling (the null server gave too few answers of this page)"),
                unseen(race));
    }

    @Test
    void unseen_noCeiling_saysWhy() {
        assertEquals(
                Optional.of("RIG CEILING: no ceiling (the null server was not asked)"), unseen(MadeRace.of(round())));
        assertEquals(
                Optional.of("RIG CEILING: no ceiling (behind a line the null server is not asked)"),
                unseen(MadeRace.of(round()).link(100_000_000)));
        assertEquals(
                Optional.of("RIG CEILING: no ceiling (the stack runs elsewhere, the null server here)"),
                unseen(MadeRace.of(round()).ceiling(1400).external()));
        assertEquals(
                Optional.of("RIG CEILING: no ceiling (a stack was far above the null server's 800 a second at c=32)"),
                unseen(MadeRace.of(round()).ceiling(800)));
    }

    @Test
    void unseen_farBelowTheCeiling_isNothing() {
        assertEquals(Optional.empty(), unseen(MadeRace.of(round()).ceiling(9000)));
    }
}
