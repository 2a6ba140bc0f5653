package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.config.Home;
import org.pagerace.config.Secret;
import org.pagerace.database.DatabaseAccess;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.database.DatabaseServer;
import org.pagerace.pages.InfoAnchors;
import org.pagerace.result.PageInfo;
import org.pagerace.result.SqlCount;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.RunningStack;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackEnvironment;

/**
 * The four stacks side by side on one database: what must be equal is, and what differs is what docs/parity.md says. The
 * servers are started once; what breaks them comes last.
 */
@Timeout(120)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ParityIT {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final Home HOME = new Home(WAR.resolveSibling("war"), Optional.of(WAR));
    private static final Pattern DOCUMENT_ROOT = Pattern.compile("DOCUMENT_ROOT'\\]</td><td class=\"v\">([^<]+)</td>");

    @TempDir
    private static Path folder;

    private static DatabaseServer database;
    private static Servers servers;
    private static EqualityCheck preflight;

    private final PageFetcher fetcher = new PageFetcher(Map.of());

    @BeforeAll
    static void start() throws Exception {
        StackCatalog catalog = StackCatalog.load(HOME.php().resolve("stacks"), Optional.empty());
        List<StackDescriptor> stacks = Entrants.find(catalog, Entrants.DEFAULT);
        for (StackDescriptor stack : stacks) {
            Availability availability = Availability.of(stack);
            Peers.require(availability.installed(), stack.name() + ": " + availability.reason());
        }
        System.setProperty("pagerace.cache", WAR.resolveSibling("test-cache").toString());
        System.setProperty("pagerace.data", folder.resolve("data").toString());
        try {
            database = DatabaseServer.start(new DatabaseChoice.Embedded(), HOME, line -> {});
        } finally {
            System.clearProperty("pagerace.cache");
            System.clearProperty("pagerace.data");
        }
        servers = Servers.start(database, Optional.empty(), stacks, environment(), new Silence());
        preflight = new EqualityCheck(servers, pages(), true);
        preflight.run();
    }

    private static final class Silence implements RaceListener {
        @Override
        public void onMessage(String line) {}

        @Override
        public void onProgress(Standing standing) {}
    }

    /**
     * Like that of a race, but Java unpacks the archive where a test may delete a page of it, and PHP has a page of any
     * size and one that asks twice.
     */
    private static StackEnvironment environment() throws IOException {
        StackEnvironment plain = StackEnvironment.of(HOME);
        DatabaseAccess access = database.access().orElseThrow();
        Path php = Files.createDirectory(folder.resolve("php"));
        for (String page : List.of("db.php", "info.php", "open.php")) {
            Files.copy(plain.phpPages().resolve(page), php.resolve(page));
        }
        Files.writeString(
                php.resolve("size.php"),
                "<?php for ($i = 0; $i < $_GET['bytes']; $i += 100) { echo str_repeat('x', 100); }");
        Files.writeString(php.resolve("twice.php"), """
                <?php
                $db = mysqli_connect(getenv('PAGERACE_DB_HOST'), getenv('PAGERACE_DB_USER'),
                    require getenv('PAGERACE_DB_PASSWORD_FILE'), getenv('PAGERACE_DB_NAME'),
                    (int) getenv('PAGERACE_DB_PORT'));
                $db->query('SELECT id FROM article');
                $db->query('SET @a = 1');
                $db->query('SELECT title FROM article');
                """);
        return new StackEnvironment(
                        plain.webRoot(),
                        php,
                        Map.of("PAGERACE_CACHE", folder.resolve("cache").toString()),
                        Optional.empty(),
                        plain.placeholders(),
                        plain.words(),
                        plain.host(),
                        plain.prefix())
                .withDatabase(new StackEnvironment.Database(
                        access.jdbcUrl(),
                        access.host(),
                        access.port(),
                        access.schema(),
                        access.user(),
                        new Secret(access.password())));
    }

    /** Those of a race, and the names of PHP's pages, which every stack has. */
    private static List<CheckedPage> pages() throws RaceException {
        List<CheckedPage> pages = new ArrayList<>(CheckedPage.of(RaceRequest.PAGES, HOME.root()));
        for (String path : List.of("/db.php", "/db.php?persistent=1", "/db.php?persistent=0", "/db.php?x=%3Cb%3E")) {
            pages.add(new CheckedPage(path, new RightBody.OfRows(20), CheckedPage.Kind.IDENTICAL, at(path)));
        }
        RightBody index = RightBodies.ofFile(HOME.root(), "index.html");
        pages.add(new CheckedPage("/open.php", index, CheckedPage.Kind.IDENTICAL, at("/open.php")));
        return pages;
    }

    private static Function<RunningStack, URI> at(String path) {
        return stack -> stack.base().resolve(path);
    }

    @AfterAll
    static void stop() {
        if (servers != null) {
            servers.close();
        }
        if (database != null) {
            database.close();
        }
    }

    @Test
    @Order(1)
    void stacks_allPagesInAllForms_areEqual() {
        assertEquals(List.of(), preflight.differences());
        List<String> checked = preflight.pages().stream().map(PageInfo::page).toList();
        assertTrue(
                checked.containsAll(List.of(
                        "index",
                        "jquery",
                        "info",
                        "db",
                        "db?persistent=1",
                        "open",
                        "portal.html",
                        "testing.html",
                        "welcome.html",
                        "/db.php",
                        "/db.php?persistent=1",
                        "/open.php")),
                checked::toString);
        assertEquals(
                checked.size() * Entrants.DEFAULT.size() * HttpForm.values().length,
                preflight.rows().size());
        for (PageInfo page : preflight.pages()) {
            long different = page.bodies().values().stream()
                    .map(PageInfo.Body::sha256)
                    .distinct()
                    .count();
            assertEquals(page.page().equals("info") ? 4 : 1, different, page.page());
        }
    }

    @Test
    @Order(1)
    void db_oneRequest_isOneSelectOnEveryStackAndForm() {
        assertEquals(
                Map.of("jetty", "1, 0", "nginx-fpm", "1, 1", "lighttpd-fpm", "1, 1", "apache-modphp", "1, 1"),
                sql("db"));
        assertEquals(
                Map.of("jetty", "1, 0", "nginx-fpm", "1, 0", "lighttpd-fpm", "1, 0", "apache-modphp", "1, 0"),
                sql("db?persistent=1"));
    }

    /** SELECTs and connects for one request; nothing else may be run but the prepared form of that SELECT. */
    private static Map<String, String> sql(String page) {
        Map<String, String> words = new LinkedHashMap<>();
        counts(page).forEach((stack, count) -> {
            assertEquals(Optional.empty(), count.notCounted(), stack);
            assertEquals(
                    stack.equals("jetty") ? Map.of("stmt_execute", (long) count.requests()) : Map.of(),
                    count.others(),
                    stack);
            words.put(
                    stack,
                    count.selects() / (double) count.requests() + ", " + count.connects() / (double) count.requests());
        });
        words.replaceAll((stack, numbers) -> numbers.replace(".0", ""));
        return words;
    }

    private static Map<String, SqlCount> counts(String page) {
        return preflight.pages().stream()
                .filter(info -> info.page().equals(page))
                .findFirst()
                .orElseThrow()
                .sql();
    }

    /** The rows must hold what tends to break, or equal bytes would prove little. */
    @Test
    @Order(1)
    void db_rows_haveTheHardCases() {
        Answer page = preflight.answer("/db.php", "jetty");
        String text = page.text(StandardCharsets.UTF_8);
        assertEquals(20, text.split("<tr><td", -1).length - 1);
        assertTrue(text.codePoints().anyMatch(point -> point > 0xFFFF), "an emoji");
        assertTrue(text.contains("&amp;") && text.contains("&#039;") && text.contains("&quot;"), "special characters");
        assertTrue(text.contains("<td></td>"), "NULL");
        assertTrue(page.length() > text.length(), "bytes, not characters, are counted");
    }

    @Test
    @Order(1)
    void info_ofEachStack_isItsOwnWholePage() {
        String java = preflight.answer("info", "jetty").text(StandardCharsets.UTF_8);
        for (String anchor : InfoAnchors.NAMES) {
            assertTrue(java.contains("name=\"section_" + anchor + "\""), anchor);
        }
        assertTrue(java.contains("<td class=\"e\">Server </td><td class=\"v\">MariaDB </td>"), "of the database");
        assertTrue(java.contains("<td class=\"v\">11.4.5-MariaDB </td>"), "without a prefix");
        assertTrue(java.contains("jdbc:mysql://*** "), "no host");
        assertTrue(java.length() >= 64 * 1024 && java.length() <= 92 * 1024, () -> "size " + java.length());
        assertFalse(java.contains(database.access().orElseThrow().password()), "the password");
        for (String stack : Entrants.DEFAULT.subList(1, 4)) {
            String php = preflight.answer("info", stack).text(StandardCharsets.UTF_8);
            for (String part : List.of(
                    "<title>PHP ", "<h1>Configuration</h1>", "<h2>PHP Variables</h2>", "<h2>PHP License</h2>")) {
                assertTrue(php.contains(part), stack + " " + part);
            }
        }
    }

    /** What a browser has to do is alike: the same classes, measures and rows. */
    @Test
    @Order(1)
    void info_skeleton_isThatOfPhp() {
        String java = preflight.answer("info", "jetty").text(StandardCharsets.UTF_8);
        String php = preflight.answer("info", "nginx-fpm").text(StandardCharsets.UTF_8);
        for (String page : List.of(java, php)) {
            assertEquals(List.of("center", "e", "h", "p", "v"), found(page, " class=\"([^\"]+)\""));
            assertTrue(page.endsWith("</td></tr>\n</table>\n</div></body></html>"), "no line feed at the end");
            assertTrue(page.contains("width: 934px") && page.contains("prefers-color-scheme: dark"), "measures");
            assertEquals(
                    1,
                    found(page, "<h1 class=\"p\">(?:<a [^>]+>)?(\\w+ Version [^<]+)<")
                            .size());
            assertTrue(count(page, "<tr><td class=\"e\">[^<]+ </td><td class=\"v\">[^<]* </td></tr>\n") > 50);
            assertTrue(count(page, "<tr><td class=\"e\">[^<]*[^ <]</td><td class=\"v\">[^<]*[^ <]</td>") > 50);
            assertEquals(
                    0,
                    count(page, "<tr><td class=\"e\">[^<]* </td><td class=\"v\">[^<]*[^ <]</td></tr>"),
                    "both cells or none end with a blank");
            assertEquals(
                    count(page, "<h2><a name="), count(page, "<h2><a name=\"([^\"]+)\" href=\"#\\1\">"), "own anchors");
        }
        for (String forbidden : List.of("PHP Version", "PHP Extension", "phpinfo()")) {
            assertTrue(php.contains(forbidden) || forbidden.equals("phpinfo()"), forbidden);
            assertFalse(java.contains(forbidden), forbidden);
        }
    }

    private static List<String> found(String page, String pattern) {
        return Pattern.compile(pattern)
                .matcher(page)
                .results()
                .map(result -> result.group(1))
                .distinct()
                .sorted()
                .toList();
    }

    private static long count(String page, String pattern) {
        return Pattern.compile(pattern).matcher(page).results().count();
    }

    @Test
    @Order(2)
    void count_pageThatAsksTwice_isSeenAndRefused() throws Exception {
        RunningStack nginx = servers.stack("nginx-fpm");
        try (var meter = new SqlMeter(database.access().orElseThrow())) {
            SqlCount count = meter.count(at("/twice.php").apply(nginx), nginx.besideIndex(SqlMeter.IDLE_PAGE), false);
            assertEquals("2 SELECT, 1 connect, 1 set_option", count.inWords());
            assertEquals(
                    1, ParityCheck.differences("db", Map.of("nginx-fpm", count)).size());
        }
    }

    /** Somebody else at work on the server must lead to no number, never to a wrong one. */
    @Test
    @Order(2)
    void count_serverUsedByOthers_isNotCounted() throws Exception {
        DatabaseAccess access = database.access().orElseThrow();
        RunningStack jetty = servers.stack("jetty");
        var stop = new AtomicBoolean();
        var busy = new CountDownLatch(1);
        var others = new Thread(
                () -> {
                    try (Connection connection = access.connect();
                            Statement statement = connection.createStatement()) {
                        while (!stop.get()) {
                            statement.execute("SELECT 1");
                            busy.countDown();
                        }
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                },
                "other user");
        others.start();
        busy.await();
        try (var meter = new SqlMeter(access)) {
            SqlCount count = meter.count(jetty.page("db"), jetty.besideIndex(SqlMeter.IDLE_PAGE), false);
            assertTrue(
                    count.inWords()
                            .matches("not counted: [1-9]\\d* other statements on this database server meanwhile"),
                    count::inWords);
        } finally {
            stop.set(true);
            others.join();
        }
    }

    @TestFactory
    @Order(3)
    Stream<DynamicTest> documented_differences_areAsMeasured() throws IOException {
        return rows("Framing", "Framing by size", "Heads", "Methods").map(this::test);
    }

    @TestFactory
    @Order(4)
    Stream<DynamicTest> documented_missingFile_isAsMeasured() throws Exception {
        for (RunningStack stack : servers.stacks()) {
            Files.delete(documentRoot(stack).resolve("index.html"));
        }
        return rows("Without index.html").map(this::test);
    }

    private static Path documentRoot(RunningStack stack) throws Exception {
        if (!stack.name().equals("jetty")) {
            Matcher root =
                    DOCUMENT_ROOT.matcher(preflight.answer("info", stack.name()).text(StandardCharsets.UTF_8));
            assertTrue(root.find());
            return Path.of(root.group(1));
        }
        try (Stream<Path> files = Files.find(folder.resolve("cache"), 3, (file, is) -> file.endsWith("index.html"))) {
            return files.findFirst().orElseThrow().getParent();
        }
    }

    @TestFactory
    @Order(5)
    Stream<DynamicTest> documented_databaseDown_isAsMeasured() throws IOException {
        database.close();
        return rows("Without the database").map(this::test);
    }

    /** A row of a table: what to ask for, how, what to look at, and what that is on each stack. */
    private record Row(String section, String request, String form, String shows, Map<String, String> expected) {}

    private static Stream<Row> rows(String... sections) throws IOException {
        List<Row> rows = new ArrayList<>();
        String section = "";
        List<String> head = List.of();
        for (String line : Files.readAllLines(Path.of("docs", "parity.md"))) {
            if (line.startsWith("#")) {
                section = line.replaceFirst("#+ ", "");
            } else if (line.startsWith("| ")) {
                List<String> cells = Stream.of(line.substring(1).split("[|]", -1))
                        .map(String::strip)
                        .toList();
                if (cells.get(0).equals("request")) {
                    head = cells;
                } else if (List.of(sections).contains(section)) {
                    Map<String, String> expected = new LinkedHashMap<>();
                    for (String stack : head.subList(3, head.size() - 1)) {
                        expected.put(stack, cells.get(head.indexOf(stack)));
                    }
                    rows.add(new Row(section, cells.get(0).replace("`", ""), cells.get(1), cells.get(2), expected));
                }
            }
        }
        for (String wanted : sections) {
            assertNotEquals(
                    0, rows.stream().filter(row -> row.section().equals(wanted)).count(), wanted);
        }
        return rows.stream();
    }

    private DynamicTest test(Row row) {
        return DynamicTest.dynamicTest(row.request() + ", " + row.form() + ": " + row.shows(), () -> {
            Map<String, String> measured = new LinkedHashMap<>();
            for (String name : row.expected().keySet()) {
                RunningStack stack = servers.stack(name);
                String[] request = row.request().split(" ", -1);
                HttpForm form = Stream.of(HttpForm.values())
                        .filter(candidate -> candidate.label().equals(row.form()))
                        .findFirst()
                        .orElseThrow();
                WireAnswer exchange =
                        fetcher.fetch(request[0], form, stack.base().resolve(request[1]));
                measured.put(stack.name(), shown(exchange, row.shows()));
            }
            assertEquals(row.expected(), measured);
        });
    }

    private static String shown(WireAnswer exchange, String what) {
        if (what.startsWith("has ")) {
            return exchange.header(what.substring(4)).isEmpty() ? "no" : "yes";
        }
        return switch (what) {
            case "framing" -> exchange.framing().label() + (exchange.kept() ? ", kept" : "");
            case "status line" -> exchange.version() + " " + exchange.answer().status();
            case "body" ->
                exchange.answer().length() == 0 ? "empty" : exchange.answer().length() + " bytes";
            case "spelling" ->
                exchange.headers().keySet().stream()
                        .filter("Content-Type"::equalsIgnoreCase)
                        .findFirst()
                        .orElse("");
            default -> exchange.header(what).isEmpty() ? "–" : exchange.header(what);
        };
    }
}
