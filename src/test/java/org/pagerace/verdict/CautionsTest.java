package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pagerace.verdict.MadeRace.C1;
import static org.pagerace.verdict.MadeRace.C32;
import static org.pagerace.verdict.MadeRace.round;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.result.Metric;

class CautionsTest {
    private static List<Cause> named(boolean expected, Cause cause) {
        return expected ? List.of(cause) : List.of();
    }

    @ParameterizedTest
    @CsvSource({"0.011, true", "0.009, false"})
    void notWarm_compilingMoreThanOnePercent_isNamed(double compiling, boolean expected) {
        MadeRace race = MadeRace.of(round().sees(Metric.JVM_COMPILING, compiling));
        assertEquals(named(expected, Cause.JVM_NOT_WARM), race.cautions());
    }

    private static MadeRace rising(boolean java) {
        var race = new MadeRace();
        for (double rate : new double[] {1000, 1200, 1400, 1600, 1800, 2000}) {
            MadeRound round = round().answers(rate);
            race.with(C32, java ? round.sees(Metric.JVM_COMPILING, 0) : round);
        }
        return race;
    }

    @Test
    void notWarm_roundsThatRise_isNamedWhereThereIsAJvm() {
        MadeRace race = rising(true);
        assertEquals(List.of(Cause.JVM_NOT_WARM), race.cautions());
        assertEquals(
                "its rounds rose from 1,100 to 1,900 a second",
                race.verdict().cautions().get(0).evidence());
        assertEquals(List.of(), rising(false).cautions());
    }

    @ParameterizedTest
    @CsvSource({"0.06, true", "0.04, false"})
    void collecting_moreThanFivePercent_isNamed(double collecting, boolean expected) {
        MadeRace race = MadeRace.of(round().sees(Metric.JVM_COLLECTING, collecting));
        assertEquals(named(expected, Cause.JVM_COLLECTING), race.cautions());
    }

    /** Two cores: 1 % of the machine is 0.02 of them, 5 % is 0.1. */
    @ParameterizedTest
    @CsvSource({"0.021, 0, true", "0.019, 0, false", "0, 0.11, true", "0, 0.09, false"})
    void noise_stolenOrForeign_isNamed(double stolen, double foreign, boolean expected) {
        MadeRace race = MadeRace.of(round().sees(Metric.STOLEN_CPU, stolen).sees(Metric.FOREIGN_CPU, foreign));
        assertEquals(named(expected, Cause.NOISY_MACHINE), race.cautions());
    }

    @ParameterizedTest
    @CsvSource({"0.9, true", "0.97, false", "1.0, false", "1.09, true"})
    void little_farFromOne_isNamed(double ratio, boolean expected) {
        MadeRace race = MadeRace.of(round().little(ratio));
        assertEquals(named(expected, Cause.IDLE_CONNECTIONS), race.cautions());
    }

    /** 32 connections, 32 answers a second: a second each, cut off at both ends of a run of four. */
    @Test
    void little_longResponsesInAShortRun_isNotNamed() {
        assertEquals(List.of(), MadeRace.of(round().answers(32).little(0.8)).cautions());
    }

    private static List<Cause> stalls(MadeRace race) {
        return race.cautions().stream()
                .filter(cause -> cause == Cause.SAME_STALL)
                .toList();
    }

    /** Nineteen of twenty answers take 2 ms. */
    @ParameterizedTest
    @CsvSource({"41, true", "205, true", "1002, true", "3010, true", "38, false", "60, false", "500, false"})
    void stall_clusterAtATimerApartFromTheBulk_isNamed(double millis, boolean expected) {
        MadeRace race = MadeRace.of(round().responses(2).others(millis, 0.05));
        assertEquals(named(expected, Cause.SAME_STALL), stalls(race));
    }

    /** 32 connections that share a rate wait for c / X each, whatever that is. */
    @ParameterizedTest
    @CsvSource({"10.6, 3019", "31.5, 1016", "155, 206", "780, 41"})
    void stall_whatLittlesLawGives_isNotNamed(double perSecond, double millis) {
        MadeRace race = MadeRace.of(round().answers(perSecond).responses(millis).others(millis / 4, 0.1));
        assertEquals(List.of(), stalls(race));
    }

    /** With half of them each waits half as long for a rate that is shared, and just as long for a timer. */
    @ParameterizedTest
    @CsvSource({"20.5, false", "41, true", "48, false"})
    void stall_allAnswersAtATimer_isNamedOnlyIfHalfTheConnectionsWaitAsLong(double halfMillis, boolean expected) {
        MadeRace race = MadeRace.of(round().answers(780).responses(41)).halved(41, halfMillis);
        assertEquals(named(expected, Cause.SAME_STALL), stalls(race));
    }

    @Test
    void stall_allAnswersOfTheOnlyConnectionAtATimer_isNamed() {
        MadeRace race = new MadeRace().with(C1, round().answers(24).responses(41));
        assertEquals(
                List.of(Cause.SAME_STALL),
                race.verdict(C1, "index", "jetty").cautions().stream()
                        .map(Finding::cause)
                        .toList());
    }

    @Test
    void stall_onTheOtherStackToo_saysSo() {
        MadeRound stalled = round().responses(2).others(41, 0.25);
        MadeRound other = round().responses(3).others(42, 0.5);
        MadeRace race = new MadeRace().with(C32, stalled, other.of("nginx", "index"));
        String evidence = race.verdict().cautions().stream()
                .filter(caution -> caution.cause() == Cause.SAME_STALL)
                .findFirst()
                .orElseThrow()
                .evidence();
        assertEquals(
                "25.0 % of the answers took 40 to 44 ms, as after a delayed acknowledgement, and so on 1 other stack",
                evidence);
    }

    @Test
    void cautions_quietRound_areNone() {
        assertTrue(MadeRace.of(round()).cautions().isEmpty());
    }
}
