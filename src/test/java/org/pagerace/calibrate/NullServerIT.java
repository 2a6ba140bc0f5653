package org.pagerace.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.Peers;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Stop;
import org.pagerace.load.http.ParserState;
import org.pagerace.load.http.ResponseParser;
import org.pagerace.process.ChildProcess;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

/** The null server behind real sockets; its answers are judged by the driver's own strict parser. */
@Timeout(60)
class NullServerIT {
    private static final int SMALL = Answers.SMALL; // with the head; a body of that length is not small any more
    private static final int PART = Answers.PART;

    @TempDir
    private Path folder;

    private static NullServer start(long bodyBytes) throws IOException {
        return NullServer.start(InetAddress.getLoopbackAddress(), 0, bodyBytes, 2);
    }

    private static Socket connect(NullServer server) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static void send(Socket socket, String request) throws IOException {
        socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** Takes one answer, byte after byte, so that nothing of the next one is lost. */
    private static ResponseParser take(Socket socket, boolean toHead) throws IOException {
        var parser = new ResponseParser(toHead, true);
        parser.keepHead(0);
        InputStream in = socket.getInputStream();
        var one = ByteBuffer.allocate(1);
        byte[] some = new byte[8192];
        while (!parser.state().isFinal()) {
            // within a body of known length more cannot be too much
            int wanted = parser.state() == ParserState.SIZED_BODY
                    ? (int) Math.min(some.length, contentLength(parser) - parser.bodyBytes())
                    : 1;
            int count = in.read(some, 0, wanted);
            if (count < 0) {
                parser.endOfStream();
                break;
            }
            parser.feed(wanted == 1 ? one.clear().put(some[0]).flip() : ByteBuffer.wrap(some, 0, count));
        }
        assertEquals(ParserState.COMPLETE, parser.state(), () -> parser.fault() + " " + head(parser));
        assertEquals(200, parser.status());
        return parser;
    }

    private static String head(ResponseParser parser) {
        return new String(parser.head(), 0, parser.headLength(), StandardCharsets.US_ASCII);
    }

    private static long contentLength(ResponseParser parser) {
        Matcher matcher = Pattern.compile("Content-Length: (\\d+)").matcher(head(parser));
        assertTrue(matcher.find(), () -> head(parser));
        return Long.parseLong(matcher.group(1));
    }

    private static void assertWhole(ResponseParser parser, long bytes) {
        assertEquals(bytes, parser.bodyBytes());
        assertEquals(NullServer.crc32c(bytes), parser.crc32c());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, SMALL - 200, SMALL, PART, PART + 1, 608_491})
    void get_again_answersOnTheSameConnection(int bytes) throws IOException {
        try (NullServer server = start(bytes);
                Socket socket = connect(server)) {
            for (int i = 0; i < 3; i++) {
                send(socket, "GET /any HTTP/1.1\nHost: here\n\n");
                ResponseParser answer = take(socket, false);
                assertWhole(answer, bytes);
                assertTrue(answer.isPersistent());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, SMALL, PART + 1})
    void head_answer_hasTheLengthAndNoBody(int bytes) throws IOException {
        try (NullServer server = start(bytes);
                Socket socket = connect(server)) {
            send(socket, "HEAD / HTTP/1.1\nHost: here\n\nGET / HTTP/1.1\nHost: here\n\n");
            ResponseParser answer = take(socket, true);
            assertEquals(bytes, contentLength(answer));
            assertWhole(take(socket, false), bytes);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET / HTTP/1.0, false",
        "'GET / HTTP/1.0\nConnection: keep-alive', true",
        "'GET / HTTP/1.1\nHost: x', true",
        "'GET / HTTP/1.1\nHost: x\nConnection: close', false"
    })
    void get_anyVersion_keepsTheConnectionAsAsked(String request, boolean kept) throws IOException {
        try (NullServer server = start(8);
                Socket socket = connect(server)) {
            send(socket, request + "\n\n");
            ResponseParser answer = take(socket, false);
            assertEquals(kept, answer.isPersistent(), () -> head(answer));
            assertWhole(answer, 8);
            if (!kept) {
                assertEquals(-1, socket.getInputStream().read(), "the server closes");
            }
        }
    }

    /** Nobody reads until all has been sent, so the server has to wait for room in the socket, and to go on in order. */
    @ParameterizedTest
    @CsvSource({"8, 20000", "16000, 1000", "60000, 400", "1000000, 40"})
    void get_pipelinedAndSlowlyRead_areAllAnswered(int bytes, int requests) throws Exception {
        try (NullServer server = start(bytes);
                Socket socket = connect(server)) {
            var sender = new Thread(() -> {
                try {
                    send(socket, "GET / HTTP/1.1\nHost: here\n\n".repeat(requests - 1));
                    send(socket, "GET / HTTP/1.1\nHost: here\nConnection: close\n\n");
                } catch (IOException e) {
                    // the reader below misses an answer then
                }
            });
            sender.start();
            for (int i = 0; i < requests; i++) {
                assertWhole(take(socket, false), bytes);
            }
            assertEquals(-1, socket.getInputStream().read());
            sender.join();
        }
    }

    @ParameterizedTest
    @CsvSource({"8, true", "8, false", "100000, true", "100000, false"})
    void load_ofOurDriver_hasNoFailure(long bytes, boolean keepAlive) throws Exception {
        try (NullServer server = start(bytes)) {
            LoadSpec spec = LoadSpec.of(URI.create("http://127.0.0.1:" + server.port() + "/"))
                    .withKeepAlive(keepAlive)
                    .withConnections(8, 1)
                    .withStop(new Stop.AfterRequests(2000))
                    .withBodyCheck(new BodyCheck.Expect(bytes, NullServer.crc32c(bytes)));
            LoadResult result = new LoadRunner(spec, Progress.NONE).run();
            assertEquals(
                    2000, result.count(FailureKind.OK), () -> result.outcomes().toString());
        }
    }

    @Test
    void load_ofWrk_hasNoFailure() throws Exception {
        Peers.require(
                Arrays.stream(System.getenv("PATH").split(":", -1))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "wrk"))),
                "wrk is not installed: apt-get install wrk");
        try (NullServer server = start(8)) {
            Process wrk = new ProcessBuilder("wrk", "-d1", "-c8", "-t1", "http://127.0.0.1:" + server.port() + "/")
                    .redirectErrorStream(true)
                    .start();
            String text = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, wrk.waitFor(), text);
            assertTrue(text.contains("requests in"), text);
            assertFalse(text.contains("Socket errors") || text.contains("Non-2xx"), text);
        }
    }

    @Test
    void start_portTaken_isRefused() throws IOException {
        try (NullServer server = start(8)) {
            assertThrows(
                    BindException.class, () -> NullServer.start(InetAddress.getLoopbackAddress(), server.port(), 8, 1));
        }
    }

    @Test
    void start_numbersOutOfRange_areRefused() {
        InetAddress host = InetAddress.getLoopbackAddress();
        assertThrows(IllegalArgumentException.class, () -> NullServer.start(host, 0, -1, 1));
        assertThrows(IllegalArgumentException.class, () -> NullServer.start(host, 0, Answers.LONGEST + 1, 1));
        assertThrows(IllegalArgumentException.class, () -> NullServer.start(host, 0, 8, 0));
    }

    @Test
    void close_openConnections_endsThem() throws IOException {
        NullServer server = start(8);
        try (Socket socket = connect(server)) {
            send(socket, "GET / HTTP/1.1\nHost: here\n\n");
            take(socket, false);
            server.close();
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    private ChildProcess command(String stop, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                System.getProperty("pagerace.test.war"),
                "null-server"));
        command.addAll(List.of(options));
        Path war = Path.of(System.getProperty("pagerace.test.war"));
        return ChildProcess.start(new ChildProcess.Spec(
                "null-server",
                command,
                Map.of("PAGERACE_CACHE", war.resolveSibling("test-cache").toString()),
                folder,
                folder.resolve("log"),
                stop,
                Duration.ofSeconds(10)));
    }

    @SuppressWarnings("try") // closed early, since how it ends is what is asked
    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 0"})
    void command_signal_endsInOrder(String signal, int status) throws Exception {
        Path portFile = folder.resolve("port");
        try (ChildProcess server = command(signal, "--body-bytes", "100", "--port-file", portFile.toString())) {
            assertTrue(server.awaitLine("http://127.0.0.1:", Duration.ofSeconds(20)), () -> server.lastLines(9) + "");
            int port = Integer.parseInt(Files.readString(portFile).strip());
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(10_000);
                send(socket, "GET / HTTP/1.0\n\n");
                assertWhole(take(socket, false), 100);
            }
            server.close();
            assertEquals(status, server.exitStatus().orElseThrow(), () -> server.lastLines(9) + "");
            assertFalse(Files.exists(portFile));
            assertFalse(server.lastLines(50).toString().contains("Exception"), () -> server.lastLines(50) + "");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--port | 70000 | 2 | --port must be 0 to 65535, but is 70000",
                "--threads | 0 | 2 | there may be 1 to 256 threads, but asked for are 0; check --threads",
                "--body-bytes | -1 | 2 | check --body-bytes",
                "--host | 192.0.2.1 | 1 | choose another with --host and --port"
            })
    void command_wrongOption_saysTheRemedy(String option, String value, int status, String words) throws Exception {
        try (ChildProcess server = command("TERM", option, value)) {
            assertTrue(server.awaitExit(Duration.ofSeconds(20)));
            assertEquals(status, server.exitStatus().orElseThrow());
            assertTrue(server.lastLines(9).toString().contains(words), () -> server.lastLines(9) + "");
        }
    }
}
