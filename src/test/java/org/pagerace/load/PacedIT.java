package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

/** Given rates: how many requests, when they were due, and what becomes of those that find no connection. */
@Timeout(60)
class PacedIT {
    @ParameterizedTest
    @CsvSource({"1, 1", "10, 3"})
    void run_numberAtARate_sendsExactlyThatMany(int connections, int threads) throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult result = run(LoadSpec.of(server.uri())
                    .withConnections(connections, threads)
                    .withRate(new Rate.Constant(2_000))
                    .withStop(new Stop.AfterRequests(401)));
            assertEquals(401, result.ok());
            assertEquals(401, result.pacing().slip().count());
            assertEquals(0, result.pacing().unsent());
            assertTrue(result.elapsed().toMillis() >= 199, "not faster than asked: " + result.elapsed());
        }
    }

    /** However late they are: 300 ms at 1,000/s are 300 requests, from 0 to 299 ms. */
    @Test
    void run_timeAtARate_accountsForAllThatWereDue() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult result = run(LoadSpec.of(server.uri())
                    .withConnections(4, 2)
                    .withRate(new Rate.Constant(1_000))
                    .withStop(new Stop.AfterDuration(Duration.ofMillis(300))));
            assertEquals(300, result.pacing().due());
            assertEquals(300, result.started() + result.pacing().unsent());
        }
    }

    /** Nobody is ever answered: the connections there are get a request each, the others are unsent. */
    @Test
    void run_serverHangs_reportsTheUnmetRate() throws Exception {
        try (var server = new ScriptedServer(ScriptedServer.Peer::hang)) {
            LoadResult result = run(LoadSpec.of(server.uri())
                    .withConnections(5, 1)
                    .withRate(new Rate.Constant(1_000))
                    .withStop(new Stop.AfterDuration(Duration.ofMillis(300))));
            assertEquals(5, result.started());
            assertEquals(5, result.count(FailureKind.ABORTED_AT_END));
            assertEquals(300, result.pacing().due());
            assertEquals(295, result.pacing().unsent());
            assertEquals(5.0 / 300, result.pacing().achieved());
        }
    }

    /** The first answer takes 100 ms; the 99 requests due meanwhile are charged for their wait, 99 to 1 ms. */
    @Test
    void run_stall_isInTheTimesOfAllThatWereDue() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            pause(100);
            do {
                peer.send(ScriptedServer.OK);
            } while (peer.request());
        })) {
            List<Long> dues = new ArrayList<>();
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(1, 1)
                    .withRate(new Rate.Constant(1_000))
                    .withStop(new Stop.AfterRequests(100));
            LoadResult result = new LoadRunner(spec, Progress.NONE, sample -> note(sample, dues)).run();
            assertEquals(100, result.ok());
            for (int i = 0; i < 100; i++) {
                assertEquals(i * 1_000_000L, dues.get(i), "due times follow from the index alone");
            }
            // A machine that is busy makes them longer, never shorter.
            assertTrue(
                    result.total().percentile(50) >= 49_000_000, result.total().toString());
            assertTrue(result.pacing().slip().percentile(50) >= 49_000_000, "sent late, and said so");
        }
    }

    private static void note(RequestSample sample, List<Long> dues) {
        dues.add(sample.dueNanos);
    }

    /** From 0 to 200 ms at 100 to 900/s on average 500/s: 100 requests, then 90 in 100 ms. */
    @Test
    void run_ramp_hasItsArea() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult result = run(LoadSpec.of(server.uri())
                    .withConnections(4, 1)
                    .withRate(new Rate.Ramp(100, 900, Duration.ofMillis(200)))
                    .withStop(new Stop.AfterDuration(Duration.ofMillis(300))));
            assertEquals(190, result.pacing().due());
        }
    }

    @Test
    void run_refused_goesOnAtItsRate() throws Exception {
        var server = ScriptedServer.answering(ScriptedServer.OK);
        try (var alive = ScriptedServer.answering(ScriptedServer.OK)) {
            server.close();
            LoadResult result = run(LoadSpec.of(List.of(Target.of(alive.uri()), Target.of(server.uri())))
                    .withConnections(2, 1)
                    .withRate(new Rate.Constant(1_000))
                    .withStop(new Stop.AfterRequests(100)));
            assertEquals(50, result.ok());
            assertEquals(50, result.count(FailureKind.REFUSED));
        }
    }

    /** Idle connections that the server closes are opened again, and nothing has failed. */
    @Test
    void run_idleConnectionClosed_isNoFailure() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            peer.send(ScriptedServer.OK);
        })) {
            LoadResult result = run(LoadSpec.of(server.uri())
                    .withConnections(1, 1)
                    .withRate(new Rate.Constant(100))
                    .withStop(new Stop.AfterRequests(20)));
            assertEquals(20, result.ok(), result.outcomes().toString());
            assertEquals(20, result.connectionsOpened());
        }
    }

    @Test
    void run_seconds_sumToTheWhole() throws Exception {
        Histogram sum = new Histogram(3);
        var progress = new Progress() {
            @Override
            public void update(Snapshot snapshot) {}

            @Override
            public void onSecond(LoadResult.Second second, Histogram latency) {
                sum.add(latency);
            }
        };
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(4, 2)
                    .withRate(new Rate.Constant(500))
                    .withStop(new Stop.AfterDuration(Duration.ofMillis(2_500)));
            LoadResult result = new LoadRunner(spec, progress).run();
            assertEquals(3, result.seconds().size());
            assertEquals(
                    result.ok(),
                    result.seconds().stream().mapToLong(LoadResult.Second::ok).sum());
            assertEquals(
                    result.started(),
                    result.seconds().stream()
                            .mapToLong(LoadResult.Second::started)
                            .sum());
            assertEquals(Duration.ofSeconds(1), result.seconds().get(0).length());
            assertEquals(result.total().count(), sum.getTotalCount());
        }
    }

    /** A perfectly even server: the interval is narrow at the first chance, after 10 s. */
    @Test
    void run_untilTheRateIsKnown_endsBeforeTheLimit() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult result = run(LoadSpec.of(server.uri())
                    .withConnections(1, 1)
                    .withRate(new Rate.Constant(200)) // what bounds the spread, whatever the machine does
                    .withStop(new Stop.WhenRateIsKnown(0.05, Duration.ofSeconds(30))));
            assertTrue(result.elapsed().toSeconds() >= 10, result.elapsed().toString());
            assertTrue(result.elapsed().toSeconds() < 29, result.elapsed().toString());
            assertEquals("5%", result.settings().further().get("until-ci"));
        }
    }

    @Test
    void run_warmupAtARate_isNotCounted() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult result = run(LoadSpec.of(server.uri())
                    .withConnections(4, 2)
                    .withRate(new Rate.Constant(1_000))
                    .withWarmup(Duration.ofSeconds(1))
                    .withStop(new Stop.AfterRequests(100)));
            assertEquals(Map.of(200, 100L), result.statuses());
            assertTrue(server.requestCount() > 100, "seen " + server.requestCount());
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis); // the scripted stall itself, not a wait for something to happen
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static LoadResult run(LoadSpec spec) throws LoadException, InterruptedException {
        return new LoadRunner(spec, Progress.NONE).run();
    }
}
