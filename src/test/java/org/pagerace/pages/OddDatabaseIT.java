package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pagerace.config.Keys;
import org.pagerace.pages.ScriptedMySql.Script;

/** Servers that behave in ways people have stumbled over; the page stays 503 and the log says why, once. */
class OddDatabaseIT {
    private static final String PASSWORD = "a-canary-password";
    private static final String NATIVE = "mysql_native_password";

    /** What Connector/J wants to know of a server when it has connected, and the pages after it. */
    private static final Map<String, String> VARIABLES = Map.ofEntries(
            Map.entry("auto_increment_increment", "1"),
            Map.entry("character_set_client", "utf8mb4"),
            Map.entry("character_set_connection", "utf8mb4"),
            Map.entry("character_set_results", "utf8mb4"),
            Map.entry("character_set_server", "utf8mb4"),
            Map.entry("collation_server", "utf8mb4_general_ci"),
            Map.entry("collation_connection", "utf8mb4_general_ci"),
            Map.entry("interactive_timeout", "28800"),
            Map.entry("license", "GPL"),
            Map.entry("lower_case_table_names", "0"),
            Map.entry("max_allowed_packet", "16777216"),
            Map.entry("net_write_timeout", "60"),
            Map.entry("performance_schema", "0"),
            Map.entry("sql_mode", "STRICT_TRANS_TABLES"),
            Map.entry("system_time_zone", "UTC"),
            Map.entry("time_zone", "SYSTEM"),
            Map.entry("transaction_isolation", "REPEATABLE-READ"),
            Map.entry("tx_isolation", "REPEATABLE-READ"), // its name for a server that greets as 5.5.5
            Map.entry("wait_timeout", "28800"),
            Map.entry("version_comment", "Debian 12"));

    private static PageServer pages(ScriptedMySql database) throws Exception {
        return new PageServer(
                PageDatabase.home().root(),
                Map.of(
                        Keys.URL,
                        "jdbc:mysql://127.0.0.1:" + database.port() + "/bench",
                        Keys.USER,
                        "bench",
                        Keys.PASSWORD,
                        PASSWORD));
    }

    private static Script script(String version, String variable, String value) {
        var variables = new HashMap<>(VARIABLES);
        variables.put("version", version.replaceFirst("^5\\.5\\.5-", ""));
        variables.put(variable, value);
        return new Script(version, NATIVE, "", variables);
    }

    /** Row 1 of the bug table: 11.0 has neither the prefix in its greeting nor the variable, which later ones have again. */
    @Test
    void start_mariaDb110_isToldInOneLine() throws Exception {
        try (var log = new LogLines("org.pagerace.store");
                var database = new ScriptedMySql(script("11.0.2-MariaDB", "transaction_isolation", Script.UNKNOWN));
                PageServer server = pages(database)) {
            log.await("database is away, /db answers 503 until it is back: this MariaDB 11.0.x cannot be used with"
                    + " Connector/J; use 10.x or 11.4 and later");
            assertEquals("503 busy\n", server.get("/db").text());
            assertEquals(1, log.all().size(), log.all()::toString);
        }
    }

    /** Row 2. */
    @Test
    void info_versionWithPrefixForOldClients_isShownWithout() throws Exception {
        String version = "5.5.5-10.11.19-MariaDB-0+deb12u1";
        try (var log = new LogLines("org.pagerace.store");
                var database = new ScriptedMySql(script(version, "version_comment", "Debian 12"));
                PageServer server = pages(database)) {
            String info = Patience.awaitConnected(server);
            assertTrue(info.contains("Server => MariaDB\n"), info);
            assertTrue(info.contains("Server version => 10.11.19-MariaDB-0+deb12u1\n"), info);
            assertFalse(info.contains("5.5.5"), info);
            log.await("database is up: MariaDB 10.11.19-MariaDB-0+deb12u1");
        }
    }

    static List<Arguments> demands() {
        String remedy = "allow-public-key-retrieval=true";
        return List.of(
                arguments("caching_sha2_password", ScriptedMySql.fullAuthentication(), remedy),
                arguments(NATIVE, ScriptedMySql.switchTo("sha256_password"), remedy),
                arguments(NATIVE, ScriptedMySql.switchTo("mysql_clear_password"), "SSL connection required"));
    }

    /** Row 4: whoever listens in, or stands in for the server, must not get the password. */
    @ParameterizedTest
    @MethodSource("demands")
    void start_passwordDemandedWithoutTls_isNeverSent(String plugin, String demand, String told) throws Exception {
        try (var log = new LogLines("org.pagerace.store");
                var database = new ScriptedMySql(new Script("9.7.4", plugin, demand, VARIABLES));
                PageServer server = pages(database)) {
            String line = log.await("database is away");
            assertTrue(line.contains(told) && !line.contains(PASSWORD), line);
            assertEquals("503 busy\n", server.get("/db").text());
            assertTrue(database.received().contains("bench"), "it did try");
            assertFalse(database.received().contains(PASSWORD));
        }
    }
}
