package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.Peers;
import org.pagerace.config.Keys;
import org.pagerace.database.RealServer;
import org.pagerace.process.Programs;

/** The same page from servers that administrators have set up in their own ways; rows 5 to 8 of the bug table. */
class ServerSettingsIT {
    private static final Duration EACH_WITHIN = Duration.ofSeconds(6);
    private static final Duration AT_ONCE = Duration.ofMillis(500);

    @TempDir
    private static Path folder;

    private static PageDatabase plain; // without TLS
    private static RealServer odd; // with the TLS it makes for itself, another time zone, and little patience
    private static String page;

    @BeforeAll
    static void start() throws Exception {
        plain = new PageDatabase(folder.resolve("data"));
        odd = RealServer.mariaDb(folder.resolve("odd"), Map.of("TZ", "CEST-2"), "--wait-timeout=2");
        try (PageServer server = pages(plain.attributes())) {
            page = server.get("/db").latin();
        }
    }

    @AfterAll
    static void stop() {
        odd.close();
        plain.close();
    }

    private static PageServer pages(Map<String, String> attributes) throws Exception {
        return new PageServer(PageDatabase.home().root(), attributes);
    }

    /** Row 5: the driver knows no zone of that name. */
    @Test
    void db_serverInAnOddTimeZone_isTheSamePage() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@system_time_zone")) {
            row.next();
            assertEquals("CEST", row.getString(1));
        }
        try (PageServer server = pages(odd.attributes(""))) {
            Answer answer = server.get("/db");
            assertEquals(200, answer.status());
            assertEquals(page, answer.latin());
        }
    }

    /** Row 6: emoji and collations, whose names differ between versions. */
    @Test
    void db_installedMariaDb_isTheSamePage() throws Exception {
        Peers.require(
                Programs.find("mariadbd").isPresent(), "MariaDB is not installed: apt-get install mariadb-server");
        try (RealServer system = RealServer.installedMariaDb(folder.resolve("system"));
                PageServer server = pages(system.attributes(""))) {
            Answer answer = server.get("/db");
            assertEquals(page, answer.latin());
            assertTrue(answer.text().contains("h\u00e9llo \uD83D\uDE00"), "with the smiley");
            String info = Patience.awaitConnected(server);
            assertTrue(info.contains("Server => MariaDB\n") && !info.contains("5.5.5"), info);
        }
    }

    /** Row 7. The server's certificate is signed by nobody, so whoever asks for proof is refused. */
    @ParameterizedTest
    @CsvSource({
        "DISABLED, true, 200",
        "DISABLED, false, 200",
        "PREFERRED, true, 200",
        "PREFERRED, false, 200",
        "REQUIRED, true, 200",
        "REQUIRED, false, 503",
        "VERIFY_CA, true, 503",
        "VERIFY_IDENTITY, true, 503",
        "VERIFY_IDENTITY, false, 503"
    })
    void db_tlsMode_isAnsweredInTime(String mode, boolean tls, int status) throws Exception {
        String property = "sslMode=" + mode;
        Map<String, String> attributes = new HashMap<>(tls ? odd.attributes("") : plain.attributes());
        attributes.merge(Keys.URL, "?" + property, String::concat);
        try (PageServer server = pages(attributes)) {
            long startNanos = System.nanoTime();
            Answer answer = server.get("/db");
            assertTrue(System.nanoTime() - startNanos < EACH_WITHIN.toNanos());
            assertEquals(status, answer.status());
            assertEquals(status == 200 ? page : "503 busy\n", answer.latin());
        }
    }

    /** Row 8: the server has dropped the idle connections of the pool, and nobody is to notice. */
    @Test
    void db_serverDropsIdleConnections_isServedAtOnce() throws Exception {
        try (PageServer server = pages(odd.attributes(""))) {
            assertEquals(200, server.get("/db").status());
            long bestNanos = Long.MAX_VALUE; // of three: the machine may be busy with something else
            for (int i = 0; i < 3 && bestNanos >= AT_ONCE.toNanos(); i++) {
                awaitAlone();
                long startNanos = System.nanoTime();
                Answer answer = server.get("/db");
                bestNanos = Math.min(bestNanos, System.nanoTime() - startNanos);
                assertEquals(200, answer.status());
                assertEquals(page, answer.latin());
            }
            assertTrue(bestNanos < AT_ONCE.toNanos(), "after " + bestNanos + " ns");
        }
    }

    /** Asks the server until it has no connection of this user but the one that asks; that one is never idle for long. */
    private static void awaitAlone() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            long deadlineNanos = System.nanoTime() + Patience.LIMIT.toNanos();
            for (int others = 1; others > 0; ) {
                assertTrue(System.nanoTime() - deadlineNanos < 0, "the server must drop them after 2 s");
                try (ResultSet row =
                        statement.executeQuery("SELECT COUNT(*) - 1 FROM information_schema.processlist")) {
                    row.next();
                    others = row.getInt(1);
                }
                LockSupport.parkNanos(50_000_000);
            }
        }
    }

    private static Connection connect() throws SQLException {
        Map<String, String> attributes = odd.attributes("sslMode=DISABLED&connectionTimeZone=UTC");
        var properties = new Properties();
        properties.setProperty("user", attributes.get(Keys.USER));
        properties.setProperty("password", attributes.get(Keys.PASSWORD));
        return DriverManager.getConnection(attributes.get(Keys.URL), properties);
    }
}
