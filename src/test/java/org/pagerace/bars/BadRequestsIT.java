package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pagerace.containers.Container;
import org.pagerace.containers.Deployment;
import org.pagerace.containers.Kind;
import org.pagerace.containers.Leaks;
import org.pagerace.containers.PathRow;
import org.pagerace.pages.Answer;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Web;

/** Bar 8: whatever is sent, no error of the server's own comes back, and nothing that is not for the client. */
@Timeout(180)
class BadRequestsIT {
    private static final int PATHS = Bar.size(400, 2_000);
    private static final int REQUESTS = Bar.size(1_600, 10_000);
    private static final long SEED = 20_261_130;
    private static final int LIMIT_MILLIS = 10_000;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})");
    private static final List<String> NOT_IMPLEMENTED =
            List.of("501", "505"); // what a request may ask for and no server need have
    private static final List<String> ALWAYS_SECRET = List.of("\tat ", System.getProperty("user.home") + "/");
    private static final List<String> SECRET_IN_ERRORS =
            List.of("\tat ", System.getProperty("user.home") + "/", "WEB-INF", "jdbc:");
    private static final List<String> FIGURES = new ArrayList<>();

    @TempDir
    private static Path folder;

    private static PageDatabase database;

    @BeforeAll
    static void start() throws Exception {
        database = new PageDatabase(folder.resolve("data")); // without one, /db is a 503 by right
    }

    @AfterAll
    static void stop() {
        Bar.print(8, String.join("; ", FIGURES));
        if (database != null) {
            database.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED_JETTY", "TOMCAT_11"})
    void requests_bad_areRefusedAndTellNothing(Kind kind) throws Exception {
        try (Container container = kind.start(
                Deployment.atRoot(folder.resolve(kind.name())).withEnvironment(database.javaEnvironment()))) {
            Web.await(container.port(), "/db", container.process()::isAlive);
            var random = new SplittableRandom(SEED);
            var results = new Results();
            for (String path : paths(random)) {
                results.add(container.port(), "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            }
            for (int i = 0; i < REQUESTS; i++) {
                results.add(container.port(), request(random));
            }
            FIGURES.add(kind + ": " + results);
            assertEquals(List.of(), results.faults);
            for (String page : List.of("/testing.html", "/db", "/info", "/open")) {
                assertEquals(200, container.wire().get(page).status(), page);
            }
            assertEquals(
                    List.of(),
                    container.complaints().stream()
                            // Tomcat tells once, at level INFO, that a client sent nonsense
                            .filter(line -> !line.contains("java.lang.IllegalArgumentException: Invalid"))
                            .toList());
        }
    }

    private static final class Results {
        private final List<String> faults = new ArrayList<>();
        private int requests;
        private int refused;
        private int closed;
        private int answered;

        void add(int port, String request) throws IOException {
            requests++;
            String answers = answers(port, request);
            List<String> statuses = STATUS.matcher(answers)
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            boolean fine = statuses.stream().anyMatch(status -> status.startsWith("2"));
            if (answers.isEmpty()) {
                closed++;
            } else if (fine || statuses.isEmpty()) { // none: HTTP/0.9, which is a page and nothing else
                answered++;
            } else {
                refused++;
            }
            fault(answers, statuses, fine || statuses.isEmpty())
                    .ifPresent(fault -> faults.add(fault + " after " + shortened(request) + ": " + shortened(answers)));
        }

        private static Optional<String> fault(String answers, List<String> statuses, boolean page) {
            if (answers.startsWith(HUNG)) {
                return Optional.of("no end");
            }
            Optional<String> status = statuses.stream()
                    .filter(code -> code.startsWith("5") && !NOT_IMPLEMENTED.contains(code))
                    .findFirst();
            if (status.isPresent()) {
                return status;
            }
            var answer = new Answer(0, Map.of(), answers);
            Optional<String> leak = page ? Leaks.ofProtectedFiles(answer) : Leaks.in(answer);
            // the page /info shows the request's address, and that of the database
            List<String> words = page ? ALWAYS_SECRET : SECRET_IN_ERRORS;
            return leak.isPresent()
                    ? leak
                    : words.stream().filter(answers::contains).findFirst();
        }

        private static String shortened(String text) {
            String all = text.replace("\r", "\\r").replace("\n", "\\n");
            return all.length() <= 600 ? all : all.substring(0, 600) + "…";
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%,d bad requests: %,d refused, %,d closed, %,d answered as far as they were right; %d faults",
                    requests,
                    refused,
                    closed,
                    answered,
                    faults.size());
        }
    }

    private static final String HUNG = "(hung) ";

    /** Sends the bytes and an end, and returns all that comes back. */
    private static String answers(int port, String request) throws IOException {
        var received = new ByteArrayOutputStream();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(LIMIT_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[1 << 16];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                received.write(buffer, 0, count);
            }
        } catch (SocketTimeoutException e) {
            return HUNG + received.toString(StandardCharsets.ISO_8859_1);
        } catch (SocketException e) {
            // A server that has said enough need not read the rest, and a reset is what its kernel makes of that.
        }
        return received.toString(StandardCharsets.ISO_8859_1);
    }

    /** Those of the conformance table, then these changed by what has led past a server's checks before. */
    private static List<String> paths(SplittableRandom random) throws IOException {
        List<String> table = PathRow.all().stream().map(PathRow::path).toList();
        List<String> paths = new ArrayList<>(table);
        while (paths.size() < PATHS) {
            String path = pick(random, table);
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                path = changed(random, path);
            }
            paths.add(path);
        }
        return paths;
    }

    private static final List<String> SEGMENTS = List.of(
            "/",
            "//",
            "/./",
            "/../",
            "/..;/",
            "/.;x=y/",
            "%2f",
            "%2F",
            "%5c",
            "\\",
            "%2e",
            "%2e%2e/",
            "%252e",
            "%00",
            "%0d%0a",
            "%20",
            "%c0%ae",
            "%e0%80%af",
            "%u002f",
            "%",
            "%zz",
            ";",
            ";jsessionid=1",
            "?",
            "#",
            "~",
            ".php",
            ".html",
            "WEB-INF",
            "/WEB-INF/web.xml",
            "META-INF",
            "/org/pagerace",
            "etc/passwd",
            "\u00e9",
            "\u0001",
            "{",
            "|",
            "\"",
            "<script>");

    private static final List<Function<String, String>> ENCODINGS = List.of(
            one -> String.format("%%%02x", (int) one.charAt(0)),
            one -> String.format("%%25%02X", (int) one.charAt(0)),
            one -> String.format("%%u00%02x", (int) one.charAt(0)),
            one -> one.toUpperCase(Locale.ROOT),
            one -> one.toLowerCase(Locale.ROOT),
            one -> one + one,
            one -> "");

    /** Another writing of one character, or something put in before it. */
    private static String changed(SplittableRandom random, String path) {
        if (path.isEmpty()) {
            return "/";
        }
        int at = random.nextInt(path.length());
        String changed = random.nextBoolean()
                ? pick(random, SEGMENTS) + path.charAt(at)
                : pick(random, ENCODINGS).apply(path.substring(at, at + 1));
        return path.substring(0, at) + changed + path.substring(at + 1);
    }

    // The grammar: each part is mostly right, so that what is wrong with another gets past the first look.

    private static final List<String> METHODS = List.of(
            "HEAD",
            "POST",
            "PUT",
            "OPTIONS",
            "TRACE",
            "CONNECT",
            "get",
            "G@T",
            "GE\tT",
            "",
            " GET",
            "PRI",
            "\u00e9",
            "G\0T",
            "X".repeat(9_000));
    private static final List<String> PAGES = List.of(
            "/testing.html",
            "/",
            "/info",
            "/db",
            "/open",
            "/info?what=all&format=text",
            "/info?what=%zz&x",
            "/empty.html",
            "/nothing");
    private static final List<String> TARGETS = List.of(
            "",
            "*",
            "testing.html",
            "http://localhost/testing.html",
            "http:///x",
            "ftp://localhost/",
            "http://[::1/",
            "localhost:80",
            "/" + "x".repeat(9_000),
            "/?" + "y".repeat(9_000),
            "/a b",
            "/\r\nX: y",
            "?",
            "://",
            "/%");
    private static final List<String> VERSIONS = List.of(
            "HTTP/1.0",
            "HTTP/0.9",
            "HTTP/2.0",
            "HTTP/1.9",
            "HTTP/9.9",
            "HTTP/1",
            "HTTP/11",
            "http/1.1",
            "HTTP/1.1 x",
            "",
            "XTTP/1.1",
            "HTTP/-1.1");
    private static final List<String> LINE_ENDS = List.of("\n", "\r", "\r\r\n", " \r\n", "\0\r\n");
    private static final List<String> FIELDS = List.of(
            "Host:",
            "Host: a, b",
            "Host: localhost:99999",
            "Host: [::1",
            "Host: \u00e9",
            "Host: a/b",
            "Host: a b",
            "NoColon",
            ": no name",
            "Space : x",
            " folded: x",
            "\tx",
            "Nul: a\0b",
            "Cr: a\rb",
            "\u00e9: x",
            "Bell: \u0007",
            "Empty:",
            "Long: " + "z".repeat(9_000),
            "x: y\r\n".repeat(300) + "x: y",
            "Content-Length: -1",
            "Content-Length: abc",
            "Content-Length: 5",
            "Content-Length: 5\r\nContent-Length: 6",
            "Content-Length: 5, 5",
            "Content-Length: 99999999999999999999",
            "Content-Length: +5",
            "Content-Length: 0x5",
            "Content-Length:",
            "Transfer-Encoding: chunked",
            "Transfer-Encoding: chunked, chunked",
            "Transfer-Encoding: identity",
            "Transfer-Encoding: gzip",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 3",
            "Transfer-Encoding:\tchunked",
            "Expect: 100-continue",
            "Expect: 200-ok",
            "Range: bytes=9-1",
            "Range: bytes=-0",
            "Range: bytes=0-0,2-2,4-4",
            "Range: lines=1-2",
            "Range: bytes=99999999999999999999-",
            "Range: " + "0-0,".repeat(1_500),
            "If-Range: x",
            "If-None-Match: \"",
            "If-Match: *",
            "If-Modified-Since: yesterday",
            "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT",
            "Cookie: a=b; =; ;; \u00e9=\"",
            "Cookie: " + "a=b; ".repeat(1_000),
            "Authorization: Basic !!!!",
            "Authorization: Digest",
            "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x",
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 0",
            "Connection: close, keep-alive",
            "Connection: \u00e9",
            "Accept-Encoding: gzip;q=x",
            "Accept-Language: " + "xx-,".repeat(500),
            "X-Forwarded-For: ${jndi:x}",
            "Forwarded: for=\"_",
            "Content-Type: multipart/form-data",
            "Content-Type: text/html; charset=nonsense",
            "Content-Encoding: br",
            "TE: trailers, x",
            "Trailer: Content-Length",
            "Date: 0",
            "Max-Forwards: -1",
            "Accept: */*;q=" + "9".repeat(400));
    private static final List<String> BODIES = List.of(
            "hello",
            "5\r\nhello\r\n0\r\n\r\n",
            "5;a=\"b;c\"\r\nhello\r\n0\r\n\r\n",
            "zz\r\nhello\r\n",
            "-1\r\nx",
            "5\r\nhel",
            "fffffffffffffffff\r\nx",
            "5\nhello\n0\n\n",
            "0\r\nContent-Length: 9\r\n\r\n",
            "1;a=\"\r\nX\r\n0\r\n\r\n",
            "\0\0\0\0",
            "0\r\n" + "T: x\r\n".repeat(1_000) + "\r\n",
            "GET /WEB-INF/web.xml HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "\u0016\u0003\u0001\u0002\u0000\u0001");

    private static String request(SplittableRandom random) {
        if (random.nextInt(50) == 0) {
            return noise(random);
        }
        String end = random.nextInt(12) == 0 ? pick(random, LINE_ENDS) : "\r\n";
        var request = new StringBuilder();
        request.append(random.nextInt(6) == 0 ? pick(random, METHODS) : random.nextInt(4) == 0 ? "POST" : "GET")
                .append(random.nextInt(30) == 0 ? "" : " ")
                .append(target(random))
                .append(random.nextInt(30) == 0 ? "  " : " ")
                .append(random.nextInt(8) == 0 ? pick(random, VERSIONS) : "HTTP/1.1")
                .append(end);
        if (random.nextInt(12) > 0) {
            request.append("Host: localhost").append(end);
        }
        for (int fields = random.nextInt(4); fields > 0; fields--) {
            request.append(pick(random, FIELDS)).append(end);
        }
        request.append(end);
        if (random.nextInt(3) == 0) {
            request.append(pick(random, BODIES));
        }
        if (random.nextInt(10) == 0) {
            request.setLength(random.nextInt(request.length()));
        }
        if (random.nextInt(10) == 0 && !request.isEmpty()) {
            request.setCharAt(random.nextInt(request.length()), (char) random.nextInt(256));
        }
        return request.toString();
    }

    private static String target(SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0 -> pick(random, TARGETS);
            case 1 -> changed(random, changed(random, pick(random, PAGES)));
            default -> pick(random, PAGES);
        };
    }

    private static String noise(SplittableRandom random) {
        var noise = new StringBuilder();
        for (int length = random.nextInt(1, 200); length > 0; length--) {
            noise.append((char) random.nextInt(256));
        }
        return noise.toString();
    }

    private static <T> T pick(SplittableRandom random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
