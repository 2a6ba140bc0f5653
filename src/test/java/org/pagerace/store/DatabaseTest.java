package org.pagerace.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.config.DatabaseSettings;
import org.pagerace.config.JdbcUrl;
import org.pagerace.config.PoolSettings;
import org.pagerace.config.Secret;

class DatabaseTest {
    private static final PoolSettings LIMITS = new PoolSettings(2, 9, Duration.ofSeconds(5), Duration.ofSeconds(2));

    @ParameterizedTest
    @CsvSource({"28800, 600", "605, 600", "600, 595", "35, 30", "20, 30", "2, 30"})
    void lifetime_waitTimeout_isBelowItWherePossible(long waitSeconds, long lifetimeSeconds) {
        assertEquals(Duration.ofSeconds(lifetimeSeconds), OwnPool.lifetime(Duration.ofSeconds(waitSeconds)));
    }

    @ParameterizedTest
    @CsvSource({"08S01, 0, true", "08003, 0, true", "70100, 1927, true", "42S02, 1146, false", ", 0, false"})
    void isConnectionLost_state_decides(String state, int code, boolean lost) {
        assertEquals(lost, Failure.isConnectionLost(new SQLException("x", state, code)));
    }

    @Test
    void isConnectionLost_goneAway_isTrue() {
        assertTrue(Failure.isConnectionLost(new SQLException("MySQL server has gone away", "HY000", 2006)));
    }

    @Test
    void reason_knownTroubles_nameTheRemedy() {
        var key = new SQLException("no", new SQLException("Public Key Retrieval is not allowed"));
        assertTrue(Failure.reason(key).contains("allow-public-key-retrieval=true"));
        var variable = new SQLException("Unknown system variable 'transaction_isolation'", "HY000", 1193);
        var pool = new SQLException("the pool repeats the code", "HY000", 1193, variable);
        assertTrue(Failure.reason(pool).contains("MariaDB 11.0.x"));
        assertTrue(Failure.reason(variable).contains("MariaDB 11.0.x"), "without a pool around it");
        var old = new SQLException("Unknown system variable 'query_cache_size'", "HY000", 1193);
        assertEquals("the JDBC driver is too old; give the container Connector/J 8.0.33 or later", Failure.reason(old));
    }

    @Test
    void reason_others_areTheFirstLineOfTheRoot() {
        var failure = new SQLException("pool", new SQLException("link", new ConnectException("refused\nmore")));
        assertEquals("refused", Failure.reason(failure));
        assertEquals("IllegalStateException", Failure.reason(new SQLException("x", new IllegalStateException())));
    }

    @Test
    void reason_noAnswerInTime_namesTheLimit() {
        var read = new SQLException("link", "08S01", new SocketTimeoutException("Read timed out"));
        assertEquals("the database did not answer within socketTimeout", Failure.reason(read));
        var connect = new SQLException("link", "08S01", new SocketTimeoutException("Connect timed out"));
        assertEquals("the database could not be reached within connectTimeout", Failure.reason(connect));
        var closed = new SQLException("No operations allowed after connection closed.", "08003");
        assertEquals(
                "the database did not answer: the connections there were are dead, and no new one was made within 2001 ms",
                Failure.reason(new SQLTransientConnectionException(
                        "pagerace - Connection is not available, request timed out after 2001ms (total=0)", closed)));
        assertEquals("No operations allowed after connection closed.", Failure.reason(closed));
    }

    @ParameterizedTest
    @CsvSource({"10.11.19-MariaDB-0+deb12u1, MariaDB", "11.4.5-MariaDB, MariaDB", "8.4.0, MySQL"})
    void product_version_tellsIt(String version, String product) {
        assertEquals(product, ServerInfo.product(version));
    }

    @Test
    void product_mariadbOnlyInTheComment_isRecognised() {
        assertEquals("MariaDB", ServerInfo.product("10.6.1 mariadb.org binary distribution"));
        assertFalse(ServerInfo.product("8.0.36 MySQL Community Server").equals("MariaDB"));
    }

    @ParameterizedTest
    @CsvSource({
        "MySQL Connector Java, mysql-connector-java-5.1.49 ( Revision: ad86 ), 5.1.49",
        "MySQL Connector/J, mysql-connector-j-8.0.32 (Revision: fa4912), 8.0.32"
    })
    void requireNewDriver_tooOld_isRefusedByName(String name, String version, String shown) {
        assertEquals(
                "the JDBC driver Connector/J " + shown + " is too old; give the container Connector/J 8.0.33 or later",
                assertThrows(SQLException.class, () -> ServerInfo.requireNewDriver(name, version))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "MySQL Connector/J, mysql-connector-j-8.0.33 (Revision: 7d6b)",
        "MySQL Connector/J, mysql-connector-j-26.10.0 (Revision: 1)",
        "MySQL Connector/J, unknown",
        "MariaDB Connector/J, 3.5.1"
    })
    void requireNewDriver_newOrAnother_isTaken(String name, String version) throws SQLException {
        ServerInfo.requireNewDriver(name, version);
    }

    /** A container's DataSource; what is done with its connections is not looked at. */
    private static DataSource source(Callable<Connection> lender) {
        return (DataSource) Proxy.newProxyInstance(
                DatabaseTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    assertEquals("getConnection", method.getName());
                    return lender.call();
                });
    }

    private static Connection connection(String driver, String version) {
        var meta = answering(DatabaseMetaData.class, Map.of("getDriverName", driver, "getDriverVersion", version));
        return answering(Connection.class, Map.of("getMetaData", meta));
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                DatabaseTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }

    private static Database open(DataSource source) {
        return Database.open(source, LIMITS);
    }

    private static String unavailable(Database database) {
        return assertThrows(StoreUnavailableException.class, () -> database.read(database.enter(), c -> "page"))
                .getMessage();
    }

    /** Pools say in their own ways that all their connections are lent; the database may be well. */
    @Test
    void read_containersPoolHasNothingToLend_othersStillTry() throws Exception {
        var free = new AtomicBoolean();
        try (Database database = open(source(() -> {
            if (!free.get()) {
                throw new SQLException("Timeout", new NoSuchElementException("waiting for idle object"));
            }
            return connection("MariaDB Connector/J", "3.5.1");
        }))) {
            for (int i = 0; i < 5; i++) {
                assertEquals("waiting for idle object", unavailable(database));
            }
            free.set(true);
            assertEquals("page", database.read(database.enter(), c -> "page"));
        }
    }

    @Test
    void read_containersPoolCannotConnect_databaseIsAway() {
        try (Database database = open(source(() -> {
            throw new SQLException("pool", new SQLException("link", "08S01", new ConnectException("refused")));
        }))) {
            String first = unavailable(database); // the watch may have been first
            assertTrue(List.of("refused", "the database is away").contains(first), first);
            assertEquals("the database is away", unavailable(database));
        }
    }

    @ParameterizedTest
    @CsvSource({"08S01, true", "08004, true", "28000, true", "42000, true", ", false", "HYT00, false", "57000, false"})
    void tellsAway_stateInTheChain_decides(String state, boolean away) {
        var pool = new ContainerPool(null);
        assertEquals(away, pool.tellsAway(new SQLException("pool", new SQLException("driver", state))));
        assertTrue(pool.tellsAway(new SQLException("pool", new UnknownHostException("host"))));
    }

    /** The watch hangs, so nobody knows the driver but the request itself. */
    @Test
    void read_oldDriverAndNothingKnownYet_isRefused() throws Exception {
        var hang = new CountDownLatch(1);
        try (Database database = open(source(() -> {
            if (Thread.currentThread().getName().equals("pagerace-database-watch")) {
                hang.await();
            }
            return connection("MySQL Connector Java", "mysql-connector-java-5.1.49 ( Revision: ad86 )");
        }))) {
            assertTrue(unavailable(database).startsWith("the JDBC driver Connector/J 5.1.49 is too old"));
        }
    }

    /** In a container they are not ours alone. */
    @Test
    void close_ownPool_restoresTheLogLevels() {
        List<Logger> loggers =
                List.of(Logger.getLogger("com.zaxxer.hikari.pool"), Logger.getLogger("com.zaxxer.hikari.HikariConfig"));
        List<Optional<Level>> before = loggers.stream()
                .map(logger -> Optional.ofNullable(logger.getLevel()))
                .toList();
        var settings = new DatabaseSettings(
                JdbcUrl.parse("jdbc:mysql://127.0.0.1:1/bench", false), "bench", new Secret("none"));
        try (OwnPool pool = OwnPool.open(settings, LIMITS)) {
            assertTrue(pool.tellsAway(new SQLException("whatever it is")));
            assertEquals(Level.INFO, loggers.get(1).getLevel());
        }
        assertEquals(
                before,
                loggers.stream()
                        .map(logger -> Optional.ofNullable(logger.getLevel()))
                        .toList());
    }
}
