package org.pagerace.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.pagerace.pages.Answer;
import org.pagerace.pages.InfoAnchors;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Web;

/** What a client sees of the archive, with a database, is the same in every container. */
@ParameterizedClass(name = "{0}")
@MethodSource("containers")
class ConformanceIT {
    private static final String CANARY = "kanarienvogel-7f3a";

    @TempDir
    private static Path folder;

    private static PageDatabase database;
    private static String databasePage;
    private static Container container;
    private static Wire wire;
    private static Counts counts;

    @Parameter
    private Kind kind;

    static List<Kind> containers() {
        return Kind.chosen();
    }

    @BeforeAll
    static void startDatabase() throws Exception {
        database = new PageDatabase(folder.resolve("data"));
    }

    @AfterAll
    static void stopDatabase() {
        if (database != null) {
            database.close();
        }
    }

    @BeforeParameterizedClassInvocation
    static void start(Kind kind) throws Exception {
        container = kind.start(Deployment.atRoot(folder.resolve(kind.name()))
                .withEnvironment(database.javaEnvironment())
                .withEnvironment(Map.of("SOMEBODYS_TOKEN", CANARY)));
        wire = container.wire();
        Web.await(container.port(), "/db", container.process()::isAlive);
        counts = new Counts();
    }

    @AfterParameterizedClassInvocation
    static void stop(Kind stopped) throws IOException {
        if (container == null) {
            return;
        }
        Container ended = container;
        container = null;
        ended.close();
        String log = ended.log();
        assertFalse(log.contains(database.password()) || log.contains(CANARY), log);
        if (!stopped.isMore()) { // those complain of much, and not of us; the others have no reason to
            assertEquals(List.of(), complaints(ended));
        }
        System.out.println("conformance: " + stopped + ": " + counts);
        counts.assertDocumented(stopped);
    }

    /** Returns what the log complains of, but for the failure that is provoked here. */
    private static List<String> complaints(Container of) throws IOException {
        return of.complaints().stream()
                .filter(line -> !line.strip().startsWith("at ") && !line.contains("error " + counts.errorId))
                .filter(line -> !line.contains("NoSuchFileException") || !line.contains("index.html"))
                // Tomcat tells once at level INFO that a client sent nonsense
                .filter(line -> !line.contains("Invalid character found in the request target"))
                .toList();
    }

    /** What is printed of one container, and stands in its row of docs/containers.md. */
    private static final class Counts {
        private String server = "?";
        private String servlet = "?";
        private String staticRows = "not run";
        private String pathRows = "not run";
        private int pages;
        private long bytes;
        private String errorId = "none";

        void page(Answer answer) {
            pages++;
            bytes += answer.latin().length();
        }

        /** Asserts that the row says what was found; if not all tests ran, there is nothing to compare. */
        void assertDocumented(Kind kind) throws IOException {
            if (server.equals("?") || List.of(staticRows, pathRows).contains("not run")) {
                System.out.println("conformance: " + kind + ": not all tests ran, so its row is not compared");
                return;
            }
            List<String> row = Docs.containers().row(kind.toString());
            assertTrue(kind.isMore() || server.contains(row.get(2)), () -> server + " is not " + row);
            assertEquals(
                    row.subList(3, 7), List.of(servlet, staticRows, pathRows, Integer.toString(pages)), kind::toString);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s, Servlet %s, JDK %s: static %s, paths %s, pages %d, bytes compared %,d",
                    server,
                    servlet,
                    System.getProperty("java.version"),
                    staticRows,
                    pathRows,
                    pages,
                    bytes);
        }
    }

    @Test
    void page_fixedBytes_areTheSameByGetAndHead() throws Exception {
        for (Pages.Page page : Pages.FIXED) {
            Answer get = wire.get(page.target());
            assertEquals(200, get.status(), page::toString);
            assertTrue(get.latin().equals(page.latin()), page::toString);
            assertEquals(page.bytes(), get.latin().length());
            assertType(page.type(), get);
            assertHeadEquals(get, page.target());
            counts.page(get);
        }
    }

    private static void assertType(String type, Answer answer) {
        String actual = answer.header("Content-Type").toLowerCase(Locale.ROOT).replace(" ", "");
        assertTrue(actual.equals(type) || actual.equals(type + ";charset=utf-8"), actual);
    }

    /** RFC 9110 section 9.3.2, and no header tells a version. */
    private static void assertHeadEquals(Answer get, String target) throws IOException {
        assertEquals(Integer.toString(get.latin().length()), get.header("Content-Length"), target);
        Answer head = wire.send("HEAD", target);
        assertEquals(200, head.status(), target);
        assertEquals("", head.latin(), target);
        assertEquals(comparable(get, target), comparable(head, target), target);
        assertNull(get.header("X-Powered-By"));
        String server = String.valueOf(get.header("Server"));
        assertFalse(server.matches(".*\\d.*"), server); // no version
    }

    private static Map<String, String> comparable(Answer answer, String target) {
        var headers = new TreeMap<>(answer.headers());
        headers.replace("date", "…");
        if (target.startsWith("/info")) { // the uptime changes its length
            headers.replace("content-length", "…");
        }
        return headers;
    }

    @Test
    void db_anyName_hasTheBytesOfTheFirstContainer() throws Exception {
        for (String target : Pages.DATABASE) {
            Answer get = wire.get(target);
            assertEquals(200, get.status(), target);
            if (databasePage == null) {
                databasePage = get.latin();
                assertEquals(20, get.text().split("<tr><td", -1).length - 1);
            }
            assertEquals(databasePage, get.latin(), target);
            assertEquals(
                    "text/html;charset=utf-8",
                    get.header("Content-Type").toLowerCase(Locale.ROOT).replace(" ", ""));
            assertHeadEquals(get, target);
            counts.page(get);
        }
    }

    /** What is shown of the machine is for one reader and no cache; the pages that are raced carry no byte too many. */
    @Test
    void dynamicPage_headers_areThoseOfThePolicyAndNoMore() throws Exception {
        Map<String, String> policy = Map.of(
                "cache-control", "no-store",
                "x-robots-tag", "noindex",
                "x-content-type-options", "nosniff",
                "referrer-policy", "no-referrer",
                "x-frame-options", "DENY");
        for (String target : Pages.INFO) {
            Map<String, String> headers = wire.get(target).headers();
            policy.forEach((name, value) -> assertEquals(value, headers.get(name), target + " " + name));
            assertTrue(headers.get("content-security-policy").startsWith("default-src 'none'; "), headers::toString);
        }
        Set<String> framing = Set.of("content-type", "content-length", "date", "connection", "keep-alive");
        for (String target : List.of("/db", "/db.php", "/open", "/open.php")) {
            Set<String> more = new TreeSet<>(wire.get(target).headers().keySet());
            more.removeAll(framing);
            expect(more.isEmpty(), target + " has the headers " + more);
        }
    }

    @Test
    void info_whole_hasItsSectionsAndNoSecret() throws Exception {
        for (String target : Pages.INFO) {
            Answer get = wire.get(target, "Cookie: session=" + CANARY, "Authorization: Basic " + CANARY);
            assertEquals(200, get.status());
            String text = get.text();
            for (String section : InfoAnchors.NAMES) {
                assertTrue(text.contains("name=\"section_" + section + "\""), section);
            }
            assertEquals(InfoAnchors.NAMES.size(), text.split("name=\"section_", -1).length - 1);
            int bytes = get.latin().length();
            assertTrue(bytes >= 64 * 1024, () -> "size " + bytes);
            expect(bytes <= 92 * 1024, "/info has " + bytes + " bytes");
            for (String secret : List.of(
                    CANARY, database.password(), folder.toString(), "PHP Version", "PHP Extension", "phpinfo()")) {
                assertFalse(text.contains(secret), secret);
            }
            assertHeadEquals(wire.get(target), target);
            counts.page(get);
        }
        assertTrue(wire.get("/info?what=jdbc").text().contains("11.4.5-MariaDB"));
        String about = wire.get("/info?what=container&format=text").text();
        counts.server = value("Server", about).replace('/', ' ');
        counts.servlet = value("Servlet specification", about);
    }

    /** What a test starts is reached from this machine only, as docs/containers.md sets it up. */
    @Test
    void start_listens_onLoopbackOnly() throws IOException {
        for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address : network.inetAddresses().toList()) {
                if (!address.isLoopbackAddress()) {
                    assertThrows(ConnectException.class, () -> new Socket(address, container.port()).close());
                }
            }
        }
    }

    private static String value(String key, String about) {
        Matcher line =
                Pattern.compile("^" + key + " => (.+)$", Pattern.MULTILINE).matcher(about);
        assertTrue(line.find(), about);
        return line.group(1);
    }

    @Test
    void method_other_isNotAllowedAnywhere() throws Exception {
        for (String target : List.of("/info", "/db", "/open", "/", "/testing.html", "/index.html")) {
            for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "FOO")) {
                Answer answer = wire.send(method, target, "X-Secret: " + CANARY, "Content-Length: 0");
                String what = method + " " + target + " " + answer;
                assertEquals(405, answer.status(), what);
                assertFalse(answer.toString().contains(CANARY), what);
                expect("GET, HEAD".equals(answer.header("Allow")), what);
                expect(answer.text().equals("405 method not allowed\n"), what);
            }
        }
    }

    /** RFC 9112 section 9.3: an HTTP/1.0 client gets a lasting connection where it asks and the length is known. */
    @Test
    void page_http10KeepAlive_connectionStaysOpen() throws Exception {
        List<String> targets = Stream.of(
                        Pages.INFO,
                        Pages.DATABASE,
                        Pages.FIXED.stream().map(Pages.Page::target).toList())
                .flatMap(List::stream)
                .toList();
        for (String target : targets) {
            String request = "GET " + target + " HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
            for (Answer answer : wire.series(request, 2)) {
                assertEquals(200, answer.status(), target);
                assertTrue("keep-alive".equalsIgnoreCase(answer.header("Connection")), target);
            }
        }
    }

    @Test
    void staticTable_eachRow_isAnsweredAsTheRfcSays() throws Exception {
        List<StaticRow> rows = StaticRow.all();
        var failures = new ArrayList<String>();
        for (StaticRow row : rows) {
            row.failure(wire, kind).ifPresent(failures::add);
        }
        long known = rows.stream().filter(row -> row.isWrongIn(kind)).count();
        counts.staticRows = result(rows.size(), failures) + (known == 0 ? "" : " (" + known + " known)");
    }

    @Test
    void pathTable_eachRow_isRefusedOrThePage() throws Exception {
        List<PathRow> rows = PathRow.all();
        var failures = new ArrayList<String>();
        for (PathRow row : rows) {
            row.failure(wire).ifPresent(failures::add);
            assertEquals(Optional.empty(), row.protectedContent(wire), row::toString);
        }
        counts.pathRows = result(rows.size(), failures);
    }

    private String result(int rows, List<String> failures) {
        failures.forEach(failure -> expect(false, failure));
        return (rows - failures.size()) + " of " + rows;
    }

    /** Asserts of the containers of every build; what others do before they ask the application is only told. */
    private void expect(boolean right, String what) {
        if (kind.isMore() && !right) {
            System.out.println(kind + ": " + what);
        } else {
            assertTrue(right, what);
        }
    }

    @Test
    void error_unknownAddress_hasTheFixedBodyAndNoId() throws Exception {
        Answer answer = wire.get("/nothing?x=%3Cscript%3E");
        assertEquals(404, answer.status());
        assertEquals("404 not found\n", answer.text());
        assertEquals("14", answer.header("Content-Length"));
        assertNull(answer.header("X-Error-Id"));
        assertEquals("", wire.send("HEAD", "/nothing").latin());
    }

    /** What is logged has an id; the answer has only that. */
    @Test
    void open_fileGone_isAFixedErrorWithItsIdInTheLog() throws Exception {
        Path file = container.webRoot().resolve("index.html");
        Path aside = container.webRoot().resolve("index.html.aside");
        Files.move(file, aside);
        try {
            Answer answer = wire.get("/open");
            assertEquals(500, answer.status());
            assertEquals("500 error\n", answer.text());
            counts.errorId = answer.header("X-Error-Id");
            assertTrue(counts.errorId.matches("[0-9a-f]{8}"), counts.errorId);
            container.awaitLog("error " + counts.errorId);
        } finally {
            Files.move(aside, file);
        }
        assertEquals(608_500, wire.get("/open").latin().length());
    }

    /**
     * RFC 9112 section 7.1.1: an extension's quoted value holds no line end. A server that ends the chunk's line there
     * takes the rest of the "value" for a request of its own: CVE-2026-2332.
     */
    @Test
    void chunkExtension_lineEndInQuotes_isOneAnswerAndTheEnd() throws Exception {
        String answers = exchange("""
                POST /testing.html HTTP/1.1
                Host: localhost
                Transfer-Encoding: chunked

                1;a="
                X
                0

                GET /welcome.html HTTP/1.1
                Host: localhost

                "
                Y
                0

                """);
        assertTrue(answers.startsWith("HTTP/1.1 40"), answers);
        expect(count(answers) == 1, "a smuggled request was answered");
    }

    @Test
    void chunkExtension_quoted_isOneAnswerPerRequest() throws Exception {
        String answers = exchange("""
                POST /testing.html HTTP/1.1
                Host: localhost
                Transfer-Encoding: chunked

                1;a="b;c"
                X
                0

                GET /testing.html HTTP/1.1
                Host: localhost
                Connection: close

                """);
        expect(answers.startsWith("HTTP/1.1 405"), "a quoted chunk extension is refused");
        // a server may close instead of reading the body of a request it refuses
        assertTrue(count(answers) == 1 || (count(answers) == 2 && answers.endsWith("\r\n\r\nTesting\n")), answers);
    }

    private static String exchange(String request) throws IOException {
        return new String(wire.exchange(request.replace("\n", "\r\n")), StandardCharsets.ISO_8859_1);
    }

    private static int count(String answers) {
        return answers.split("HTTP/1\\.1 ", -1).length - 1;
    }
}
