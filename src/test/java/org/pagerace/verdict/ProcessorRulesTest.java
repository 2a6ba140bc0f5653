package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pagerace.verdict.MadeRace.round;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.result.Metric;

/** Client, stack, database, and the machine they share. */
class ProcessorRulesTest {
    @ParameterizedTest
    @CsvSource({
        "0.81, 0,     0.1, 1000, CLIENT_CPU", // busy
        "0.79, 0,     0.1, 1000, UNEXPLAINED",
        "0.5,  0,     1.1,    5, CLIENT_CPU", // late
        "0.5,  0,     0.9,    5, UNEXPLAINED",
        "0.5,  0,     1.1,   50, UNEXPLAINED", // late, but that is nothing beside a response of 50 ms
        "0.5,  0.011, 0.1, 1000, CLIENT_CPU", // collecting
        "0.5,  0.009, 0.1, 1000, UNEXPLAINED"
    })
    void clientCpu_busyLateOrCollecting_isNamed(
            double busy, double pauses, double lagMillis, double responseMillis, Cause expected) {
        MadeRound round = round().driver(busy, pauses, lagMillis).responses(responseMillis);
        assertEquals(List.of(expected), MadeRace.of(round).limits());
    }

    /** What the sampler saw counts for an external driver too. */
    @ParameterizedTest
    @CsvSource({"0.9, CLIENT_CPU", "0.7, UNEXPLAINED"})
    void clientCpu_externalDriver_isJudgedByTheSampler(double busy, Cause expected) {
        MadeRound round = round().unknownDriver().sees(Metric.DRIVER_BUSIEST_THREAD, busy);
        assertEquals(List.of(expected), MadeRace.of(round).limits());
    }

    /** Beside two spinners: a tenth of a core instead of a whole one. */
    @ParameterizedTest
    @CsvSource({"0.1, 0.7, CLIENT_CPU", "0.1, 0.2, UNEXPLAINED", "0.8, 0.7, UNEXPLAINED"})
    void clientCpu_waitedMoreThanItRan_isNamed(double used, double waited, Cause expected) {
        MadeRound round = round().sees(Metric.DRIVER_CPU, used).sees(Metric.DRIVER_CPU_WAIT, waited);
        assertEquals(List.of(expected), MadeRace.of(round).limits());
    }

    /** Behind a line that holds more than a window all are full as well, but nothing lies unread at the client. */
    @ParameterizedTest
    @CsvSource({"0.21, 0.5, CLIENT_RECEIVE", "0.19, 1,   UNEXPLAINED", "1,    0.4, UNEXPLAINED"})
    void clientReceive_windowFullAndBytesUnread_isNamed(double full, double unread, Cause expected) {
        MadeRound round = round().sees(Metric.CLIENT_WINDOW_FULL, full).sees(Metric.CLIENT_UNREAD, unread);
        assertEquals(List.of(expected), MadeRace.of(round).limits());
    }

    @ParameterizedTest
    @CsvSource({"0.96, 1, SERVER_CPU", "0.94, 1, UNEXPLAINED", "0.96, 2, UNEXPLAINED", "0.24, 0.25, SERVER_CPU"})
    void serverCpu_againstTheCoresItMayUse_isFullFrom95Percent(double used, double limit, Cause expected) {
        MadeRound round = round().sees(Metric.SERVER_CPU, used).limit(Metric.SERVER_CPU_LIMIT, limit);
        assertEquals(List.of(expected), MadeRace.of(round).limits());
    }

    @ParameterizedTest
    @CsvSource({"0.96, SERVER_THREAD", "0.94, UNEXPLAINED"})
    void serverThread_fullWhileTheStackHasAnotherCore_isNamed(double busiest, Cause expected) {
        MadeRound round = round().sees(Metric.SERVER_CPU, 1)
                .limit(Metric.SERVER_CPU_LIMIT, 2)
                .sees(Metric.SERVER_BUSIEST_THREAD, busiest);
        assertEquals(List.of(expected), MadeRace.of(round).limits());
    }

    @Test
    void serverThread_onTheOnlyCore_isTheServersProcessor() {
        MadeRound round = round().sees(Metric.SERVER_CPU, 1)
                .limit(Metric.SERVER_CPU_LIMIT, 1)
                .sees(Metric.SERVER_BUSIEST_THREAD, 1);
        assertEquals(List.of(Cause.SERVER_CPU), MadeRace.of(round).limits());
    }

    private static MadeRound full() {
        return round().sees(Metric.MACHINE_CPU, 1.95)
                .sees(Metric.SERVER_CPU, 1.1)
                .limit(Metric.SERVER_CPU_LIMIT, 2)
                .sees(Metric.DRIVER_CPU, 0.7)
                .sees(Metric.FOREIGN_CPU, 0.05);
    }

    @Test
    void sharedHost_fullMachineAndWaitsOnBothSides_isNamedWithItsParts() {
        MadeRound round =
                full().sees(Metric.SERVER_CPU_WAIT, 0.4).driver(0.7, 0, 3).responses(10);
        MadeRace race = MadeRace.of(round);
        assertEquals(List.of(Cause.SHARED_HOST, Cause.CLIENT_CPU), race.limits());
        assertEquals(
                "client and server share a machine that used 1.95 of its 2 cores"
                        + " (stack 1.10, driver 0.70, others 0.05)",
                race.verdict().limits().get(0).evidence());
    }

    @Test
    void sharedHost_nobodyWaits_isNot() {
        MadeRound noServerWait = full().sees(Metric.SERVER_CPU_WAIT, 0.01).sees(Metric.CPU_PRESSURE, 0.5);
        assertEquals(List.of(Cause.UNEXPLAINED), MadeRace.of(noServerWait).limits());
        MadeRound noClientWait = full().sees(Metric.SERVER_CPU_WAIT, 0.5).sees(Metric.CPU_PRESSURE, 0.1);
        assertEquals(List.of(Cause.UNEXPLAINED), MadeRace.of(noClientWait).limits());
    }

    @Test
    void sharedHost_waitsUnseen_isNamedByTheMachineAlone() {
        assertEquals(
                List.of(Cause.SHARED_HOST), MadeRace.of(full().unknownDriver()).limits());
    }

    @Test
    void sharedHost_fullOfStrangers_isNot() {
        MadeRound round = round().sees(Metric.MACHINE_CPU, 2)
                .sees(Metric.FOREIGN_CPU, 1.1)
                .unknownDriver();
        assertEquals(List.of(Cause.UNEXPLAINED), MadeRace.of(round).limits());
        assertEquals(List.of(Cause.NOISY_MACHINE), MadeRace.of(round).cautions());
    }

    @Test
    void sharedHost_stackElsewhere_isNot() {
        MadeRace race = MadeRace.of(full().unknownDriver()).external();
        assertEquals(List.of(Cause.UNEXPLAINED), race.limits());
    }

    @Test
    void sharedHost_halfAMachine_isNot() {
        MadeRound round = round().sees(Metric.MACHINE_CPU, 1.7).unknownDriver();
        assertEquals(List.of(Cause.UNEXPLAINED), MadeRace.of(round).limits());
    }

    @ParameterizedTest
    @CsvSource({"1.95, DATABASE_CPU", "1.8, UNEXPLAINED"})
    void databaseCpu_againstItsCores_isFullFrom95Percent(double used, Cause expected) {
        MadeRound round = round().sees(Metric.DATABASE_CPU, used).limit(Metric.DATABASE_CPU_LIMIT, 2);
        assertEquals(List.of(expected), MadeRace.of(round).limits());
    }

    @Test
    void serverCpu_evidence_hasUsedAndAllowed() {
        MadeRound round = round().sees(Metric.SERVER_CPU, 0.98).limit(Metric.SERVER_CPU_LIMIT, 1);
        String evidence = MadeRace.of(round).verdict().limits().get(0).evidence();
        assertTrue(evidence.contains("0.98 of the 1.00 cores"), evidence);
    }
}
