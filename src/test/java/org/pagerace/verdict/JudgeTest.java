package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pagerace.verdict.MadeRace.C1;
import static org.pagerace.verdict.MadeRace.C32;
import static org.pagerace.verdict.MadeRace.round;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.Metric;

class JudgeTest {
    private static MadeRound idle() {
        return round().driver(0.2, 0, 0.1)
                .sees(Metric.SERVER_CPU, 0.6)
                .limit(Metric.SERVER_CPU_LIMIT, 2)
                .sees(Metric.MACHINE_CPU, 1.1)
                .sees(Metric.FOREIGN_CPU, 0.01);
    }

    @Test
    void verdict_nothingAtItsLimit_isUnexplainedAndTellsTheFullest() {
        Verdict verdict = MadeRace.of(idle()).verdict();
        Finding finding = verdict.limits().get(0);
        assertEquals(
                List.of(Cause.UNEXPLAINED),
                verdict.limits().stream().map(Finding::cause).toList());
        assertEquals(Grade.UNEXPLAINED, finding.grade());
        assertEquals(
                "nothing that was seen was at its limit; the fullest: machine 55 %, stack's cores 30 %, driver thread 20 %",
                finding.evidence());
        assertEquals(List.of(), verdict.cautions());
    }

    @Test
    void verdict_severalLimits_areOrderedByTightness() {
        MadeRound round = round().sees(Metric.SERVER_CPU, 0.97)
                .limit(Metric.SERVER_CPU_LIMIT, 1)
                .driver(0.99, 0, 0);
        assertEquals(
                List.of(Cause.CLIENT_CPU, Cause.SERVER_CPU), MadeRace.of(round).limits());
    }

    @Test
    void verdict_limitInTooFewSamples_isNotNamed() {
        MadeRound half = round().sees(Metric.SERVER_CPU, 1, 1, 0.5, 0.5).limit(Metric.SERVER_CPU_LIMIT, 1);
        assertEquals(List.of(Cause.UNEXPLAINED), MadeRace.of(half).limits());
        MadeRound most = round().sees(Metric.SERVER_CPU, 1, 1, 1, 1).limit(Metric.SERVER_CPU_LIMIT, 1);
        MadeRace race = new MadeRace().with(C32, most, most, most, most, half);
        assertEquals(
                new Share(18, 20, "samples"), race.verdict().limits().get(0).share());
        assertEquals(List.of(Cause.SERVER_CPU), race.limits());
    }

    @Test
    void verdict_noSamplesAtAll_saysWhatWasNotSeen() {
        List<String> unseen = MadeRace.of(round()).verdict().unseen();
        assertTrue(unseen.contains("SERVER CPU: no server-cpu"), unseen::toString);
        assertTrue(unseen.contains("NETWORK LINE RATE: no link-bytes"), unseen::toString);
        assertTrue(unseen.stream().noneMatch(one -> one.startsWith("CLIENT CPU")), unseen::toString);
    }

    @Test
    void verdict_unseenWithReason_repeatsTheReason() {
        List<String> unseen = MadeRace.of(round().unseen(Metric.WORKERS_BUSY, "no status page"))
                .verdict()
                .unseen();
        assertTrue(unseen.contains("WORKER POOL: no workers-busy (no status page)"), unseen::toString);
    }

    @Test
    void verdict_seen_isNotCalledUnseen() {
        List<String> unseen = MadeRace.of(idle()).verdict().unseen();
        assertTrue(unseen.stream().noneMatch(one -> one.startsWith("SERVER CPU:")), unseen::toString);
    }

    @Test
    void verdict_lostStack_isUnexplainedAndSaysSo() {
        Verdict verdict = MadeRace.of(round()).lost("nginx").verdict(C32, "index", "nginx");
        assertEquals(
                List.of(new Finding(
                        Cause.UNEXPLAINED,
                        Grade.UNEXPLAINED,
                        Share.ALWAYS,
                        "it was not measured: the stack was lost in round 2/3")),
                verdict.limits());
    }

    @Test
    void verdict_unknownMode_isRefused() {
        var judge = new Judge(MadeRace.of(round()).result());
        assertThrows(IllegalArgumentException.class, () -> judge.verdict("c99", "index", "jetty"));
    }

    @Test
    void verdict_oneConnectionAndNothingElse_isTheClosedLoop() {
        MadeRace race = new MadeRace().with(C1, idle().answers(2000), idle().answers(2100));
        Finding finding = race.verdict(C1, "index", "jetty").limits().get(0);
        assertEquals(Cause.CLOSED_LOOP, finding.cause());
        assertEquals(Grade.OBSERVED, finding.grade());
        assertEquals("one connection has one request under way: 2,050.0 a second of 0.488 ms each", finding.evidence());
    }

    @Test
    void verdict_oneConnectionAndAFullServer_isTheServer() {
        MadeRound full = round().sees(Metric.SERVER_CPU, 1).limit(Metric.SERVER_CPU_LIMIT, 1);
        Verdict verdict = new MadeRace().with(C1, full).verdict(C1, "index", "jetty");
        assertEquals(
                List.of(Cause.SERVER_CPU),
                verdict.limits().stream().map(Finding::cause).toList());
    }

    @ParameterizedTest
    @CsvSource({"3100, CLOSED_LOOP", "2000, UNEXPLAINED"})
    void verdict_rateAgainstOneConnection_tellsTheClosedLoop(double perSecond, Cause expected) {
        MadeRace race = new MadeRace().with(C1, idle().answers(100)).with(C32, idle().answers(perSecond));
        assertEquals(List.of(expected), race.limits());
    }

    /** Without any run after the rounds; 20 ms are 16 connections at 800 a second, 32 at 1,600. */
    @Test
    void verdict_halfTheConnectionsTookAsLong_isTheClosedLoopObserved() {
        Finding finding =
                MadeRace.of(idle()).halved(20, 19.6).verdict().limits().get(0);
        assertEquals(Cause.CLOSED_LOOP, finding.cause());
        assertEquals(Grade.OBSERVED, finding.grade());
        assertEquals(
                "with half the connections an answer took 98 % as long as with all: none waits for the others",
                finding.evidence());
    }

    /** A full server answers half of them in half the time; one that was disturbed just then tells nothing. */
    @ParameterizedTest
    @CsvSource({"10, 50", "17.4, 87", "25, 125"})
    void verdict_halfTheConnectionsTookAnotherTime_isUnexplainedAndSaysSo(double halfMillis, int percent) {
        MadeRace race = MadeRace.of(idle()).halved(20, halfMillis);
        assertEquals(List.of(Cause.UNEXPLAINED), race.limits());
        String evidence = race.verdict().limits().get(0).evidence();
        assertTrue(evidence.endsWith("; with half the connections an answer took " + percent + " % as long"), evidence);
    }

    @Test
    void verdict_halfTheConnectionsOfAFullServer_isTheServer() {
        MadeRound full = round().sees(Metric.SERVER_CPU, 1).limit(Metric.SERVER_CPU_LIMIT, 1);
        assertEquals(List.of(Cause.SERVER_CPU), MadeRace.of(full).halved(20, 20).limits());
    }

    @Test
    void verdict_halfTookAsLongButTwiceChangedNothing_isUnexplained() {
        MadeRace race = MadeRace.of(idle()).halved(20, 20).confirmed(Change.TWICE_THE_CONNECTIONS, 1004);
        assertEquals(List.of(Cause.UNEXPLAINED), race.limits());
    }

    @Test
    void verdict_halfTookAsLongAndTwiceGaveMore_isTheClosedLoopConfirmed() {
        MadeRace race = MadeRace.of(idle()).halved(20, 20).confirmed(Change.TWICE_THE_CONNECTIONS, 1900);
        assertEquals(List.of(Cause.CLOSED_LOOP), race.limits());
        assertEquals(Grade.CONFIRMED, race.verdict().limits().get(0).grade());
    }

    /** Of a few answers a mean tells about the first ones. */
    @Test
    void verdict_halfTheConnectionsWithTooFewAnswers_isNotAsked() {
        MadeRace race = MadeRace.of(idle()).halvedTooShort(20);
        assertEquals(List.of(Cause.UNEXPLAINED), race.limits());
    }

    @Test
    void verdict_twiceTheThreadsGaveMore_confirmsTheClient() {
        MadeRace race = MadeRace.of(round().driver(0.95, 0, 0)).confirmed(Change.TWICE_THE_THREADS, 1700);
        Finding finding = race.verdict().limits().get(0);
        assertEquals(Cause.CLIENT_CPU, finding.cause());
        assertEquals(Grade.CONFIRMED, finding.grade());
        assertEquals(
                "a driver thread was busy 95 % of the time; twice the driver threads gave +70 % (1,700.0 a second)",
                finding.evidence());
    }

    @Test
    void verdict_twiceTheThreadsChangedNothing_leavesTheClientObservedAndLast() {
        MadeRace race = MadeRace.of(
                        round().driver(0.99, 0, 0).sees(Metric.SERVER_CPU, 0.96).limit(Metric.SERVER_CPU_LIMIT, 1))
                .confirmed(Change.TWICE_THE_THREADS, 1010);
        assertEquals(List.of(Cause.SERVER_CPU, Cause.CLIENT_CPU), race.limits());
        Finding client = race.verdict().limits().get(1);
        assertEquals(Grade.OBSERVED, client.grade());
        assertTrue(
                client.evidence().endsWith("; against it: twice the driver threads changed nothing (1,010.0 a second)"),
                client::evidence);
    }

    @Test
    void verdict_headOfAFullLine_confirmsIt() {
        MadeRace race = MadeRace.of(round().sees(Metric.LINK_BYTES, 12_300_000)
                        .sees(Metric.LINK_FRAMES, 8200)
                        .limit(Metric.LINK_LIMIT, 100e6))
                .confirmed(Change.HEAD, 20_000);
        Finding finding = race.verdict().limits().get(0);
        assertEquals(Cause.NETWORK_LINE_RATE, finding.cause());
        assertEquals(Grade.CONFIRMED, finding.grade());
        assertEquals(
                "the line carried 99.97 Mbit/s of 100 Mbit/s; HEAD gave 20.0 times as many (20,000.0 a second)",
                finding.evidence());
    }

    @Test
    void verdict_unexplainedAndTwiceTheConnectionsGaveMore_isTheClosedLoopConfirmed() {
        MadeRace race = MadeRace.of(idle()).confirmed(Change.TWICE_THE_CONNECTIONS, 1900);
        assertEquals(List.of(Cause.CLOSED_LOOP), race.limits());
        assertEquals(Grade.CONFIRMED, race.verdict().limits().get(0).grade());
    }

    @Test
    void verdict_unexplainedAndNothingMovedIt_staysSoAndTellsWhatWasTried() {
        MadeRace race = MadeRace.of(idle())
                .confirmed(Change.TWICE_THE_CONNECTIONS, 1004)
                .confirmed(Change.TWICE_THE_THREADS, 990)
                .confirmed(Change.HEAD, 1020);
        Finding finding = race.verdict().limits().get(0);
        assertEquals(Cause.UNEXPLAINED, finding.cause());
        assertTrue(
                finding.evidence()
                        .endsWith("; twice the connections changed nothing (1,004.0 a second);"
                                + " twice the driver threads changed nothing (990.0 a second);"
                                + " HEAD changed nothing (1,020.0 a second)"),
                finding::evidence);
    }

    /** A stack that has become twice as fast since the rounds does so with any change, and without one. */
    @Test
    void verdict_theSameRiseWithoutAnyChange_confirmsNothing() {
        MadeRace race = MadeRace.of(idle())
                .confirmed(Change.NOTHING, 2000)
                .confirmed(Change.TWICE_THE_CONNECTIONS, 2050)
                .confirmed(Change.TWICE_THE_THREADS, 2100);
        Finding finding = race.verdict().limits().get(0);
        assertEquals(Cause.UNEXPLAINED, finding.cause());
        assertTrue(
                finding.evidence()
                        .endsWith("; twice the connections changed nothing (2,050.0 a second);"
                                + " twice the driver threads gave +5 % (2,100.0 a second)"),
                finding::evidence);
    }

    @ParameterizedTest
    @CsvSource({"1400, OBSERVED", "1600, CONFIRMED"})
    void verdict_riseOnANoisyMachine_countsOnlyIfLarge(double perSecond, Grade expected) {
        MadeRound noisy = round().driver(0.95, 0, 0).sees(Metric.FOREIGN_CPU, 0.5);
        MadeRace race =
                MadeRace.of(noisy).confirmed(Change.NOTHING, 1000).confirmed(Change.TWICE_THE_THREADS, perSecond);
        assertEquals(expected, race.verdict().limits().get(0).grade());
    }

    @Test
    void verdict_unexplainedOnANoisyMachine_staysSoAndTellsWhatMoved() {
        MadeRace race = MadeRace.of(round().sees(Metric.FOREIGN_CPU, 0.5))
                .confirmed(Change.NOTHING, 1000)
                .confirmed(Change.TWICE_THE_THREADS, 1900);
        assertEquals(List.of(Cause.UNEXPLAINED), race.limits());
        String evidence = race.verdict().limits().get(0).evidence();
        assertTrue(evidence.endsWith("; twice the driver threads gave +90 % (1,900.0 a second)"), evidence);
    }

    /** What a round reached as well is no rise, however far it is from the median. */
    @Test
    void verdict_aRiseWithinTheRounds_confirmsNothing() {
        MadeRace race = new MadeRace()
                .with(C32, idle().answers(1000), idle().answers(1000), idle().answers(1300))
                .confirmed(Change.TWICE_THE_CONNECTIONS, 1250);
        assertEquals(List.of(Cause.UNEXPLAINED), race.limits());
    }

    @ParameterizedTest
    @EnumSource(Cause.class)
    void label_ofEachCause_isUpperCaseWords(Cause cause) {
        assertTrue(cause.label().matches("[A-Z]+( [A-Z]+)*"), cause::label);
    }

    @Test
    void verdict_externalStackAndDriver_judgesWhatIsLeft() {
        MadeRound round = round().unknownDriver();
        Verdict verdict = MadeRace.of(round).external().ceiling(1).verdict();
        assertEquals(Cause.UNEXPLAINED, verdict.limits().get(0).cause());
        assertEquals(List.of(), verdict.cautions());
        assertTrue(
                verdict.unseen().contains("CLIENT CPU: the driver does not tell how busy it was"),
                verdict.unseen()::toString);
    }
}
