package org.pagerace.pages;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pagerace.config.Home;
import org.pagerace.config.Keys;
import org.pagerace.database.DatabaseAccess;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.database.DatabaseException;
import org.pagerace.database.DatabaseServer;

/** The embedded database with the 1,000 articles, and how both kinds of pages are told of it. */
public final class PageDatabase implements AutoCloseable {
    private final DatabaseServer server;
    private final DatabaseAccess access;

    public PageDatabase(Path data) throws DatabaseException {
        Path war = Path.of(System.getProperty("pagerace.test.war"));
        System.setProperty("pagerace.cache", war.resolveSibling("test-cache").toString());
        System.setProperty("pagerace.data", data.toString());
        try {
            server = DatabaseServer.start(new DatabaseChoice.Embedded(), home(), line -> {});
            access = server.access().orElseThrow();
        } finally {
            System.clearProperty("pagerace.cache");
            System.clearProperty("pagerace.data");
        }
    }

    /** The unpacked form of the archive as the build leaves it. */
    public static Home home() {
        Path war = Path.of(System.getProperty("pagerace.test.war"));
        return new Home(war.resolveSibling("war"), Optional.of(war));
    }

    public Map<String, String> attributes() {
        return Map.of(Keys.URL, access.jdbcUrl(), Keys.USER, access.user(), Keys.PASSWORD, access.password());
    }

    /** Like {@link #attributes}, but by way of another port. */
    public Map<String, String> attributesVia(int port) {
        var attributes = new HashMap<>(attributes());
        attributes.put(Keys.URL, urlVia(port));
        return attributes;
    }

    /** Returns the address of this database by way of another port. */
    public String urlVia(int port) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + access.schema();
    }

    public List<Long> pids() {
        return server.pids();
    }

    public int port() {
        return access.port();
    }

    public Map<String, String> javaEnvironment() {
        return Map.of(
                "PAGERACE_DATABASE_URL", access.jdbcUrl(),
                "PAGERACE_DATABASE_USER", access.user(),
                "PAGERACE_DATABASE_PASSWORD", access.password());
    }

    public Map<String, String> phpEnvironment() {
        return Map.of(
                "PAGERACE_DB_HOST", access.host(),
                "PAGERACE_DB_PORT", Integer.toString(access.port()),
                "PAGERACE_DB_NAME", access.schema(),
                "PAGERACE_DB_USER", access.user(),
                "PAGERACE_DB_PASSWORD", access.password());
    }

    public String password() {
        return access.password();
    }

    /** Kills the server, as a lack of memory does: no word to its clients, nothing written to its files. */
    public void kill() {
        ProcessHandle process = ProcessHandle.of(server.pids().get(0)).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        server.close();
    }
}
