package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages as a client sees them, without a database. */
class PagesTest {
    private static PageServer server;

    @BeforeAll
    static void start() throws Exception {
        server = PageServer.ofSourceTree(Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/index.html, 608500, text/html",
        "/portal.html, 223782, text/html",
        "/welcome.html, 1456, text/html",
        "/testing.html, 8, text/html",
        "/open, 608500, text/html;charset=utf-8",
        "/open.php, 608500, text/html;charset=utf-8"
    })
    void page_fixedBytes_getAndHeadAgree(String target, int bytes, String type) throws Exception {
        Answer get = server.get(target);
        assertEquals(200, get.status());
        assertEquals(bytes, get.body().length);
        assertEquals(Integer.toString(bytes), get.header("Content-Length"));
        assertEquals(type, get.header("Content-Type"));
        Answer head = server.send("HEAD", target);
        assertEquals("", head.latin());
        assertEquals(get.headers().keySet(), head.headers().keySet());
        assertEquals(get.header("Content-Length"), head.header("Content-Length"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/db", "/db.php", "/db?persistent=1"})
    void db_noDatabase_isToldAndPromisesNoLater(String target) throws Exception {
        Answer answer = server.get(target);
        assertEquals(503, answer.status());
        assertEquals("503 no database\n", answer.text());
        assertEquals(null, answer.header("Retry-After"));
        assertEquals("", server.send("HEAD", target).latin());
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /info",
        "PUT, /info",
        "DELETE, /db",
        "OPTIONS, /open",
        "PATCH, /db.php",
        "POST, /open.php",
        "FOO, /info"
    })
    void page_otherMethod_isNotAllowed(String method, String target) throws Exception {
        Answer answer = server.send(method, target);
        assertEquals(405, answer.status());
        assertEquals("GET, HEAD", answer.header("Allow"));
        assertEquals("405 method not allowed\n", answer.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/info", "/open", "/testing.html"})
    void page_postAsGet_isAnsweredAsGet(String target) throws Exception {
        try (var told = PageServer.ofSourceTree(Map.of("pagerace.post-as-get", "true"))) {
            Answer get = told.send("GET", target);
            Answer post = told.send("POST", target, "Content-Length: 0", "Range: bytes=0-0");
            assertEquals(200, post.status());
            assertEquals(get.headers().keySet(), post.headers().keySet());
            if (!target.equals("/info")) { // which has its own story to tell each time
                assertEquals(get.latin(), post.latin());
            }
            Answer put = told.send("PUT", target);
            assertEquals(405, put.status());
            assertEquals("GET, HEAD, POST", put.header("Allow"));
        }
    }

    /** Jetty's own defaults refuse TRACE before a servlet is asked; our server leaves it to us, and answers 405 (ParityIT). */
    @ParameterizedTest
    @ValueSource(strings = {"/info", "/index.html"})
    void page_trace_isRefusedAndEchoesNothing(String target) throws Exception {
        Answer answer = server.send("TRACE", target, "X-Secret: canary");
        assertEquals(403, answer.status());
        assertFalse(answer.latin().contains("canary"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/org", "/org/pagerace/launch/Launcher.class", "/or%67/x", "/WEB-INF/web.xml", "/WEB-INF", "/error",
                "/info/", "/info.php/.css", "/info.css", "/db/x", "/x.php", "/nothing?x=<script>"
            })
    void address_notAPage_isNotFound(String target) throws Exception {
        Answer answer = server.get(target.replace("<", "%3C").replace(">", "%3E"));
        assertEquals(404, answer.status());
        assertEquals("404 not found\n", answer.text());
        assertEquals("14", answer.header("Content-Length"));
        assertEquals("", server.send("HEAD", "/org/x").latin());
    }

    @Test
    void staticPage_post_getsTheFixedBody() throws Exception {
        Answer answer = server.send("POST", "/index.html");
        assertEquals(405, answer.status());
        assertEquals("405 method not allowed\n", answer.text());
    }

    @Test
    void info_headers_areThoseOfThePolicy() throws Exception {
        Answer page = server.get("/info");
        assertEquals("text/html;charset=utf-8", page.header("Content-Type"));
        assertEquals("no-store", page.header("Cache-Control"));
        assertEquals("noindex", page.header("X-Robots-Tag"));
        assertEquals("nosniff", page.header("X-Content-Type-Options"));
        assertEquals("no-referrer", page.header("Referrer-Policy"));
        assertEquals("DENY", page.header("X-Frame-Options"));
        assertEquals(null, page.header("X-Powered-By"));
        Matcher style = Pattern.compile("<style>(.*)</style>", Pattern.DOTALL).matcher(page.latin());
        assertTrue(style.find());
        String hash = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(PageServer.utf8(style.group(1))));
        assertEquals(
                "default-src 'none'; style-src 'sha256-" + hash + "'; img-src data:",
                page.header("Content-Security-Policy"));
    }

    @Test
    void info_structure_isThatOfPhpWithTwentyAnchors() throws Exception {
        String text = server.get("/info").text();
        Matcher anchors = Pattern.compile("<a name=\"section_(\\w+)\" href=\"#section_\\1\">")
                .matcher(text);
        assertEquals(
                InfoAnchors.NAMES,
                anchors.results().map(match -> match.group(1)).toList());
        assertEquals(20, InfoAnchors.NAMES.size());
        String version = System.getProperty("java.version");
        assertTrue(text.startsWith("<!DOCTYPE html>\n"));
        assertTrue(text.contains("<title>Java " + version + " - info</title>"));
        assertTrue(text.contains("<h1 class=\"p\"><a name=\"section_general\" href=\"#section_general\">Java Version "
                + version + "</a></h1>"));
        assertTrue(text.contains("<div class=\"center\">") && text.endsWith("</div></body></html>"));
        assertTrue(text.contains("<tr><td class=\"e\">Virtual Machine </td><td class=\"v\">"), "an information row");
        assertTrue(text.contains("<tr><td class=\"e\">java.class.path</td><td class=\"v\">(hidden, "), "a directive");
        for (String forbidden : List.of("PHP Version", "PHP Extension", "phpinfo()", "<script", "http-equiv")) {
            assertFalse(text.contains(forbidden), forbidden);
        }
    }

    /** The environment of a build varies; a race asserts the range again with the environment of its servers. */
    @Test
    void info_size_isThatOfPhp() throws Exception {
        int bytes = server.get("/info").body().length;
        assertTrue(bytes >= 64 * 1024 && bytes <= 92 * 1024, () -> "size " + bytes);
    }

    @Test
    void info_twice_isRenderedAnew() throws Exception {
        String first = server.get("/info").text();
        String key = "pagerace.test.canary";
        System.setProperty(key, "kanarienvogel");
        try {
            String second = server.get("/info").text();
            assertNotEquals(first, second);
            assertFalse(first.contains(key));
            assertTrue(second.contains(key + "</td><td class=\"v\">(hidden, 13 chars)"));
            assertFalse(second.contains("kanarienvogel"));
        } finally {
            System.clearProperty(key);
        }
    }

    @Test
    void info_secretsOfTheClient_comeBackAsLengthsOnly() throws Exception {
        Answer page = server.get(
                "/info?token=canary1&%3Cb%3E=canary2",
                "Cookie: session=canary3", "Authorization: Basic canary4", "X-Key: canary5");
        String text = page.text();
        assertFalse(text.contains("canary"), "no value");
        assertTrue(text.contains("<td class=\"e\">token</td><td class=\"v\">(hidden, 7 chars)</td>"));
        assertTrue(text.contains("<td class=\"e\">&lt;b&gt;</td>"));
        assertTrue(text.contains("<td class=\"e\">session</td>"));
        assertTrue(text.contains("<td class=\"e\">Authorization</td><td class=\"v\">(hidden, 13 chars)</td>"));
    }

    @Test
    void info_emptyTables_haveARowThatSaysSo() throws Exception {
        String text = server.get("/info?what=parameters").text();
        String none = "<tr><td class=\"e\">none </td><td class=\"v\"><i>no value</i> </td></tr>\n</table>";
        assertTrue(text.contains("<th>Cookie</th><th>Value</th></tr>\n" + none));
    }

    /** Rule 5: the client does not choose the size of the page. */
    @Test
    void info_manyParameters_areCounted() throws Exception {
        String text = server.get("/info?what=parameters&" + "abc&".repeat(150)).text();
        assertEquals(99, text.split(">abc<", -1).length - 1);
        assertTrue(text.contains("… and 51 more"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"what=nothing", "what=0", "what=", "format=xml", "what=%3Cscript%3E"})
    void info_unknownSelection_isABadRequest(String query) throws Exception {
        Answer answer = server.get("/info?" + query);
        assertEquals(400, answer.status());
        assertEquals("400 bad request\n", answer.text());
    }

    @Test
    void info_selection_showsNothingElse() throws Exception {
        String text = server.get("/info?what=gc,memory").text();
        assertTrue(text.contains("section_memory") && text.contains("section_gc"));
        assertFalse(text.contains("section_general") || text.contains("section_environment"));
        assertFalse(server.get("/info?what=2").text().contains("Apache License, Version 2.0"));
    }

    @Test
    void info_text_isKeysAndValues() throws Exception {
        Answer page = server.get("/info?format=text");
        assertEquals("text/plain;charset=utf-8", page.header("Content-Type"));
        assertTrue(page.text().contains("\nJava Version => " + System.getProperty("java.version") + "\n"));
        assertFalse(page.text().contains("<td"));
        assertTrue(server.get("/info", "Accept: text/plain").text().startsWith("info()\n"));
        assertTrue(server.get("/info", "Accept: text/html, text/plain").text().startsWith("<!DOCTYPE"));
        assertTrue(server.get("/info?format=html", "Accept: text/plain").text().startsWith("<!DOCTYPE"));
    }

    @Test
    void open_fileReplaced_sendsTheNewOne(@TempDir Path folder) throws Exception {
        copy("WEB-INF/web.xml", folder);
        Path index = folder.resolve("index.html");
        Files.writeString(index, "old");
        try (PageServer own = new PageServer(folder, Map.of())) {
            assertEquals("old", own.get("/open").text());
            Files.writeString(index, "newer, é");
            Answer page = own.get("/open?file=/etc/passwd");
            assertEquals("newer, é", page.text());
            assertEquals("9", page.header("Content-Length"));
            Files.delete(index);
            Answer failed = own.get("/open");
            assertEquals(500, failed.status());
            assertEquals("500 error\n", failed.text());
            assertTrue(failed.header("X-Error-Id").matches("[0-9a-f]{8}"));
        }
    }

    private static void copy(String name, Path folder) throws Exception {
        Path target = folder.resolve(name);
        Files.createDirectories(target.getParent());
        Files.copy(Path.of("webapp").resolve(name), target);
    }

    @Test
    void info_accessOff_isNotFound() throws Exception {
        try (PageServer own = PageServer.ofSourceTree(Map.of("pagerace.info.access", "off"))) {
            Answer answer = own.get("/info");
            assertEquals(404, answer.status());
            assertEquals(own.get("/nothing").text(), answer.text());
        }
    }

    /** The connector without sockets has a peer that is not on loopback. */
    @Test
    void info_accessLocalFromElsewhere_isForbiddenAndEmpty() throws Exception {
        try (PageServer own = PageServer.ofSourceTree(Map.of("pagerace.info.access", "local"))) {
            Answer answer = own.get("/info");
            assertEquals(403, answer.status());
            assertEquals("", answer.latin());
            assertEquals("0", answer.header("Content-Length"));
        }
    }

    /** That peer, named in the settings, counts as local; one that came through a proxy still does not. */
    @Test
    void info_accessLocalFromTheAddressThatCountsAsLocal_isAnswered() throws Exception {
        try (PageServer own =
                PageServer.ofSourceTree(Map.of("pagerace.info.access", "local", "pagerace.local-client", "0.0.0.0"))) {
            assertEquals(200, own.get("/info").status());
        }
        try (PageServer own = PageServer.ofSourceTree(
                Map.of("pagerace.info.access", "local", "pagerace.local-client", "192.168.33.6"))) {
            assertEquals(403, own.get("/info").status());
        }
    }
}
