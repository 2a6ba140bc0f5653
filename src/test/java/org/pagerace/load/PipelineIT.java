package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

/** Several requests under way on one connection: each ends once, whatever becomes of the connection. */
@Timeout(60)
class PipelineIT {
    private static final String CLOSING = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";

    @ParameterizedTest
    @CsvSource({"1, 1, 2, 100", "1, 1, 8, 3", "3, 2, 16, 1001", "2, 1, 1000, 5000"})
    void run_pipeline_answersAllInOrder(int connections, int threads, int depth, long requests) throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult result = run(spec(server, depth, requests).withConnections(connections, threads));
            assertOutcomes(result, Map.of(FailureKind.OK, requests));
            assertEquals(requests, server.requestCount());
            assertEquals(Math.min(connections, requests), result.connectionsOpened());
            assertEquals(requests, result.total().count());
            assertEquals(server.firstRequest().length() * requests, result.sentBytes());
            assertEquals(ScriptedServer.OK.length() * requests, result.receivedBytes());
        }
    }

    /** The server answers only once it has so many requests, so they were under way together. */
    @Test
    void run_depth_isReallyUnderWay() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            while (true) {
                for (int i = 0; i < 8; i++) {
                    if (!peer.request()) {
                        return;
                    }
                }
                peer.send(ScriptedServer.OK.repeat(8));
            }
        })) {
            assertOutcomes(run(spec(server, 8, 80)), Map.of(FailureKind.OK, 80L));
        }
    }

    /** RFC 9112 section 9.6: nothing behind an announced close was looked at. */
    @Test
    void run_announcedClose_sendsTheRestAgainUntilAnswered() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            peer.send(CLOSING);
        })) {
            LoadResult result = run(spec(server, 4, 20));
            assertOutcomes(result, Map.of(FailureKind.OK, 20L));
            assertEquals(20, result.connectionsOpened());
        }
    }

    /** Five answers, then silence: the three behind are sent once more. */
    @Test
    void run_silentClose_sendsTheRestOnceMore() throws Exception {
        var connections = new AtomicInteger();
        try (var server = new ScriptedServer(peer -> {
            int answers = connections.getAndIncrement() == 0 ? 5 : 1000;
            for (int i = 0; i < answers && peer.request(); i++) {
                peer.send(ScriptedServer.OK);
            }
            peer.body(waiting(peer)); // take what has been sent, so that the end is no reset
        })) {
            LoadResult result = run(spec(server, 4, 40));
            assertOutcomes(result, Map.of(FailureKind.OK, 40L));
            assertEquals(2, result.connectionsOpened());
            assertTrue(result.retries() >= 1 && result.retries() <= 4, "retries " + result.retries());
        }
    }

    private static int waiting(ScriptedServer.Peer peer) throws java.io.IOException {
        return peer.socket().getInputStream().available();
    }

    /** POST may have been done: whatever is unanswered has failed, once each. */
    @Test
    void run_closedOnPosts_countsEachUnansweredOnce() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            peer.request();
            peer.send(ScriptedServer.OK);
            peer.reset();
        })) {
            LoadResult result = run(spec(server, 2, 20).withMethod("POST"));
            assertEquals(20, result.started());
            assertEquals(0, result.retries());
            assertEquals(20, result.ok() + result.count(FailureKind.RESET_BEFORE_RESPONSE));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"220 mail ready\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"})
    void run_malformedAnswer_endsTheRunWithExactCounts(String answer) throws Exception {
        try (var server = ScriptedServer.answering(answer)) {
            LoadResult result = run(spec(server, 4, 20));
            assertEquals(20, result.started());
            assertEquals(0, result.ok());
            assertEquals(20, result.count(FailureKind.PROTOCOL) + result.count(FailureKind.RESET_BEFORE_RESPONSE));
            assertTrue(
                    result.count(FailureKind.PROTOCOL) >= 5, result.outcomes().toString());
        }
    }

    @Test
    void run_answersStop_timeOut() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            peer.send(ScriptedServer.OK);
            peer.hang();
        })) {
            LoadResult result = run(spec(server, 4, 9).withTimeout(Duration.ofMillis(60)));
            assertEquals(9, result.started());
            assertTrue(
                    result.count(FailureKind.FIRST_BYTE_TIMEOUT) > 0,
                    result.outcomes().toString());
            assertEquals(result.censored() + result.ok(), result.total().count());
        }
    }

    @Test
    void run_timeOver_abortsAllThatIsUnderWay() throws Exception {
        try (var server = new ScriptedServer(ScriptedServer.Peer::hang)) {
            LoadResult result = run(
                    spec(server, 7, 1).withConnections(3, 2).withStop(new Stop.AfterDuration(Duration.ofMillis(100))));
            assertOutcomes(result, Map.of(FailureKind.ABORTED_AT_END, 21L));
        }
    }

    private static LoadSpec spec(ScriptedServer server, int depth, long requests) {
        return LoadSpec.of(server.uri())
                .withConnections(1, 1)
                .withPipeline(depth)
                .withStop(new Stop.AfterRequests(requests));
    }

    private static LoadResult run(LoadSpec spec) throws LoadException, InterruptedException {
        return new LoadRunner(spec, Progress.NONE).run();
    }

    private static void assertOutcomes(LoadResult result, Map<FailureKind, Long> expected) {
        for (FailureKind kind : FailureKind.values()) {
            assertEquals(expected.getOrDefault(kind, 0L), result.count(kind), kind + " of " + result.outcomes());
        }
    }
}
