package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.process.ChildProcess;

/** The archive, unchanged, in an unmodified jetty-home with a copy of the project's jetty-base. */
class JettyBaseIT {
    private static final Pattern LISTENING = Pattern.compile("Started .*ServerConnector.*\\{127\\.0\\.0\\.1:(\\d+)}");
    private static final String CANARY = "kanarienvogel-7f3a";

    @TempDir
    private static Path folder;

    private static PageDatabase database;
    private static ChildProcess jetty;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        database = new PageDatabase(folder.resolve("data"));
        Path base = copyOfJettyBase(folder.resolve("project"));
        Path archive = Files.createDirectory(base.resolveSibling("target")).resolve("pagerace.war");
        Files.copy(Path.of(System.getProperty("pagerace.test.war")), archive);
        var environment = new HashMap<>(database.javaEnvironment());
        environment.put("SOMEBODYS_TOKEN", CANARY);
        jetty = startJetty(base, environment, folder.resolve("jetty.log"));
        port = Web.portOf(jetty, LISTENING);
        Web.await(port, "/testing.html", jetty::isAlive);
        Web.await(port, "/db", jetty::isAlive);
    }

    private static ChildProcess startJetty(Path base, Map<String, String> environment, Path log) throws IOException {
        Path home = Path.of(System.getProperty("pagerace.test.jetty-home"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return ChildProcess.start(new ChildProcess.Spec(
                "jetty-home",
                List.of(java, "-jar", home.resolve("start.jar").toString(), "jetty.http.port=0"),
                environment,
                base,
                log,
                "TERM",
                Duration.ofSeconds(20)));
    }

    /** Jetty works in its base; as in the project, the archive belongs into target beside it. */
    private static Path copyOfJettyBase(Path project) throws IOException {
        Path from = Path.of("jetty-base").toAbsolutePath();
        Path base = project.resolve("jetty-base");
        for (String part : List.of("start.d", "etc", "webapps", "environments")) {
            Files.createDirectories(base.resolve(part));
            try (Stream<Path> files = Files.list(from.resolve(part))) {
                for (Path file : files.toList()) {
                    Files.copy(file, base.resolve(part).resolve(file.getFileName()));
                }
            }
        }
        return base;
    }

    @AfterAll
    static void stop() throws IOException {
        if (jetty != null) {
            jetty.close();
            String log = Files.readString(folder.resolve("jetty.log"));
            assertFalse(log.contains("WARN") || log.contains("Exception"), log);
            assertFalse(log.contains(database.password()) || log.contains(CANARY), log);
        }
        if (database != null) {
            database.close();
        }
    }

    /** Jetty alone would listen and have no pages, or those of an older archive. */
    @Test
    void start_noArchive_endsAndNamesIt() throws Exception {
        Path base = copyOfJettyBase(folder.resolve("unbuilt"));
        Path log = folder.resolve("unbuilt.log");
        try (ChildProcess unbuilt = startJetty(base, Map.of(), log)) {
            assertTrue(unbuilt.awaitExit(Duration.ofSeconds(20)), "it must not run on");
            assertTrue(unbuilt.exitStatus().orElseThrow() != 0);
            assertTrue(Files.readString(log).contains("NoSuchFileException: " + base + "/../target/pagerace.war"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/index.html, 608500, text/html",
        "/portal.html, 223782, text/html",
        "/jquery-1.7.1.min.js, 93868, text/javascript",
        "/welcome.html, 1456, text/html",
        "/testing.html, 8, text/html",
        "/open, 608500, text/html",
        "/open.php, 608500, text/html"
    })
    void page_fixedBytes_hasItsSizeAndType(String target, int bytes, String type) throws Exception {
        Answer page = Web.get(port, target);
        assertEquals(200, page.status());
        assertEquals(bytes, page.body().length);
        assertEquals(Integer.toString(bytes), page.header("Content-Length"));
        assertTrue(page.header("Content-Type").startsWith(type), page.header("Content-Type"));
        assertEquals(null, page.header("Server"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/info", "/info.php", "/db", "/db.php", "/db?persistent=1", "/open", "/testing.html"})
    void page_head_hasTheHeadersOfGet(String target) throws Exception {
        Answer get = Web.get(port, target);
        Answer head = Web.send("HEAD", port, target);
        assertEquals(200, get.status());
        assertEquals(200, head.status());
        assertEquals("", head.latin());
        assertEquals(get.headers().keySet(), head.headers().keySet());
        assertEquals(get.header("Content-Type"), head.header("Content-Type"));
        assertEquals(Integer.toString(get.body().length), get.header("Content-Length"));
        if (!target.startsWith("/info")) { // the uptime changes its length
            assertEquals(get.header("Content-Length"), head.header("Content-Length"));
        }
    }

    @Test
    void page_alias_hasTheSameBytes() throws Exception {
        assertEquals(Web.get(port, "/db").latin(), Web.get(port, "/db.php").latin());
        assertEquals(Web.get(port, "/open").latin(), Web.get(port, "/open.php").latin());
        assertEquals(
                Web.get(port, "/index.html").latin(), Web.get(port, "/open").latin());
        assertEquals(200, Web.get(port, "/info.php").status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/org",
                "/org/pagerace/launch/Launcher.class",
                "/or%67/pagerace/launch/Launcher.class",
                "//org/pagerace/launch/Launcher.class",
                "/WEB-INF/web.xml",
                "/WEB-INF/",
                "/WEB-INF/server/",
                "/WEB-INF/php/pages/db.php",
                "/%57EB-INF/web.xml",
                "/WEB-INF%2fweb.xml",
                "/./WEB-INF/web.xml",
                "/META-INF/MANIFEST.MF",
                "/error",
                "/info/x",
                "/x.php",
                "/nothing"
            })
    void address_notAPage_isRefusedWithoutATrace(String target) throws Exception {
        Answer answer = raw("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertTrue(answer.status() == 404 || answer.status() == 400, () -> target + " " + answer.status());
        String text = answer.text();
        for (String trace : List.of("Exception", "\tat ", "Powered by", "jetty-base", "web-app", "<?php")) {
            assertFalse(text.contains(trace), () -> target + " shows " + trace + ": " + text);
        }
        assertEquals(Integer.toString(answer.body().length), answer.header("Content-Length"));
    }

    @Test
    void info_inAForeignContainer_isWholeAndTellsNoSecret() throws Exception {
        Answer page = Web.get(port, "/info");
        String text = page.text();
        for (InfoSection section : InfoSections.ALL) {
            assertTrue(text.contains("name=\"section_" + section.name() + "\""), section.name());
        }
        assertTrue(text.contains("SOMEBODYS_TOKEN"));
        assertFalse(text.contains(CANARY) || text.contains(database.password()));
        assertFalse(text.contains(folder.toString()), "no path");
        int bytes = page.body().length;
        assertTrue(bytes >= 64 * 1024 && bytes <= 92 * 1024, () -> "size " + bytes);
    }

    /** RFC 9112 section 9.3: an HTTP/1.0 client gets a lasting connection where it asks and the length is known. */
    @ParameterizedTest
    @ValueSource(strings = {"/info", "/db", "/open"})
    void page_http10KeepAlive_connectionStaysOpen(String target) throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            for (int round = 0; round < 2; round++) {
                socket.getOutputStream()
                        .write(PageServer.utf8("GET " + target + " HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
                Map<String, String> headers =
                        Answer.parse(head(socket.getInputStream())).headers();
                assertTrue("keep-alive".equalsIgnoreCase(headers.get("connection")), headers::toString);
                socket.getInputStream().skipNBytes(Integer.parseInt(headers.get("content-length")));
            }
        }
    }

    private static byte[] head(InputStream in) throws IOException {
        var text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            assertTrue(b >= 0, "closed in the head");
            text.append((char) b);
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The JDK's client would tidy the address up before it sends it. */
    private static Answer raw(String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(PageServer.utf8(request));
            return Answer.parse(socket.getInputStream().readAllBytes());
        }
    }
}
