package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.pagerace.verdict.MadeRace.C32;
import static org.pagerace.verdict.MadeRace.round;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Metric;

/** Pools, listen queues, ports and descriptors. */
class QueueRulesTest {
    private static MadeRound workers(double busy, double queue) {
        return round().sees(Metric.WORKERS_BUSY, busy)
                .limit(Metric.WORKERS_LIMIT, 2)
                .sees(Metric.WORKERS_QUEUE, queue);
    }

    @ParameterizedTest
    @CsvSource({"2, 30, WORKER_POOL", "2, 0, UNEXPLAINED", "1, 30, UNEXPLAINED"})
    void workers_allBusyAndAQueue_isThePool(double busy, double queue, Cause expected) {
        assertEquals(List.of(expected), MadeRace.of(workers(busy, queue)).limits());
    }

    @Test
    void workers_evidence_hasTheQueue() {
        assertEquals(
                "all 2 workers were busy, and 30 requests waited on average",
                MadeRace.of(workers(2, 30)).verdict().limits().get(0).evidence());
    }

    /** The queue of a full processor stands before the pool too. */
    @Test
    void workers_fullProcessors_isNotThePool() {
        MadeRound round = workers(2, 30).sees(Metric.SERVER_CPU, 1).limit(Metric.SERVER_CPU_LIMIT, 1);
        assertEquals(List.of(Cause.SERVER_CPU), MadeRace.of(round).limits());
    }

    /** Strangers may fill the machine; the pool is still what bounds the race. */
    @Test
    void workers_machineFullOfStrangers_isThePool() {
        MadeRound round = workers(2, 30)
                .sees(Metric.MACHINE_CPU, 1.9)
                .sees(Metric.FOREIGN_CPU, 1.6)
                .sees(Metric.SERVER_CPU_WAIT, 0);
        MadeRace race = MadeRace.of(round);
        assertEquals(List.of(Cause.WORKER_POOL), race.limits());
        assertEquals(List.of(Cause.NOISY_MACHINE), race.cautions());
    }

    /** Others took the processors that the workers want: more workers would not get more of them. */
    @Test
    void workers_thatWaitForProcessors_areNotThePool() {
        assertEquals(
                List.of(Cause.UNEXPLAINED),
                MadeRace.of(workers(2, 30).sees(Metric.SERVER_CPU_WAIT, 1.2)).limits());
    }

    /** Apache tells no queue of its own: then that of its socket counts. */
    @ParameterizedTest
    @CsvSource({"0.1, WORKER_POOL", "0, UNEXPLAINED"})
    void workers_noQueueOfTheirOwn_lookAtTheSocket(double queue, Cause expected) {
        MadeRound round = round().sees(Metric.WORKERS_BUSY, 1)
                .limit(Metric.WORKERS_LIMIT, 1)
                .sees(Metric.LISTEN_QUEUE, queue);
        assertEquals(List.of(expected), MadeRace.of(round).limits());
    }

    @ParameterizedTest
    @CsvSource({"1, 31, DATABASE_POOL", "1, 0, UNEXPLAINED", "0, 31, UNEXPLAINED"})
    void pool_allLentAndWaiters_isThePool(double active, double waiting, Cause expected) {
        MadeRound round = round().sees(Metric.POOL_ACTIVE, active)
                .limit(Metric.POOL_LIMIT, 1)
                .sees(Metric.POOL_WAITING, waiting);
        assertEquals(List.of(expected), MadeRace.of(round).limits());
    }

    @Test
    void backlog_dropsInEachSample_isALimitBeforeAllOthers() {
        MadeRound round =
                workers(2, 3).sees(Metric.LISTEN_DROPS, 5).connects(1010, 20).connects(1, 20);
        MadeRace race = MadeRace.of(round);
        assertEquals(List.of(Cause.LISTEN_BACKLOG, Cause.WORKER_POOL), race.limits());
        assertEquals(
                "the kernel dropped 60 connections at a full listen queue; 50 % of the connects were refused, out of time,"
                        + " or took 1, 3 or 7 s as after a dropped SYN",
                race.verdict().limits().get(0).evidence());
    }

    @Test
    void backlog_serverWithoutRoom_isNamedToo() {
        MadeRace race = MadeRace.of(round().sees(Metric.CONNECTIONS_REFUSED, 2));
        assertEquals(List.of(Cause.LISTEN_BACKLOG), race.limits());
        assertEquals(
                "the server accepted 24 connections and closed them at once, having no room",
                race.verdict().limits().get(0).evidence());
    }

    @Test
    void backlog_dropsNowAndThen_isACaution() {
        MadeRace race = MadeRace.of(round().sees(Metric.LISTEN_DROPS, 0, 3, 0, 0));
        assertEquals(List.of(Cause.UNEXPLAINED), race.limits());
        assertEquals(List.of(Cause.LISTEN_BACKLOG), race.cautions());
        assertEquals(0.25, race.verdict().cautions().get(0).share().value());
    }

    @Test
    void backlog_noDrops_isNothing() {
        MadeRace race = MadeRace.of(round().sees(Metric.LISTEN_DROPS, 0)
                .sees(Metric.LISTEN_QUEUE, 0.9)
                .connects(1000, 50));
        assertEquals(List.of(Cause.UNEXPLAINED), race.limits());
        assertFalse(race.cautions().contains(Cause.LISTEN_BACKLOG));
    }

    @ParameterizedTest
    @CsvSource({"1005, LISTEN_BACKLOG", "3050, LISTEN_BACKLOG", "700, UNEXPLAINED", "2000, UNEXPLAINED"})
    void backlog_fromOutside_isToldByTheTimesOfConnects(double millis, Cause expected) {
        MadeRace race =
                MadeRace.of(round().connects(1, 70).connects(millis, 30)).external();
        assertEquals(List.of(expected), race.limits());
    }

    @Test
    void backlog_refusedFromOutside_isNamed() {
        MadeRace race = MadeRace.of(round().connects(1, 70).failures(FailureKind.REFUSED, 30))
                .external();
        assertEquals(List.of(Cause.LISTEN_BACKLOG), race.limits());
    }

    @Test
    void ports_noneFree_isNamedWithTheCount() {
        MadeRace race = MadeRace.of(round().failures(FailureKind.NO_PORT, 1000));
        assertEquals(List.of(Cause.EPHEMERAL_PORTS), race.limits());
        assertEquals(
                "3,000 of 15,000 requests found no free local port",
                race.verdict().limits().get(0).evidence());
    }

    @Test
    void ports_inOneRoundOfThree_isACaution() {
        MadeRace race = new MadeRace().with(C32, round(), round(), round().failures(FailureKind.NO_PORT, 1));
        assertEquals(List.of(Cause.UNEXPLAINED), race.limits());
        assertEquals(List.of(Cause.EPHEMERAL_PORTS), race.cautions());
    }

    @Test
    void descriptors_ofTheClient_areNamed() {
        assertEquals(
                List.of(Cause.DESCRIPTORS),
                MadeRace.of(round().failures(FailureKind.NO_FD, 1)).limits());
    }

    @ParameterizedTest
    @CsvSource({"0.98, DESCRIPTORS", "0.9, UNEXPLAINED"})
    void descriptors_ofTheServer_areNamedFrom95Percent(double open, Cause expected) {
        assertEquals(
                List.of(expected),
                MadeRace.of(round().sees(Metric.SERVER_DESCRIPTORS, open)).limits());
    }
}
