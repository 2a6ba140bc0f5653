package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.load.http.MalformedResponse;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

/** Whole runs against servers with a known plan: the counts must be exact. */
@Timeout(60)
class LoadRunnerIT {
    private static final int LONG_BODY = 16 << 20; // more than the buffers of two sockets hold

    private static final String CLOSING = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";

    // Numbers and connections

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 1, 100", "4, 1, 1000", "7, 3, 1001", "10, 2, 3"})
    void run_requests_startsExactlyThatMany(int connections, int threads, long requests) throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult result = run(spec(server, requests).withConnections(connections, threads));
            assertOutcomes(result, Map.of(FailureKind.OK, requests));
            assertEquals(requests, server.requestCount());
            assertEquals(Math.min(connections, requests), result.connectionsOpened());
            assertEquals(requests - result.connectionsOpened(), result.reusedRequests());
            assertEquals(Map.of(200, requests), result.statuses());
            assertEquals(2 * requests, result.bodyBytes());
            assertEquals(ScriptedServer.OK.length() * requests, result.receivedBytes());
            assertEquals(server.firstRequest().length() * requests, result.sentBytes());
            assertEquals(requests, result.total().count());
            assertEquals(requests, result.firstByte().count());
            assertEquals(result.connectionsOpened(), result.connect().count());
            assertFalse(result.stoppedEarly());
        }
    }

    @Test
    void run_withoutKeepAlive_opensAConnectionForEachRequest() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult result = run(spec(server, 50).withKeepAlive(false));
            assertOutcomes(result, Map.of(FailureKind.OK, 50L));
            assertEquals(50, result.connectionsOpened());
            assertEquals(0, result.keepAliveAchieved());
            assertTrue(server.firstRequest().contains("\r\nConnection: close\r\n"), server.firstRequest());
        }
    }

    /**
     * A connection breaks in the midst of a long request, and the server's queue is full: the next connect stays pending, which
     * is no time to read.
     */
    @Test
    void run_brokenWhileSending_waitsForTheNextConnection() throws Exception {
        List<Socket> fillers = new ArrayList<>();
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var served = new FutureTask<Void>(() -> {
                try (Socket first = listener.accept()) {
                    answerLongRequest(first);
                    fill(listener, fillers);
                    first.setSoLinger(true, 0);
                }
                return null;
            });
            new Thread(served).start();
            LoadSpec spec = LoadSpec.of(URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/"))
                    .withPayload(Payload.of(new byte[LONG_BODY], "a/b"))
                    .withConnections(1, 1)
                    .withTimeout(Duration.ofSeconds(3))
                    .withStop(new Stop.AfterRequests(2));
            LoadResult result = run(spec);
            served.get();
            assertOutcomes(result, Map.of(FailureKind.OK, 1L, FailureKind.CONNECT_TIMEOUT, 1L));
        } finally {
            for (Socket filler : fillers) {
                filler.close();
            }
        }
    }

    /** What a worker leaves behind when it dies is ended too: the server's threads see the end of their connections. */
    @Test
    void run_workerCrashes_closesItsConnections() throws Exception {
        var ended = new CountDownLatch(3);
        try (var server = new ScriptedServer(peer -> {
            try {
                peer.request();
                peer.send(ScriptedServer.OK);
                peer.hang();
            } finally {
                ended.countDown();
            }
        })) {
            LoadSpec spec = spec(server, 100).withConnections(3, 1);
            var runner = new LoadRunner(spec, Progress.NONE, sample -> {
                throw new IllegalStateException("the log is full");
            });
            assertThrows(IllegalStateException.class, runner::run);
            assertTrue(ended.await(20, TimeUnit.SECONDS), ended.getCount() + " connections stand");
        }
    }

    private static void answerLongRequest(Socket socket) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        int newlines = 0;
        while (newlines < 2) {
            int b = in.read();
            newlines = b == '\n' ? newlines + 1 : b == '\r' ? newlines : 0;
        }
        in.skipNBytes(LONG_BODY);
        socket.getOutputStream().write(ScriptedServer.OK.getBytes(StandardCharsets.US_ASCII));
    }

    /** Connects until a connect gets no answer. */
    private static void fill(ServerSocket listener, List<Socket> fillers) throws IOException {
        while (true) {
            var filler = new Socket();
            fillers.add(filler);
            try {
                filler.connect(listener.getLocalSocketAddress(), 100);
            } catch (SocketTimeoutException e) {
                return;
            }
        }
    }

    /** What nginx with php-fpm sends to ab: no length, and the end of the connection ends the body. */
    @Test
    void run_closeDelimitedBodies_areWhole() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<p>hi");
        })) {
            LoadResult result = run(spec(server, 40).withVersion(HttpVersion.HTTP_1_0));
            assertOutcomes(result, Map.of(FailureKind.OK, 40L));
            assertEquals(200, result.bodyBytes());
            assertEquals(40, result.connectionsOpened());
        }
    }

    @Test
    void run_http10KeepAliveAnswered_reusesConnections() throws Exception {
        try (var server =
                ScriptedServer.answering("HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok")) {
            LoadResult result = run(spec(server, 40).withVersion(HttpVersion.HTTP_1_0));
            assertOutcomes(result, Map.of(FailureKind.OK, 40L));
            assertEquals(2, result.connectionsOpened());
            assertTrue(server.firstRequest().startsWith("GET /page HTTP/1.0\r\n"), server.firstRequest());
            assertTrue(server.firstRequest().contains("\r\nConnection: keep-alive\r\n"), server.firstRequest());
        }
    }

    @Test
    void run_serverAnnouncesClose_reconnectsWithoutRetry() throws Exception {
        try (var server = new ScriptedServer(peer -> answerTen(peer, CLOSING))) {
            LoadResult result = run(spec(server, 100).withConnections(1, 1));
            assertOutcomes(result, Map.of(FailureKind.OK, 100L));
            assertEquals(10, result.connectionsOpened());
            assertEquals(0, result.retries());
        }
    }

    /** RFC 9112 section 9.5: a server may close at any time; the request then on its way is sent once more. */
    @Test
    void run_serverClosesSilently_sendsOnceMore() throws Exception {
        try (var server = new ScriptedServer(peer -> answerTen(peer, ScriptedServer.OK))) {
            LoadResult result = run(spec(server, 100).withConnections(1, 1));
            assertOutcomes(result, Map.of(FailureKind.OK, 100L));
            assertEquals(10, result.connectionsOpened());
            assertEquals(9, result.retries());
        }
    }

    /** RFC 9110 section 9.2.2: a user agent does not repeat by itself what may have been done already. */
    @Test
    void run_serverClosesSilentlyOnPost_countsAReset() throws Exception {
        try (var server = new ScriptedServer(peer -> answerTen(peer, ScriptedServer.OK))) {
            LoadResult result = run(spec(server, 22).withConnections(1, 1).withMethod("POST"));
            assertOutcomes(result, Map.of(FailureKind.OK, 20L, FailureKind.RESET_BEFORE_RESPONSE, 2L));
            assertEquals(0, result.retries());
        }
    }

    private static void answerTen(ScriptedServer.Peer peer, String last) throws java.io.IOException {
        for (int i = 1; i <= 10 && peer.request(); i++) {
            peer.send(i < 10 ? ScriptedServer.OK : last);
        }
    }

    @Test
    void run_head_readsNoBody() throws Exception {
        try (var server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 93868\r\n\r\n")) {
            LoadResult result = run(spec(server, 20).withMethod("HEAD"));
            assertOutcomes(result, Map.of(FailureKind.OK, 20L));
            assertEquals(0, result.bodyBytes());
        }
    }

    // Kinds of failure

    @ParameterizedTest
    @CsvSource({"404, HTTP_4XX", "499, HTTP_4XX", "500, HTTP_5XX", "503, HTTP_5XX", "301, OK", "204, OK"})
    void run_status_decidesTheKind(int status, FailureKind kind) throws Exception {
        try (var server = ScriptedServer.answering("HTTP/1.1 " + status + " x\r\nContent-Length: 0\r\n\r\n")) {
            LoadResult result = run(spec(server, 30));
            assertOutcomes(result, Map.of(kind, 30L));
            assertEquals(Map.of(status, 30L), result.statuses());
            assertEquals(2, result.connectionsOpened());
        }
    }

    /** A server that refuses half of the requests in no time would otherwise halve its response times. */
    @ParameterizedTest
    @CsvSource({"404, HTTP_4XX", "503, HTTP_5XX", "200, WRONG_BODY"})
    void run_answersNotRight_haveNoPartInTheTimes(int status, FailureKind kind) throws Exception {
        String other = "HTTP/1.1 " + status + " x\r\nContent-Length: 5\r\n\r\nsorry";
        try (var server = new ScriptedServer(peer -> {
            for (int i = 0; peer.request(); i++) {
                peer.send(i % 2 == 0 ? ScriptedServer.OK : other);
            }
        })) {
            LoadResult result = run(spec(server, 60).withConnections(1, 1).withBodyCheck(new BodyCheck.SameLength()));
            assertOutcomes(result, Map.of(FailureKind.OK, 30L, kind, 30L));
            assertEquals(30, result.total().count());
            assertEquals(30, result.firstByte().count());
            assertEquals(30, result.notRight().count());
            assertEquals(2 * 30, result.bodyBytes());
            assertEquals(30L * (ScriptedServer.OK.length() + other.length()), result.receivedBytes());
        }
    }

    /** A request larger than all socket buffers is answered before it is sent: both sides go on. */
    @Test
    void run_answerBeforeTheRequestsEnd_isTaken() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.send("HTTP/1.1 431 x\r\nContent-Length: 0\r\n\r\n");
            peer.hang();
        })) {
            Header large = new Header("X-Large", "x".repeat(20_000_000));
            LoadResult result = run(spec(server, 4).withKeepAlive(false).withHeaders(List.of(large)));
            assertOutcomes(result, Map.of(FailureKind.HTTP_4XX, 4L));
        }
    }

    @Test
    void run_bodyCutShort_isCounted() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<p>hi");
        })) {
            assertOutcomes(run(spec(server, 30)), Map.of(FailureKind.SHORT_BODY, 30L));
        }
    }

    @Test
    void run_resetInTheBody_isCounted() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<p>hi");
            peer.reset();
        })) {
            assertOutcomes(run(spec(server, 30)), Map.of(FailureKind.RESET_MID_BODY, 30L));
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void run_connectionEndsInsteadOfAnAnswer_isCounted(boolean reset) throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            if (reset) {
                peer.reset();
            }
        })) {
            assertOutcomes(run(spec(server, 6)), Map.of(FailureKind.RESET_BEFORE_RESPONSE, 6L));
        }
    }

    @ParameterizedTest
    @CsvSource({"'220 mail ready\r\n', STATUS_LINE", "'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokay', SURPLUS"})
    void run_noHttpOrSurplus_isProtocolAndSaysWhy(String answer, MalformedResponse fault) throws Exception {
        try (var server = ScriptedServer.answering(answer)) {
            LoadResult result = run(spec(server, 30).withConnections(4, 2));
            assertOutcomes(result, Map.of(FailureKind.PROTOCOL, 30L));
            assertEquals(Map.of(fault.explanation(), 30L), result.protocolErrors());
        }
    }

    /** Announced, in chunks, or without end: none of them is read on. */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 1001\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n7D0\r\n", "\r\n"})
    void run_bodyTooLong_isBrokenOff(String framing) throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\n" + framing + "x".repeat(1_001));
            peer.hang();
        })) {
            LoadResult result = run(spec(server, 10).withMostBodyBytes(1_000));
            assertOutcomes(result, Map.of(FailureKind.PROTOCOL, 10L));
            assertEquals(Map.of(MalformedResponse.BODY_TOO_LONG.explanation(), 10L), result.protocolErrors());
        }
    }

    @Test
    void run_noAnswerInTime_isFirstByteTimeout() throws Exception {
        try (var server = new ScriptedServer(ScriptedServer.Peer::hang)) {
            LoadResult result = run(spec(server, 4).withTimeout(Duration.ofMillis(60)));
            assertOutcomes(result, Map.of(FailureKind.FIRST_BYTE_TIMEOUT, 4L));
            assertEquals(4, result.total().count(), "what was out of time is in the distribution");
            assertTrue(result.total().min() >= 59_000_000, result.total().toString());
        }
    }

    @Test
    void run_answerDoesNotEndInTime_isTotalTimeout() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<p>");
            peer.hang();
        })) {
            LoadResult result = run(spec(server, 4).withTimeout(Duration.ofMillis(60)));
            assertOutcomes(result, Map.of(FailureKind.TOTAL_TIMEOUT, 4L));
            assertTrue(result.total().min() >= 59_000_000, result.total().toString());
            assertEquals(4, result.firstByte().count());
            assertTrue(
                    result.firstByte().min() < result.total().min(),
                    result.firstByte().toString());
        }
    }

    @Test
    void run_durationOver_countsWhatIsUnderWayAsAborted() throws Exception {
        try (var server = new ScriptedServer(ScriptedServer.Peer::hang)) {
            LoadResult result =
                    run(spec(server, 1).withConnections(3, 2).withStop(new Stop.AfterDuration(Duration.ofMillis(150))));
            assertOutcomes(result, Map.of(FailureKind.ABORTED_AT_END, 3L));
            assertEquals(0, result.failed());
            assertTrue(result.elapsed().toMillis() >= 150, result.elapsed().toString());
        }
    }

    /** The target goes away in mid-run: no busy loop, and the tries are far apart. */
    @Test
    void run_targetGoesAway_backsOff() throws Exception {
        var holder = new AtomicReference<ScriptedServer>();
        try (var server = new ScriptedServer(peer -> {
            peer.request();
            holder.get().stopListening();
            peer.send(CLOSING);
        })) {
            holder.set(server);
            LoadResult result =
                    run(spec(server, 1).withConnections(1, 1).withStop(new Stop.AfterDuration(Duration.ofMillis(400))));
            assertEquals(1, result.ok());
            long refused = result.count(FailureKind.REFUSED);
            assertEquals(result.started(), refused + 1);
            assertTrue(refused >= 3 && refused <= 20, "refused " + refused);
        }
    }

    /** A run of a certain number would go on for hours. */
    @Test
    void run_targetDies_endsAfterTheTimeoutWithExactCounts() throws Exception {
        var holder = new AtomicReference<ScriptedServer>();
        try (var server = new ScriptedServer(peer -> {
            for (int i = 0; i < 49; i++) {
                peer.request();
                peer.send(ScriptedServer.OK);
            }
            peer.request();
            holder.get().stopListening();
            peer.send(CLOSING);
        })) {
            holder.set(server);
            LoadResult result =
                    run(spec(server, 1_000_000_000).withConnections(1, 1).withTimeout(Duration.ofMillis(200)));
            assertEquals(50, result.ok());
            assertTrue(result.stoppedEarly());
            assertEquals(
                    result.started() - 50,
                    result.count(FailureKind.REFUSED) + result.count(FailureKind.ABORTED_AT_END));
        }
    }

    @Test
    void run_targetFallsSilent_endsAfterTheTimeoutWithExactCounts() throws Exception {
        try (var server = new ScriptedServer(ScriptedServer.Peer::hang)) {
            LoadResult result = run(spec(server, 1_000_000_000).withTimeout(Duration.ofMillis(200)));
            assertTrue(result.stoppedEarly());
            assertTrue(result.count(FailureKind.FIRST_BYTE_TIMEOUT) >= 2, result.outcomes() + "");
        }
    }

    /** Only the lower bound is sure: nothing connects before its turn. */
    @Test
    void run_connectRate_isNotExceeded() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult result = run(
                    spec(server, 31).withConnections(10, 2).withKeepAlive(false).withConnects(new Connects(100)));
            assertOutcomes(result, Map.of(FailureKind.OK, 31L));
            assertTrue(result.elapsed().toMillis() >= 270, result.elapsed().toString());
        }
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult cut = run(spec(server, 1)
                    .withKeepAlive(false)
                    .withConnects(new Connects(1))
                    .withStop(new Stop.AfterDuration(Duration.ofMillis(100))));
            assertOutcomes(cut, Map.of(FailureKind.OK, 1L, FailureKind.ABORTED_AT_END, 2L));
            assertEquals(0, cut.reusedRequests(), "who waits for a connection has none");
        }
    }

    /** A queue of one that nobody empties: Linux drops the SYN of whoever comes next. */
    @Test
    void run_queueOfTheServerIsFull_isConnectTimeout() throws Exception {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var waiting = new ArrayList<SocketChannel>();
            try {
                for (int i = 0; i < 4; i++) {
                    var client = SocketChannel.open();
                    waiting.add(client);
                    client.configureBlocking(false);
                    client.connect(listener.getLocalSocketAddress());
                }
                LoadSpec spec = LoadSpec.of(URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/"))
                        .withConnections(2, 1)
                        .withTimeout(Duration.ofMillis(100));
                var e = assertThrows(
                        UnreachableException.class,
                        () -> run(spec.withStop(new Stop.AfterDuration(Duration.ofHours(1)))));
                assertTrue(e.getMessage().contains("no connection within the timeout"), e.getMessage());
                LoadResult result =
                        run(spec.withStop(new Stop.AfterRequests(4)).withConnects(Connects.WHOEVER_IS_THERE));
                assertOutcomes(result, Map.of(FailureKind.CONNECT_TIMEOUT, 4L));
                assertEquals(4, result.connect().count(), "with the time they had");
            } finally {
                for (var client : waiting) {
                    client.close();
                }
            }
        }
    }

    @Test
    void run_nobodyListensWhoeverIsThere_failsThroughAll() throws Exception {
        var server = ScriptedServer.answering(ScriptedServer.OK);
        server.close();
        LoadResult result = run(spec(server, 1000).withConnects(Connects.WHOEVER_IS_THERE));
        assertOutcomes(result, Map.of(FailureKind.REFUSED, 1000L));
    }

    @Test
    void run_firstAlone_othersComeAfterItsAnswer() throws Exception {
        List<Long> begins = new ArrayList<>();
        List<Long> firstBytes = new ArrayList<>();
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadSpec spec =
                    spec(server, 100).withConnections(10, 1).withConnects(new Connects(100_000).withFirstAlone());
            LoadResult result = new LoadRunner(spec, Progress.NONE, sample -> {
                        begins.add(sample.beginNanos);
                        firstBytes.add(sample.firstByteNanos);
                    })
                    .run();
            assertOutcomes(result, Map.of(FailureKind.OK, 100L));
            assertEquals(10, result.connectionsOpened());
        }
        assertTrue(begins.stream().skip(1).allMatch(begin -> begin >= firstBytes.get(0)), begins + " " + firstBytes);
    }

    // Bodies

    @ParameterizedTest
    @CsvSource({"none, 100, 0", "length, 51, 49", "crc, 2, 98"})
    void run_bodyCheck_findsWhatItCan(String check, long ok, long wrong) throws Exception {
        var answers = new AtomicInteger();
        try (var server = new ScriptedServer(peer -> {
            while (peer.request()) { // two "ab", then in turn a body of another length and one with other bytes
                int n = answers.getAndIncrement();
                String body = n < 2 ? "ab" : n % 2 == 0 ? "abc" : "xy";
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            }
        })) {
            BodyCheck bodyCheck = switch (check) {
                case "length" -> new BodyCheck.SameLength();
                case "crc" -> new BodyCheck.SameCrc();
                default -> new BodyCheck.None();
            };
            LoadResult result = run(spec(server, 100).withConnections(1, 1).withBodyCheck(bodyCheck));
            assertOutcomes(result, Map.of(FailureKind.OK, ok, FailureKind.WRONG_BODY, wrong));
            assertEquals(check, result.settings().bodyCheck());
        }
    }

    @Test
    void run_expectedLargeChunkedBody_isRecognised() throws Exception {
        String part = "0123456789abcdef".repeat(4096);
        String answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + ("10000\r\n" + part + "\r\n").repeat(10) + "0\r\n\r\n";
        var crc = new CRC32C();
        crc.update(part.repeat(10).getBytes(StandardCharsets.ISO_8859_1));
        try (var server = ScriptedServer.answering(answer)) {
            LoadSpec spec = spec(server, 20);
            LoadResult right = run(spec.withBodyCheck(new BodyCheck.Expect(655_360, crc.getValue())));
            assertOutcomes(right, Map.of(FailureKind.OK, 20L));
            assertEquals(20 * 655_360L, right.bodyBytes());
            LoadResult wrong = run(spec.withBodyCheck(new BodyCheck.Expect(655_360, crc.getValue() ^ 1)));
            assertOutcomes(wrong, Map.of(FailureKind.WRONG_BODY, 20L));
        }
    }

    // Phases

    /** ab -t 10 ends with its request 50,000 if that comes first. */
    @ParameterizedTest
    @CsvSource({"20, 20, 0, 200", "40, 40, 0, 400", "41, 40, 1, 500"})
    void run_firstOfNumberAndTime_endsWithTheFirst(long requests, long ok, long aborted, long millis) throws Exception {
        try (var server = new SteppedServer(1, ScriptedServer.OK, answerEach10Millis())) {
            Stop stop =
                    new Stop.FirstOf(new Stop.AfterRequests(requests), new Stop.AfterDuration(Duration.ofMillis(500)));
            LoadSpec spec = LoadSpec.of(server.uri()).withConnections(1, 1).withStop(stop);
            LoadResult result = run(spec, server);
            assertOutcomes(result, Map.of(FailureKind.OK, ok, FailureKind.ABORTED_AT_END, aborted));
            assertEquals(Duration.ofMillis(millis), result.elapsed());
        }
    }

    /** 40 answers, and none at 500 ms. */
    private static long[] answerEach10Millis() {
        return LongStream.rangeClosed(1, 41).map(n -> n == 41 ? 500 : 10 * n).toArray();
    }

    @Test
    void run_warmup_isNotCounted() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult result = run(spec(server, 50).withWarmup(Duration.ofMillis(200)));
            assertOutcomes(result, Map.of(FailureKind.OK, 50L));
            assertTrue(server.requestCount() > 50, "seen " + server.requestCount());
            assertEquals(0, result.connectionsOpened(), "the connections of the warm-up stay");
            assertEquals(50, result.reusedRequests());
            assertTrue(result.elapsed().toMillis() < 200, result.elapsed().toString());
        }
    }

    /** 20 connections and answers after 200 ms are 100 per second, wherever the measured part begins. */
    @ParameterizedTest
    @CsvSource({"1, true", "3, true", "3, false"})
    void run_warmupEndsAmidRequests_ratesTheServerRight(int threads, boolean keepAlive) throws Exception {
        try (var server = new SteppedServer(20, ScriptedServer.OK, 200, 400, 600, 700)) {
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(20, threads)
                    .withKeepAlive(keepAlive)
                    .withWarmup(Duration.ofMillis(300))
                    .withStop(new Stop.AfterDuration(Duration.ofMillis(400)));
            LoadResult result = run(spec, server);
            assertOutcomes(result, Map.of(FailureKind.OK, 40L, FailureKind.ABORTED_AT_END, 20L));
            assertEquals(Duration.ofMillis(400), result.elapsed());
            assertEquals(100, result.perSecond());
            assertEquals(keepAlive ? 0 : 40, result.connectionsOpened(), "those before were opened in the warm-up");
            assertEquals(40, result.total().count());
            assertEquals(200e6, (double) result.total().min(), 2e5, "the time before the measured part is in it");
            assertEquals(200e6, (double) result.total().max(), 2e5);
        }
    }

    @Test
    void run_warmupEndsAmidRequests_theyAreOfTheNumber() throws Exception {
        try (var server = new SteppedServer(20, ScriptedServer.OK, 200, 400, 600, 800)) {
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(20, 3)
                    .withWarmup(Duration.ofMillis(300))
                    .withStop(new Stop.AfterRequests(40));
            LoadResult result = run(spec, server);
            assertOutcomes(result, Map.of(FailureKind.OK, 40L));
            assertEquals(60, server.requestCount(), "20 of them have ended in the warm-up");
            assertEquals(Duration.ofMillis(300), result.elapsed());
        }
    }

    @Test
    void stop_midRun_returnsWhatWasMeasured() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            var runner = new AtomicReference<LoadRunner>();
            LoadSpec spec = spec(server, 1).withStop(new Stop.AfterDuration(Duration.ofHours(1)));
            runner.set(new LoadRunner(spec, snapshot -> {
                assertTrue(snapshot.fractionDone() < 0.01);
                if (snapshot.ok() > 0) {
                    new Thread(runner.get()::stop, "stopper").start();
                }
            }));
            LoadResult result = runner.get().run();
            assertTrue(result.stoppedEarly());
            assertTrue(result.ok() > 0);
            assertEquals(0, result.failed());
            assertTrue(result.perSecond() > 0);
        }
    }

    @Test
    void stop_beforeRun_returnsNothing() throws Exception {
        try (var server = new ScriptedServer(ScriptedServer.Peer::hang)) {
            var runner = new LoadRunner(spec(server, 10), Progress.NONE);
            runner.stop();
            assertEquals(0, runner.run().ok());
        }
    }

    @Test
    void stop_inTheWarmup_hasCountedNothing() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            var runner = new AtomicReference<LoadRunner>();
            runner.set(new LoadRunner(spec(server, 1).withWarmup(Duration.ofHours(1)), snapshot -> {
                assertTrue(snapshot.elapsed().isNegative());
                runner.get().stop();
            }));
            LoadResult result = runner.get().run();
            assertEquals(0, result.started());
            assertEquals(Duration.ZERO, result.elapsed());
            assertEquals(0, result.perSecond());
        }
    }

    @Test
    void run_interrupted_endsItsThreads() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            var main = Thread.currentThread();
            LoadSpec spec = spec(server, 1).withStop(new Stop.AfterDuration(Duration.ofHours(1)));
            var runner = new LoadRunner(spec, snapshot -> main.interrupt());
            assertThrows(InterruptedException.class, runner::run);
            assertFalse(Thread.getAllStackTraces().keySet().stream()
                    .anyMatch(thread -> thread.getName().equals("load-1")));
        }
    }

    @Test
    void run_nobodyListens_isUnreachable() throws Exception {
        var server = ScriptedServer.answering(ScriptedServer.OK);
        server.close();
        LoadSpec spec = spec(server, 1).withStop(new Stop.AfterDuration(Duration.ofHours(1)));
        var e = assertThrows(UnreachableException.class, () -> run(spec));
        assertEquals(
                "cannot reach 127.0.0.1:" + server.uri().getPort()
                        + ": connection refused; is the server running, and on this port?",
                e.getMessage());
    }

    private static LoadSpec spec(ScriptedServer server, long requests) {
        return LoadSpec.of(server.uri())
                .withConnections(2, 1)
                .withStop(new Stop.AfterRequests(requests))
                .withTimeout(Duration.ofSeconds(20));
    }

    private static LoadResult run(LoadSpec spec) throws LoadException, InterruptedException {
        return new LoadRunner(spec, Progress.NONE).run();
    }

    private static LoadResult run(LoadSpec spec, SteppedServer server) throws LoadException, InterruptedException {
        var guard = new TargetGuard(InetAddress::getAllByName);
        return new LoadRunner(spec, Progress.NONE, Optional.empty(), server.clock(), guard).run();
    }

    /** All other kinds must be zero; that they sum to the number started, the result has checked. */
    private static void assertOutcomes(LoadResult result, Map<FailureKind, Long> expected) {
        for (FailureKind kind : FailureKind.values()) {
            assertEquals(expected.getOrDefault(kind, 0L), result.count(kind), kind + " in " + result.outcomes());
        }
    }
}
