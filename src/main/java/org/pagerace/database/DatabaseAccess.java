package org.pagerace.database;

import java.sql.Connection;
import java.sql.SQLException;
import org.pagerace.config.JdbcUrl;

/**
 * How the pages, in Java and in PHP, reach the database.
 *
 * @param jdbcUrl for Connector/J; never holds a password
 * @param version as the server says
 */
public record DatabaseAccess(
        String jdbcUrl, String host, int port, String schema, String user, String password, String version) {
    /** Returns a connection as the page's user, which is the caller's to close. */
    public Connection connect() throws SQLException {
        return Probe.connect(JdbcUrl.parse(jdbcUrl, false), user, password);
    }

    /** Without the password, so that a log line never tells it. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port + "/" + schema + " (" + version + ")";
    }
}
