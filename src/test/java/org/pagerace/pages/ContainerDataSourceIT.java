package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.config.Keys;

/** A container that has bound a DataSource: here a Jetty whose naming is a map. */
class ContainerDataSourceIT {
    private static final Map<String, Object> BOUND = new HashMap<>();

    @TempDir
    private static Path folder;

    private static PageDatabase database;
    private static MysqlDataSource source;

    /** The container's side of JNDI. */
    public static final class Factory implements InitialContextFactory {
        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
            return new InitialContext(true) {
                @Override
                public Object lookup(String name) throws NamingException {
                    Object found = BOUND.get(name);
                    if (found == null) {
                        throw new NameNotFoundException(name);
                    } else if (found instanceof NamingException failure) {
                        throw failure;
                    }
                    return found;
                }
            };
        }
    }

    @BeforeAll
    static void start() throws Exception {
        database = new PageDatabase(folder.resolve("data"));
        source = new MysqlDataSource();
        source.setUrl(database.attributes().get(Keys.URL));
        source.setUser(database.attributes().get(Keys.USER));
        source.setPassword(database.password());
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Factory.class.getName());
    }

    @AfterAll
    static void stop() {
        System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
        database.close();
    }

    @AfterEach
    void unbind() {
        BOUND.clear();
    }

    private static PageServer pages(Map<String, String> attributes) throws Exception {
        return new PageServer(PageDatabase.home().root(), attributes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"java:comp/env/jdbc/pagerace", "jdbc/pagerace", "java:/jdbc/pagerace"})
    void db_dataSourceBound_isThePageAndNoPoolIsOurs(String name) throws Exception {
        String expected;
        try (PageServer server = pages(database.attributes())) {
            expected = server.get("/db").latin();
        }
        BOUND.put(name, source);
        try (PageServer server = pages(Map.of(Keys.POOL_SIZE, "3"))) {
            Answer answer = server.get("/db");
            assertEquals(200, answer.status());
            assertEquals(expected, answer.latin());
            assertFalse(threads().contains("pagerace:housekeeper"), "no pool of ours");
            String info = Patience.awaitConnected(server);
            assertTrue(info.contains("Owner => the container"), info);
            assertTrue(info.contains("Maximum => 3"), info);
            assertFalse(info.contains("Idle connections"), info);
            assertTrue(info.contains("URL => known to the container"), info);
            assertTrue(info.contains("Server => MariaDB"), info);
        }
        try (Connection connection = source.getConnection()) {
            assertTrue(connection.isValid(1), "it is the container's, and lives on");
        }
    }

    private static String threads() {
        return Thread.getAllStackTraces().keySet().toString();
    }

    @Test
    void db_urlSetAsWell_theUrlCounts() throws Exception {
        BOUND.put("jdbc/pagerace", source);
        try (PageServer server = pages(database.attributes())) {
            assertEquals(200, server.get("/db").status());
            assertTrue(server.get("/info?what=pool&format=text").text().contains("Owner => this application"));
        }
        try (PageServer server = pages(Map.of(Keys.URL, "none"))) {
            assertEquals("503 no database\n", server.get("/db").text());
        }
    }

    @Test
    void db_boundButUnusable_isNoDatabaseAndTheLogSaysWhyOnce() throws Exception {
        BOUND.put("java:comp/env/jdbc/pagerace", new NamingException("the pool cannot be made"));
        BOUND.put("jdbc/pagerace", "a text");
        try (var log = new LogLines("org.pagerace");
                PageServer server = pages(Map.of())) {
            assertEquals("503 no database\n", server.get("/db").text());
            assertEquals("503 no database\n", server.get("/db").text());
            assertEquals(
                    List.of(
                            "the container's DataSource java:comp/env/jdbc/pagerace cannot be used: the pool cannot be"
                                    + " made",
                            "jdbc/pagerace in the container is no javax.sql.DataSource, so it is not used",
                            "no database is configured (pagerace.database.url, or a DataSource jdbc/pagerace), so /db"
                                    + " answers 503"),
                    log.all());
        }
    }

    @Test
    void db_databaseOfTheDataSourceGoesAndReturns_is503ThenThePage() throws Exception {
        try (var relay = new Relay(database.port())) {
            var away = new MysqlDataSource();
            away.setUrl(database.attributesVia(relay.port()).get(Keys.URL));
            away.setUser(database.attributes().get(Keys.USER));
            away.setPassword(database.password());
            BOUND.put("jdbc/pagerace", away);
            try (PageServer server = pages(Map.of())) {
                assertEquals(200, server.get("/db").status());
                relay.cut();
                Answer answer = server.get("/db");
                assertEquals(503, answer.status());
                assertEquals("1", answer.header("Retry-After"));
                relay.mend();
                Patience.awaitConnected(server);
                assertEquals(200, server.get("/db").status());
            }
        }
    }

    /** The driver that the container's pool uses must still be registered when we have gone. */
    @Test
    void stop_driversOfTheContainer_stayRegistered() throws Exception {
        int before = Collections.list(DriverManager.getDrivers()).size();
        BOUND.put("jdbc/pagerace", source);
        pages(Map.of()).close();
        assertEquals(before, Collections.list(DriverManager.getDrivers()).size());
    }

    /** Row 3 of the bug table, with the real driver of 2019. */
    @Test
    void db_oldDriverOfTheContainer_isRefusedByName() throws Exception {
        Path jar = Path.of(System.getProperty("pagerace.test.war"))
                .resolveSibling("old-driver/mysql-connector-java-5.1.49.jar");
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            Class<?> type = loader.loadClass("com.mysql.jdbc.jdbc2.optional.MysqlDataSource");
            Object old = type.getConstructor().newInstance();
            call(old, "setURL", database.attributes().get(Keys.URL) + "?useSSL=false");
            call(old, "setUser", database.attributes().get(Keys.USER));
            call(old, "setPassword", database.password());
            BOUND.put("jdbc/pagerace", old);
            try (var log = new LogLines("org.pagerace.store");
                    PageServer server = pages(Map.of())) {
                log.await("database is away, /db answers 503 until it is back: the JDBC driver Connector/J 5.1.49 is"
                        + " too old; give the container Connector/J 8.0.33 or later");
                assertEquals("503 busy\n", server.get("/db").text());
            }
        }
    }

    private static void call(Object target, String setter, String value) throws ReflectiveOperationException {
        target.getClass().getMethod(setter, String.class).invoke(target, value);
    }
}
