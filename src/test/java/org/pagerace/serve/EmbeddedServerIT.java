package org.pagerace.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.config.Home;

class EmbeddedServerIT {
    private static final Pattern HEAD =
            Pattern.compile("HTTP/1\\.1 .*?\r\nContent-Length: (\\d+).*?\r\n\r\n", Pattern.DOTALL);

    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final Instant OLD = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @TempDir
    private Path folder;

    /** Jetty alone gives a client that pauses one second. Several bodies, since the kernel takes megabytes of them. */
    @Test
    void stop_clientPausesInABody_sendsAllOfItAndWaitsForNoIdleConnection() throws Exception {
        try (EmbeddedServer server = start();
                var slow = new Socket();
                var slowToo = new Socket();
                var keptAlive = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            send(keptAlive, "GET /testing.html HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertEquals('H', keptAlive.getInputStream().read());
            connect(slowToo, server);
            send(slowToo, "GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20));
            connect(slow, server);
            send(slow, "GET /info HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(120));
            awaitWriterThatWaits();

            var stopping = new Thread(server::stop);
            stopping.start();
            assertFalse(endsWithin(stopping, Duration.ofMillis(2500)), "it waits for the client");
            var rest = new FutureTask<>(() -> slowToo.getInputStream().readAllBytes());
            new Thread(rest).start();
            assertEquals("", afterWholeAnswers(slow.getInputStream().readAllBytes()));
            assertEquals("", afterWholeAnswers(rest.get()));
            assertTrue(endsWithin(stopping, Duration.ofSeconds(5)));
        }
    }

    /** The whole takes longer than the server is patient, but never does nothing get on for so long. */
    @Test
    void answer_clientOnASlowLine_comesWhole() throws Exception {
        try (EmbeddedServer server = start(new ServeOptions("127.0.0.1", 0, PATIENCE, PATIENCE));
                var slow = new Socket()) {
            connect(slow, server);
            send(slow, "GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(19));
            send(slow, "GET /open HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            var answers = new ByteArrayOutputStream();
            long startNanos = System.nanoTime();
            for (byte[] part = read(slow); part.length > 0; part = read(slow)) {
                answers.writeBytes(part);
                LockSupport.parkNanos(25_000_000); // the slow line
            }
            assertTrue(System.nanoTime() - startNanos > PATIENCE.toNanos(), "no slow line");
            assertTrue(answers.size() > 20 * 608_500, answers.size() + " bytes");
            assertEquals("", afterWholeAnswers(answers.toByteArray()));
        }
    }

    private static byte[] read(Socket socket) throws IOException {
        return socket.getInputStream().readNBytes(1 << 16);
    }

    /** Few bytes, but each time another request: that is no hostile client. */
    @Test
    void connection_smallRequestsNowAndThen_staysOpen() throws Exception {
        try (EmbeddedServer server = start(new ServeOptions("127.0.0.1", 0, PATIENCE, PATIENCE));
                var client = new Socket()) {
            connect(client, server);
            for (int i = 0; i < 5; i++) {
                send(client, "GET /testing.html HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertEquals('H', client.getInputStream().read());
                LockSupport.parkNanos(700_000_000); // now and then
                client.getInputStream().skipNBytes(client.getInputStream().available());
            }
        }
    }

    /** The file of a page is looked at for each request, by Jetty's servlet and by what answers in its place. */
    @Test
    void get_changedFile_isServedChangedAtOnce() throws Exception {
        Path root = copy(WAR.resolveSibling("war"), folder.resolve("war"));
        Path page = root.resolve("testing.html");
        try (EmbeddedServer server = start(root)) {
            for (int version = 1; version <= 3; version++) {
                Files.writeString(page, "version " + version);
                Files.setLastModifiedTime(page, FileTime.from(OLD.minusSeconds(version)));
                for (int time = 1; time <= 3; time++) { // the first is the servlet's
                    assertEquals("version " + version, page(server), "time " + time);
                }
            }
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }

    private static String page(EmbeddedServer server) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            send(socket, "GET /testing.html HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return answer.substring(answer.indexOf("\r\n\r\n") + 4);
        }
    }

    private EmbeddedServer start() throws ServeException {
        return start(WAR.resolveSibling("war"));
    }

    private EmbeddedServer start(Path root) throws ServeException {
        return start(root, new ServeOptions("127.0.0.1", 0));
    }

    private EmbeddedServer start(ServeOptions options) throws ServeException {
        return start(WAR.resolveSibling("war"), options);
    }

    private EmbeddedServer start(Path root, ServeOptions options) throws ServeException {
        var home = new Home(root, Optional.of(WAR));
        EmbeddedServer server = EmbeddedServer.bind(home, options, folder);
        server.start(Map.of());
        return server;
    }

    private static void connect(Socket slow, EmbeddedServer server) throws IOException {
        slow.setReceiveBufferSize(4096);
        slow.setSoTimeout(10_000);
        slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    }

    private static void send(Socket socket, String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    /** A thread that waits below the servlet can write no more for now; for /open none waits. */
    private static void awaitWriterThatWaits() {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (Thread.getAllStackTraces().entrySet().stream()
                .noneMatch(thread -> thread.getKey().getState() == Thread.State.WAITING
                        && Arrays.stream(thread.getValue())
                                .anyMatch(frame -> frame.getClassName().endsWith(".InfoServlet")))) {
            assertTrue(System.nanoTime() - deadlineNanos < 0, "the kernel takes it all");
            LockSupport.parkNanos(1_000_000); // between two looks
        }
    }

    private static boolean endsWithin(Thread thread, Duration limit) throws InterruptedException {
        thread.join(limit.toMillis());
        return !thread.isAlive();
    }

    /** Skips the answers that are as long as they say, and returns what is left. */
    private static String afterWholeAnswers(byte[] bytes) {
        String answers = new String(bytes, StandardCharsets.ISO_8859_1);
        Matcher head = HEAD.matcher(answers);
        int position = 0;
        while (head.find(position) && head.start() == position) {
            int end = head.end() + Integer.parseInt(head.group(1));
            if (end > answers.length()) {
                return "only " + (answers.length() - head.end()) + " bytes of a body";
            }
            position = end;
        }
        return answers.substring(position);
    }
}
