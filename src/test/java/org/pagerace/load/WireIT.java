package org.pagerace.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

/** What connections do otherwise than usual, for the classic tools. */
@Timeout(60)
class WireIT {
    private static final int PIECE = 1000;

    private static LoadResult run(LoadSpec spec) throws LoadException, InterruptedException {
        return new LoadRunner(spec, Progress.NONE).run();
    }

    private static String answer(int bodyBytes) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + bodyBytes + "\r\n\r\n" + "x".repeat(bodyBytes);
    }

    /** 20,000 bytes at 40,000/s take half a second, with keep-alive and without. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void run_slowReader_takesTheTimeOfItsRate(boolean keepAlive) throws Exception {
        try (var server = ScriptedServer.answering(answer(20_000))) {
            LoadResult result = run(LoadSpec.of(server.uri())
                    .withConnections(2, 1)
                    .withKeepAlive(keepAlive)
                    .withBodyBytesPerSecond(40_000)
                    .withStop(new Stop.AfterRequests(4)));
            assertEquals(4, result.ok(), result.outcomes().toString());
            assertEquals(80_000, result.bodyBytes());
            // the last piece, half a second's at most, need not be waited for
            assertTrue(result.total().min() >= 200_000_000, result.total().min() + " ns");
            assertTrue(
                    result.elapsed().compareTo(Duration.ofSeconds(10)) < 0,
                    result.elapsed().toString());
        }
    }

    /** The sum of two waits is longer than the timeout, each of them is not. */
    @ParameterizedTest
    @CsvSource({"true, OK", "false, TOTAL_TIMEOUT"})
    void run_serverThatDawdles_isOutOfTimeByItsRule(boolean ofSilence, FailureKind kind) throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            String answer = answer(3);
            for (int i = 0; i < 3; i++) {
                peer.send(i == 0 ? answer.substring(0, answer.length() - 2) : "x");
                LockSupport.parkNanos(400_000_000);
            }
        })) {
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(1, 1)
                    .withKeepAlive(false)
                    .withTimeout(Duration.ofMillis(700))
                    .withStop(new Stop.AfterRequests(1));
            LoadResult result = run(ofSilence ? spec.withTimeoutOfSilence() : spec);
            assertEquals(1, result.count(kind), result.outcomes().toString());
        }
    }

    /** All requests arrive whole, none is answered in time, and each has one end. */
    @Test
    void run_answersUnread_closesAfterTheRequest() throws Exception {
        try (var server = new ScriptedServer(ScriptedServer.Peer::request)) {
            LoadResult result = run(LoadSpec.of(server.uri())
                    .withConnections(3, 1)
                    .withKeepAlive(false)
                    .withUnreadAnswers()
                    .withStop(new Stop.AfterRequests(30)));
            assertEquals(
                    30,
                    result.count(FailureKind.ABORTED_AT_END),
                    result.outcomes().toString());
            assertEquals(30, result.connectionsOpened());
        }
    }

    @Test
    void run_resets_endConnectionsWithRst() throws Exception {
        var resets = new AtomicInteger();
        try (var server = new ScriptedServer(peer -> {
            try {
                while (peer.request()) {
                    peer.send(ScriptedServer.OK);
                }
            } catch (SocketException e) {
                resets.incrementAndGet();
            }
        })) {
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(1, 1)
                    .withKeepAlive(false)
                    .withStop(new Stop.AfterRequests(10));
            assertEquals(10, run(spec).ok());
            assertEquals(0, resets.get());
            assertEquals(10, run(spec.withResets()).ok());
            assertTrue(resets.get() >= 5, resets + " resets"); // the last may still be on their way
        }
    }

    /** What a server can send ahead of a client that does not read is what the buffers hold. */
    @Test
    void run_smallBuffers_holdTheServerBack() throws Exception {
        long usual = sentAhead(0);
        long small = sentAhead(4096);
        assertTrue(small < usual / 2, small + " bytes with small buffers, " + usual + " with the usual ones");
    }

    private static long sentAhead(int bufferBytes) throws Exception {
        var sent = new AtomicLong();
        try (var server = new ScriptedServer(peer -> {
            peer.socket().setSendBufferSize(4096);
            peer.request();
            send(peer.socket().getOutputStream(), sent);
        })) {
            run(LoadSpec.of(server.uri())
                    .withConnections(1, 1)
                    .withSocketBuffers(bufferBytes)
                    .withBodyBytesPerSecond(1)
                    .withStop(new Stop.AfterDuration(Duration.ofSeconds(1))));
            return sent.get();
        }
    }

    private static void send(OutputStream out, AtomicLong sent) throws IOException {
        out.write("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n".getBytes(US_ASCII));
        for (int i = 0; i < 10_000; i++) {
            out.write(new byte[PIECE]);
            sent.addAndGet(PIECE);
        }
    }

    /** Each of 20 connections begins 10 ms after the one before and ends after its own second. */
    @Test
    void run_stagger_shiftsBeginAndEndOfEach() throws Exception {
        var log = new Ends(20);
        try (var server = new ScriptedServer(peer -> {
            while (peer.request()) {
                LockSupport.parkNanos(5_000_000);
                peer.send(ScriptedServer.OK);
            }
        })) {
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(20, 2)
                    .withConnects(Connects.USUAL.withStagger(Duration.ofMillis(10)))
                    .withStop(new Stop.AfterDuration(Duration.ofSeconds(1)));
            LoadResult result = new LoadRunner(spec, Progress.NONE, log).run();
            assertEquals(1.19, result.elapsed().toNanos() / 1e9, 0.15);
            assertEquals(20, result.count(FailureKind.ABORTED_AT_END) + log.endedBetween());
        }
        for (int slot = 0; slot < 20; slot++) {
            assertTrue(log.begin[slot] >= slot * 10_000_000L, "slot " + slot + " began at " + log.begin[slot]);
            assertEquals(1.0, (log.end[slot] - log.begin[slot]) / 1e9, 0.15, "slot " + slot);
        }
    }

    /** First begin and last end of each slot. */
    private static final class Ends implements RequestLog {
        private final long[] begin;
        private final long[] end;
        private final boolean[] aborted;

        private Ends(int slots) {
            begin = new long[slots];
            end = new long[slots];
            aborted = new boolean[slots];
            Arrays.fill(begin, Long.MAX_VALUE);
        }

        @Override
        public void onEnd(RequestSample sample) {
            begin[sample.slot] = Math.min(begin[sample.slot], sample.beginNanos);
            end[sample.slot] = Math.max(end[sample.slot], sample.endNanos);
            aborted[sample.slot] |= sample.kind == FailureKind.ABORTED_AT_END;
        }

        /** How many slots ended between two requests. */
        private int endedBetween() {
            int count = 0;
            for (boolean one : aborted) {
                count += one ? 0 : 1;
            }
            return count;
        }
    }
}
