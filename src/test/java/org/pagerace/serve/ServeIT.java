package org.pagerace.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code java -jar pagerace.war serve}, as a user runs it. */
class ServeIT {
    @TempDir
    private static Path folder;

    private static Serve shared;

    @BeforeAll
    static void start() throws Exception {
        shared = Serve.start(folder.resolve("shared"));
    }

    /** The most important assertion comes last: what was started has ended, in order and without a trace. */
    @AfterAll
    static void terminate_running_endsInOrderWithStatus0() throws Exception {
        assertEquals(0, shared.end("TERM"));
        assertEquals(List.of(), shared.children());
        assertEquals(List.of(), shared.runFolders());
        assertFalse(shared.errors().contains("Exception"), shared.errors());
        String log = Files.readString(shared.data().resolve("embedded-11.4.5/server.log"));
        assertTrue(log.contains("Shutdown complete"), log);
    }

    @ParameterizedTest
    @CsvSource({
        "/, 608500",
        "/index.html, 608500",
        "/portal.html, 223782",
        "/welcome.html, 1456",
        "/testing.html, 8",
        "/jquery-1.7.1.min.js, 93868",
        "/open, 608500",
        "/open.php, 608500"
    })
    void get_fixedPage_hasItsBytes(String path, int length) throws Exception {
        HttpResponse<byte[]> response = shared.get(path);
        assertEquals(200, response.statusCode());
        assertEquals(length, response.body().length);
        assertEquals(List.of(), response.headers().allValues("Server"));
        assertEquals(List.of(), response.headers().allValues("X-Powered-By"));
    }

    @ParameterizedTest
    @CsvSource({"/db, <table", "/db.php, <table", "/info, Java", "/info.php, Java"})
    void get_dynamicPage_isThere(String path, String expected) throws Exception {
        HttpResponse<byte[]> response = shared.get(path);
        String body = new String(response.body(), StandardCharsets.UTF_8);
        assertEquals(200, response.statusCode(), body);
        assertTrue(body.contains(expected), body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nope",
                "/org",
                "/org/",
                "/org/pagerace/launch/Launcher.class",
                "/%6Frg/pagerace/launch/Launcher.class",
                "//org/pagerace/launch/Launcher.class",
                "/org//pagerace/launch/Launcher.class",
                "/./org/pagerace/launch/Launcher.class",
                "/x/../org/pagerace/launch/Launcher.class",
                "/WEB-INF/web.xml",
                "/%57EB-INF/web.xml",
                "/WEB-INF%2fweb.xml",
                "/web-inf/web.xml",
                "/WEB-INF/server/",
                "/WEB-INF/php/pages/db.php",
                "/WEB-INF/sql/data.sql",
                "/META-INF/MANIFEST.MF",
                "/%2e%2e/%2e%2e/etc/passwd",
                "/%u002e/WEB-INF/web.xml",
                "/.%00/WEB-INF/web.xml",
                "/WEB-INF/.unpacked"
            })
    void get_whatIsNotAPage_is404Or400WithoutATrace(String path) throws Exception {
        String answer = shared.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertTrue(answer.matches("(?s)HTTP/1.1 (404|400) .*"), answer);
        for (String leak : List.of("Exception", "\tat ", "Jetty", "jetty", "web-app", "12.1.")) {
            assertFalse(answer.contains(leak), answer);
        }
    }

    @Test
    void announce_ready_namesEveryPage() throws IOException {
        List<String> lines = shared.output().lines().toList();
        assertEquals(11, lines.size(), lines::toString);
        for (String page : List.of("index.html", "jquery-1.7.1.min.js", "info", "db", "open", "db.php")) {
            assertTrue(lines.contains(shared.base() + page), page);
        }
        assertTrue(shared.errors().contains("11.4.5-MariaDB"), shared.errors());
    }

    @Test
    void start_portInUse_saysSoAndStartsNoDatabase() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var serve = Serve.launch(folder.resolve("taken"), "--port", Integer.toString(taken.getLocalPort()));
            serve.assertFails(1, "the port is in use; choose another with --port, or a free one with --port 0");
            assertFalse(Files.exists(serve.data()), "no database was made for nothing");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, --host|no-such-host.invalid, correct --host",
        "1, --host|192.0.2.1|--port|0, --host must be an address of this machine",
        "2, --port|65536, the port must be from 0 to 65535",
        "2, --port|many, many",
        "2, --db|oracle, 'embedded, system, none or a JDBC URL'",
        "2, --db|jdbc:foo, --db: must look like jdbc:mysql://HOST:PORT/SCHEMA",
        "2, --db|jdbc:mysql://H/bench?foo=bar, --db: the property 'foo' is not allowed",
        "2, --db|jdbc:mysql://bench:secret@H/bench, use --db-user and --db-password-file",
        "1, --port-file|/etc/passwd|--db|none, /etc/passwd (it is there and holds something else than a port)",
        "2, --db-user|me, go with a JDBC URL",
        "2, --db|jdbc:mysql://127.0.0.1:1/bench|--db-password-file|/no/such/file, --db-password-file /no/such/file: cannot read this file",
        "1, --port|0|--db|jdbc:mysql://127.0.0.1:1/bench, cannot reach the database",
        "1, --port-file|/no/such/folder/port|--db|none, name another with --port-file"
    })
    void start_badOption_isOneLine(int status, String options, String expected) throws Exception {
        var serve = Serve.launch(folder.resolve("bad"), options.split("\\|"));
        serve.assertFails(status, expected);
    }

    /** Said before anything is started, and not by Jetty, which adds a page of stack trace. */
    @ParameterizedTest
    @CsvSource({
        "PAGERACE_INFO_ACCESS, foo, pagerace.info.access=foo (from environment)",
        "PAGERACE_DATABASE_POOL_SIZE, abc, pagerace.database.pool-size=abc (from environment)",
        "PAGERACE_CONFIG, /nosuch, cannot read the settings file /nosuch (no such file)"
    })
    void start_wrongSetting_isOneLine(String variable, String value, String expected) throws Exception {
        var serve = Serve.launch(folder.resolve("wrong"), Map.of(variable, value), "--port", "0", "--db", "none");
        serve.assertFails(2, expected);
    }

    @Test
    void interrupt_withoutDatabase_endsWith130() throws Exception {
        var serve = Serve.start(folder.resolve("none"), "--db", "none");
        assertEquals(503, serve.get("/db").statusCode());
        assertEquals(200, serve.get("/open").statusCode());
        assertEquals(130, serve.end("INT"));
    }

    @Test
    void start_withoutDatabase_heedsNoUrlOfTheEnvironment() throws Exception {
        var serve = Serve.start(
                folder.resolve("heedless"),
                Map.of("PAGERACE_DATABASE_URL", "jdbc:mysql://127.0.0.1:1/x"),
                "--db",
                "none");
        assertEquals(503, serve.get("/db").statusCode());
        String info = new String(serve.get("/info?what=jdbc").body(), StandardCharsets.UTF_8);
        assertTrue(info.contains("not connected") && !info.contains("jdbc:mysql"), info);
        assertEquals(0, serve.end("TERM"));
    }

    /** Ctrl-C while the database is still being made must leave nothing behind either. */
    @Test
    void interrupt_whileStarting_endsWith130() throws Exception {
        var serve = Serve.launch(folder.resolve("early"), "--port", "0");
        serve.awaitError("creating a database");
        assertEquals(130, serve.end("INT"));
        assertEquals(List.of(), serve.children());
    }

    /** What a killed run leaves is known by its marker, which must outlive Jetty's start. */
    @Test
    void start_afterAHardKill_removesTheFolderLeftBehind() throws Exception {
        Path same = folder.resolve("killed");
        var killed = Serve.start(same, "--db", "none");
        Path left = killed.runFolders().get(0);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(left)));
        assertTrue(Files.exists(left.resolve(".pagerace-run")));
        killed.process().destroyForcibly().waitFor();
        assertEquals(List.of(left), killed.runFolders());
        Files.delete(same.resolve("port"));
        var next = Serve.start(same, "--db", "none");
        assertFalse(Files.exists(left));
        assertEquals(0, next.end("TERM"));
        assertEquals(List.of(), next.runFolders());
        assertFalse(Files.exists(same.resolve("port")), "the port is nobody's any more");
    }

    /** A password that others can read is none. */
    @Test
    void start_passwordFileOfOthers_isRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("password"), "x\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        var serve = Serve.launch(
                folder.resolve("open"),
                "--db",
                "jdbc:mysql://127.0.0.1:1/bench",
                "--db-password-file",
                file.toString());
        serve.assertFails(2, "run chmod 600 on it");
    }
}
