package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.Peers;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.Programs;

/** The PHP pages, run by PHP, and the Java pages on the same database and the same index.html: the same bytes. */
class PhpParityIT {
    private static final Pattern LISTENING = Pattern.compile("Server \\(http://127\\.0\\.0\\.1:(\\d+)\\) started");

    @TempDir
    private static Path folder;

    private static PageDatabase database;
    private static PageServer java;
    private static ChildProcess php;
    private static int phpPort;

    @BeforeAll
    static void start() throws Exception {
        requirePhp();
        Path documents = Files.createDirectory(folder.resolve("www"));
        for (String page : List.of("info.php", "db.php", "open.php")) {
            Files.copy(PageDatabase.home().php().resolve("pages").resolve(page), documents.resolve(page));
        }
        Files.copy(PageDatabase.home().root().resolve("index.html"), documents.resolve("index.html"));
        database = new PageDatabase(folder.resolve("data"));
        java = new PageServer(PageDatabase.home().root(), database.attributes());
        php = ChildProcess.start(new ChildProcess.Spec(
                "php",
                List.of("php", "-d", "display_errors=0", "-S", "127.0.0.1:0", "-t", documents.toString()),
                database.phpEnvironment(),
                documents,
                folder.resolve("php.log"),
                "TERM",
                Duration.ofSeconds(5)));
        phpPort = Web.portOf(php, LISTENING);
        Web.await(phpPort, "/db.php", php::isAlive);
    }

    /** PHP with mysqli is no part of the build; without it the tests are skipped, unless somebody counts on them. */
    private static void requirePhp() throws Exception {
        boolean there = Programs.find("php").isPresent()
                && new ProcessBuilder("php", "-r", "exit(extension_loaded('mysqli') ? 0 : 1);")
                                .start()
                                .waitFor()
                        == 0;
        Peers.require(there, "PHP with mysqli is not installed: apt-get install php-cli php-mysql");
    }

    @AfterAll
    static void stop() {
        if (php != null) {
            php.close();
        }
        if (java != null) {
            java.close();
        }
        if (database != null) {
            database.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/db.php",
                "/db.php?persistent=1",
                "/db.php?persistent=1",
                "/db.php?persistent=0",
                "/db.php?x=<b>"
            })
    void db_phpAndJava_areTheSameBytes(String target) throws Exception {
        Answer fromPhp = Web.get(phpPort, target.replace("<", "%3C").replace(">", "%3E"));
        Answer fromJava = java.get(target.replace("<", "%3C").replace(">", "%3E"));
        assertEquals(200, fromPhp.status());
        assertEquals(200, fromJava.status());
        assertEquals(fromPhp.text(), fromJava.text());
        assertEquals(fromPhp.latin(), fromJava.latin());
        assertTrue(fromPhp.header("Content-Type").equalsIgnoreCase("text/html; charset=UTF-8"));
    }

    /** The rows must hold what tends to break, or equal bytes would prove little. */
    @Test
    void db_rows_haveTheHardCases() throws Exception {
        Answer page = java.get("/db");
        String text = page.text();
        assertEquals(20, text.split("<tr><td", -1).length - 1);
        assertTrue(text.codePoints().anyMatch(point -> point > 0xFFFF), "an emoji");
        assertTrue(text.contains("&amp;") && text.contains("&#039;") && text.contains("&quot;"), "special characters");
        assertTrue(text.contains("<td></td>"), "NULL");
        assertEquals(Integer.toString(page.body().length), page.header("Content-Length"));
        assertTrue(page.body().length > text.length(), "bytes, not characters, are counted");
    }

    @Test
    void db_aliasAndHead_agreeWithTheShortName() throws Exception {
        Answer page = java.get("/db");
        assertEquals(page.latin(), java.get("/db.php").latin());
        Answer head = java.send("HEAD", "/db");
        assertEquals(page.header("Content-Length"), head.header("Content-Length"));
        assertEquals("", head.latin());
    }

    @Test
    void open_phpAndJava_areTheBytesOfTheFile() throws Exception {
        String file = new String(
                Files.readAllBytes(PageDatabase.home().root().resolve("index.html")), StandardCharsets.ISO_8859_1);
        assertEquals(608_500, file.length());
        assertTrue(file.equals(Web.get(phpPort, "/open.php").latin()));
        assertTrue(file.equals(java.get("/open").latin()));
    }

    @Test
    void info_ofPhp_isPhpsOwnPage() throws Exception {
        Answer page = Web.get(phpPort, "/info.php");
        assertTrue(page.text().contains("<title>PHP "), "the real page");
    }

    /** The page asks nobody: what it shows of the database is what the pool learned at its start. */
    @Test
    void info_withDatabase_showsServerAndNoSecret() throws Exception {
        java.get("/db"); // from now on the pool has met the server
        String text = java.get("/info").text();
        assertTrue(text.contains("<td class=\"e\">Server </td><td class=\"v\">MariaDB </td>"));
        assertTrue(text.contains("<td class=\"v\">11.4.5-MariaDB </td>"));
        assertTrue(text.contains("jdbc:mysql://*** "));
        assertFalse(text.contains(database.password()));
        assertTrue(text.length() >= 64 * 1024 && text.length() <= 92 * 1024, () -> "size " + text.length());
    }
}
