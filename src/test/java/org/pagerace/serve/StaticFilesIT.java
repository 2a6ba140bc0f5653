package org.pagerace.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Over a real socket, with Jetty's own handler of static files as the application behind, which counts what it is asked. */
class StaticFilesIT {
    private static final Instant OLD = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Pattern LENGTH = Pattern.compile("\r\nContent-Length: (\\d+)\r\n");
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int LARGE = 3_000_000; // more than a socket takes at once

    @TempDir
    private Path root;

    private final AtomicInteger asked = new AtomicInteger();
    private Server server;
    private PromptConnector connector;

    @BeforeEach
    void start() throws Exception {
        write("small.html", "12345678", OLD);
        write("large.html", "x".repeat(LARGE), OLD);
        server = new Server();
        connector = new PromptConnector(
                server, new ServeOptions("127.0.0.1", 0, PATIENCE, PATIENCE), new HttpConnectionFactory());
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        var resources = new ResourceHandler();
        resources.setBaseResource(ResourceFactory.of(resources).newResource(root));
        resources.setEtags(true);
        server.setHandler(new StaticFiles(root, new Handler.Wrapper(resources) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                asked.incrementAndGet();
                if (request.getHttpURI().getPath().equals("/fails")) {
                    throw new IOException("on purpose");
                }
                return super.handle(request, response, callback);
            }
        }));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private void write(String name, String content, Instant modified) throws IOException {
        Path beside = Files.writeString(root.resolve(name + "~"), content);
        Files.setLastModifiedTime(beside, FileTime.from(modified));
        Files.move(beside, root.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Sends bytes and returns what comes until the server closes. */
    private String exchange(String... parts) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            socket.setSoTimeout(10_000);
            for (String part : parts) {
                socket.getOutputStream().write(part.getBytes(StandardCharsets.US_ASCII));
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String get(String path, String... headers) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                + Arrays.stream(headers).map(header -> header + "\r\n").collect(Collectors.joining())
                + "\r\n";
    }

    private String answer(String path, String... headers) throws IOException {
        var all = new ArrayList<>(List.of(headers));
        all.add("Connection: close");
        return exchange(get(path, all.toArray(String[]::new)));
    }

    /** Splits answers to GET by their lengths; what follows the last whole one is its own part. */
    private static List<String> split(String answers) {
        var parts = new ArrayList<String>();
        String rest = answers;
        while (!rest.isEmpty()) {
            int body = rest.indexOf("\r\n\r\n") + 4;
            Matcher length = LENGTH.matcher(rest);
            int end = body >= 4 && length.find() ? body + Integer.parseInt(length.group(1)) : rest.length();
            parts.add(rest.substring(0, Math.min(end, rest.length())));
            rest = rest.substring(Math.min(end, rest.length()));
        }
        return parts;
    }

    /** Asks until the application is not asked any more: it learns when its answer has been sent. */
    private void learn(String path) throws IOException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        int before;
        do {
            assertTrue(System.nanoTime() - deadlineNanos < 0, "it is not learnt");
            before = asked.get();
            answer(path);
        } while (asked.get() > before);
    }

    private static String withoutDate(String answer) {
        return answer.replaceFirst("\r\nDate: [^\r]*", "");
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/small.html", "/large.html"})
    void get_again_isTheSameAnswerWithoutTheApplication(String path) throws IOException {
        List<String> first = answer(path).lines().sorted().toList();
        learn(path);
        int before = asked.get();
        List<String> second = answer(path).lines().sorted().toList();
        assertEquals(before, asked.get());
        assertEquals(
                first.stream()
                        .map(line -> line.startsWith("Date") ? "Date" : line)
                        .toList(),
                second.stream()
                        .map(line -> line.startsWith("Date") ? "Date" : line)
                        .toList());
        assertTrue(second.contains("HTTP/1.1 200 OK"), () -> second.get(0));
    }

    @ParameterizedTest
    @CsvSource({
        "Range: bytes=0-1, 206",
        "If-None-Match: W/\"x\", 200",
        "If-Match: \"x\", 412",
        "'If-Modified-Since: Mon, 30 Nov 2099 00:00:00 GMT', 304",
        "'If-Unmodified-Since: Mon, 30 Nov 1998 00:00:00 GMT', 412",
        "Accept-Encoding: gzip, 200",
        "Content-Length: 0, 200"
    })
    void get_notPlain_isTheApplications(String header, int status) throws IOException {
        learn("/small.html");
        int before = asked.get();
        String answer = answer("/small.html", header);
        assertEquals(before + 1, asked.get());
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/small.html?x=1", "/%73mall.html", "/./small.html"})
    void get_writtenDifferently_isTheApplications(String path) throws IOException {
        learn("/small.html");
        int before = asked.get();
        answer(path);
        assertEquals("12345678", body(answer(path)));
        assertEquals(before + 2, asked.get());
    }

    @Test
    void head_known_isTheApplications() throws IOException {
        learn("/small.html");
        int before = asked.get();
        String get = answer("/small.html");
        String head = exchange("HEAD /small.html HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertEquals(before + 1, asked.get());
        assertEquals(
                withoutDate(get).replace("12345678", "").lines().sorted().toList(),
                withoutDate(head).lines().sorted().toList());
    }

    /** Even if its length stays and its time lies in the past. */
    @Test
    void get_changedFile_isTheApplicationsAndLearntAnew() throws IOException {
        learn("/small.html");
        int known = asked.get();
        write("small.html", "abcdefgh", OLD.minusSeconds(60));
        answer("/small.html");
        assertEquals(known + 1, asked.get());
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!body(answer("/small.html")).equals("abcdefgh")) { // this application looks at it once a second only
            assertTrue(System.nanoTime() - deadlineNanos < 0, "it stays the old one");
            LockSupport.parkNanos(10_000_000); // between two looks
        }
        learn("/small.html");
        int before = asked.get();
        assertEquals("abcdefgh", body(answer("/small.html")));
        assertEquals(before, asked.get());
        Files.delete(root.resolve("small.html"));
        answer("/small.html");
        assertEquals(before + 1, asked.get());
    }

    /** What changes twice within the resolution of its time would not be seen to. */
    @Test
    void get_fileOfThisMoment_isNotLearntYet() throws IOException {
        write("new.html", "1", Instant.now().plusSeconds(60)); // or a slow machine would make it old
        for (int i = 1; i <= 20; i++) {
            answer("/new.html");
            assertEquals(i, asked.get());
        }
    }

    @Test
    void get_moreThanTheContentsHeld_isTheApplications() throws IOException {
        for (int i = 0; i < 5; i++) {
            write(i + ".html", "x".repeat(LARGE), OLD);
            learn("/" + i + ".html");
        }
        write("more.html", "x".repeat(LARGE), OLD);
        int before = asked.get();
        for (int i = 1; i <= 20; i++) {
            answer("/more.html");
            assertEquals(before + i, asked.get());
        }
    }

    /** Neither at one time nor of contents that nobody is sent any more. */
    @Test
    void get_fileThatChangesAllTheTime_boundsTheMemory() throws IOException {
        long before = bytesOutsideTheHeap();
        for (int i = 1; i <= 20; i++) {
            write("large.html", "x".repeat(LARGE), OLD.minusSeconds(i));
            for (int j = 1; j <= 3; j++) { // the first two it may learn from
                assertEquals(LARGE, body(answer("/large.html")).length());
            }
        }
        long now = bytesOutsideTheHeap();
        assertTrue(now - before < 32 << 20, now + " instead of " + before); // of them 16 of Jetty's own at most
        System.gc(); // which a busy server does without being asked
        learn("/large.html");
    }

    private static long bytesOutsideTheHeap() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** Nor does it take more requests than it can answer. */
    @ParameterizedTest
    @ValueSource(strings = {"/small.html", "/large.html"})
    void get_clientThatNeverReads_isCutOff(String path) throws Exception {
        learn(path);
        byte[] requests = get(path).repeat(100).getBytes(StandardCharsets.US_ASCII);
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            var sending = new FutureTask<Void>(() -> {
                while (true) {
                    socket.getOutputStream().write(requests);
                }
            });
            new Thread(sending).start();
            var end = assertThrows(ExecutionException.class, () -> sending.get(20, TimeUnit.SECONDS));
            assertInstanceOf(SocketException.class, end.getCause());
        }
    }

    @ParameterizedTest
    @CsvSource({"/nothing, 404", "/fails, 500"})
    void get_error_isOneAnswerAndTheConnectionLives(String path, int status) throws IOException {
        List<String> answers = split(exchange(get(path) + get("/small.html", "Connection: close")));
        assertTrue(answers.get(0).startsWith("HTTP/1.1 " + status + " "), answers.get(0));
        assertEquals("12345678", body(answers.get(1)));
    }

    /** More than the buffer holds, so that some reads leave no room: then there is more to read. */
    @Test
    void get_pipelined_areAnsweredInOrder() throws IOException {
        learn("/small.html");
        learn("/large.html");
        String requests = get("/small.html").repeat(200)
                + get("/large.html")
                + get("/small.html").repeat(200);
        List<String> answers = split(exchange(requests + get("/nothing") + get("/small.html", "Connection: close")));
        assertEquals(403, answers.size());
        for (int i = 0; i < answers.size(); i++) {
            assertEquals(
                    i == 200 ? LARGE : i == 401 ? body(answers.get(i)).length() : 8,
                    body(answers.get(i)).length());
        }
    }

    @Test
    void get_byteByByte_isAnswered() throws IOException {
        learn("/small.html");
        String[] bytes = (get("/small.html") + get("/small.html", "Connection: close")).split("");
        assertEquals(2, split(exchange(bytes)).size());
    }

    /** HTTP/1.0 ends with the connection, which closes only when all is sent. */
    @Test
    void get_http10_isWholeAndEnds() throws IOException {
        learn("/large.html");
        assertEquals(LARGE, body(exchange("GET /large.html HTTP/1.0\r\n\r\n")).length());
    }

    /** A reset, which the kernel sends when a socket is closed with unread bytes, could destroy the answer. */
    @Test
    void post_longBody_getsItsAnswerWithoutAReset() throws IOException {
        String head = "POST /nothing HTTP/1.0\r\nContent-Length: " + LARGE + "\r\n\r\n";
        assertTrue(exchange(head, "x".repeat(200_000)).startsWith("HTTP/1.1 404 "));
    }

    @Test
    void connection_thousandOneAfterAnother_areAllAnswered() throws IOException {
        learn("/small.html");
        int before = asked.get();
        for (int i = 0; i < 1000; i++) {
            assertEquals("12345678", body(exchange("GET /small.html HTTP/1.0\r\n\r\n")));
        }
        assertEquals(before, asked.get());
    }
}
