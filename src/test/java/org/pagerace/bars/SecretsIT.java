package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.pages.Answer;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Web;
import org.pagerace.process.ChildProcess;

/**
 * Bar 11: 40 secrets wherever a process or a request may carry one: none comes back in a page, in its text form, in an
 * error, in the log, in a thread's name or in what a child is started with. They are ordinary words, so that only the
 * list of what may be shown keeps them out. Names are shown, so that each test proves it looked in the right place.
 */
@Timeout(60)
class SecretsIT {
    private static final Pattern LISTENING = Pattern.compile("(?:http://127\\.0\\.0\\.1:)(\\d+)/");
    private static final Pattern CANARY = Pattern.compile("canary-\\d+");
    private static final List<String> VARIABLES = List.of(
            "DB_PASSWORD",
            "AWS_SECRET_ACCESS_KEY",
            "GITHUB_TOKEN",
            "OWNCLOUD_ADMIN_PASSWORD",
            "SMTP_PASSWORD",
            "DATABASE_URL",
            "API_KEY",
            "LANGUAGE_KEY",
            "TZ_SECRET",
            "_LC_SECRET");
    private static final List<String> PROPERTIES = List.of(
            "javax.net.ssl.keyStorePassword",
            "javax.net.ssl.trustStorePassword",
            "http.proxyPassword",
            "app.secret",
            "user.secret",
            "java.version.secret",
            "os.secret",
            "file.encoding.secret",
            "pagerace.secret",
            "java.vendor.secret");

    private static final List<String> FIGURES = new ArrayList<>();

    @TempDir
    private Path folder;

    private String databasePassword = "none yet"; // ours, made at random: secret number 41
    private int texts; // looked through

    @AfterAll
    static void print() {
        Bar.print(11, String.join("; ", FIGURES));
    }

    private static String canary(int number) {
        return "canary-" + number;
    }

    /** 1 to 20: environment and -D; 21 to 34: whatever a request carries. */
    @Test
    void serve_secretsOfProcessAndClient_appearNowhere() throws Exception {
        Map<String, String> environment = new LinkedHashMap<>();
        Path war = Path.of(System.getProperty("pagerace.test.war"));
        environment.put("PAGERACE_CACHE", war.resolveSibling("test-cache").toString());
        environment.put("PAGERACE_DATA", folder.resolve("data").toString());
        VARIABLES.forEach(name -> environment.put(name, canary(VARIABLES.indexOf(name) + 1)));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        PROPERTIES.forEach(name -> command.add("-D" + name + "=" + canary(PROPERTIES.indexOf(name) + 11)));
        command.addAll(List.of("-jar", war.toString(), "serve", "--port", "0"));
        Path log = folder.resolve("serve.log");
        try (ChildProcess serve = ChildProcess.start(
                new ChildProcess.Spec("serve", command, environment, folder, log, "TERM", Duration.ofSeconds(10)))) {
            int port = Web.portOf(serve, LISTENING);
            databasePassword = passwordIn(folder.resolve("data"));
            String page =
                    Web.send("GET", port, "/info?" + parameters(), headers()).text();
            Stream.concat(VARIABLES.stream(), PROPERTIES.stream())
                    .forEach(name -> assertTrue(page.contains("\"e\">" + name), name));
            for (String name : List.of("Authorization", "X-Api-Key", "Cookie", "parameter29", "cookie23")) {
                assertTrue(page.toLowerCase(Locale.ROOT).contains("\"e\">" + name.toLowerCase(Locale.ROOT)), name);
            }
            assertClean("the page", page);
            String text = Web.send("GET", port, "/info?format=text&" + parameters(), headers())
                    .text();
            assertTrue(text.contains("\nDB_PASSWORD => (hidden, 8 chars)\n"), "the text form shows the name");
            assertClean("the text form", text);
            for (String target : List.of("/info?what=no&", "/db/x?", "/open/x?", "/nothing.php?", "/org/x.class?")) {
                Answer error = Web.send("GET", port, target + parameters(), headers());
                assertTrue(error.status() >= 400, target);
                assertClean(target, error.toString() + error.latin());
            }
            for (String target :
                    List.of("/db?", "/open?", "/?", "/testing.html?", "/status?", "/info?what=all&format=x&")) {
                Answer answer = Web.send("GET", port, target + parameters(), headers());
                assertClean(target, answer.toString() + answer.latin());
            }
            assertEquals(
                    405,
                    Web.send("DELETE", port, "/info?" + parameters(), headers()).status());
            var java = JavaProcess.of(serve);
            String threads = java.threads();
            assertTrue(threads.contains("\"pagerace-database-watch\""), threads);
            assertClean("the names of threads", threads);
            List<Long> children = ProcessHandle.of(java.pid())
                    .orElseThrow()
                    .descendants()
                    .map(ProcessHandle::pid)
                    .toList();
            String arguments = arguments(children);
            assertTrue(arguments.contains("mariadbd"), arguments);
            assertClean("the children's arguments", arguments);
            var pids = new ArrayList<>(children);
            pids.add(java.pid());
            List<String> addresses = Listeners.of(pids);
            assertTrue(addresses.size() >= 2, () -> "pages and database listen: " + addresses);
            assertEquals(
                    List.of(),
                    addresses.stream()
                            .filter(address -> !Listeners.isLoopback(address))
                            .toList());
            FIGURES.add(addresses.size() + " listeners of " + pids.size() + " processes, all on loopback");
        }
        String said = Files.readString(log);
        assertTrue(said.contains("ready after"), said);
        assertClean("the log", said);
        FIGURES.add("34 secrets of process and client: 0 found in " + texts + " texts");
    }

    private static String passwordIn(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            Path file =
                    files.filter(path -> path.endsWith("password")).findFirst().orElseThrow();
            return Files.readString(file).strip();
        }
    }

    private static String arguments(List<Long> pids) throws IOException {
        var all = new StringBuilder();
        for (long pid : pids) {
            all.append(Files.readString(Path.of("/proc/" + pid + "/cmdline")).replace('\0', ' '))
                    .append('\n');
        }
        return all.toString();
    }

    private static String parameters() {
        return IntStream.rangeClosed(29, 34)
                .mapToObj(number -> "parameter" + number + "=" + canary(number))
                .reduce((a, b) -> a + "&" + b)
                .orElseThrow();
    }

    private static String[] headers() {
        return new String[] {
            "Authorization", "Bearer " + canary(21),
            "Proxy-Authorization", "Basic " + canary(22),
            "Cookie", "cookie23=" + canary(23) + "; cookie24=" + canary(24) + "; JSESSIONID=" + canary(25),
            "X-Api-Key", canary(26),
            "X-Forwarded-For", canary(27),
            "Referer", "http://example.org/?token=" + canary(28)
        };
    }

    /** 35 to 40: what an application is configured with, while the pool logs all it has to say. */
    @Test
    void context_secretsOfTheConfiguration_appearNowhere() throws Exception {
        var server = new Server();
        var connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        var context = new WebAppContext();
        context.setContextPath("/");
        context.setWarResource(
                context.getResourceFactory().newResource(PageDatabase.home().root()));
        context.setInitParameter("mail.password", canary(35));
        context.setInitParameter("pagerace.info.secret", canary(36));
        context.setAttribute("some.secret", canary(37));
        context.setAttribute("some.object", List.of(canary(38)));
        context.setAttribute("pagerace.database.url", "jdbc:mysql://127.0.0.1:" + closedPort() + "/bench");
        context.setAttribute("pagerace.database.user", canary(39));
        context.setAttribute("pagerace.database.password", canary(40));
        server.setHandler(context);
        var log = new Log();
        Logger pool = Logger.getLogger("com.zaxxer.hikari");
        Logger poolItself = Logger.getLogger("com.zaxxer.hikari.pool"); // the application would make it silent
        Level before = poolItself.getLevel();
        List.of(pool, poolItself).forEach(logger -> logger.setLevel(Level.ALL));
        Logger.getLogger("").addHandler(log);
        try {
            server.start();
            int port = connector.getLocalPort();
            String page = Web.get(port, "/info").text();
            for (String name :
                    List.of("mail.password", "pagerace.info.secret", "some.object", "pagerace.database.password")) {
                assertTrue(page.contains("\"e\">" + name + "</td><td class=\"v\">(hidden"), name);
            }
            assertClean("the page", page);
            assertClean("the text form", Web.get(port, "/info?format=text").text());
            Answer error = Web.get(port, "/db");
            assertEquals(503, error.status());
            assertClean("/db", error.toString() + error.latin());
        } finally {
            server.stop();
            Logger.getLogger("").removeHandler(log);
            pool.setLevel(null);
            poolItself.setLevel(before);
        }
        assertTrue(log.text().contains("pagerace - "), log::text); // the pool did write
        assertClean("the log", log.text());
        FIGURES.add("6 of the configuration: 0 found in " + texts + " texts");
    }

    private static int closedPort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void assertClean(String where, String text) {
        texts++;
        List<String> found =
                CANARY.matcher(text).results().map(MatchResult::group).toList();
        assertEquals(List.of(), found, where);
        assertFalse(text.contains(databasePassword), where);
    }

    private static final class Log extends Handler {
        private final Queue<String> lines = new ConcurrentLinkedQueue<>();
        private final SimpleFormatter formatter = new SimpleFormatter();

        Log() {
            setLevel(Level.ALL);
        }

        String text() {
            return String.join("", lines);
        }

        @Override
        public void publish(LogRecord record) {
            lines.add(formatter.format(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
