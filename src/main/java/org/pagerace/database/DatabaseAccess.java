package org.pagerace.database;

/**
 * How the pages, in Java and in PHP, reach the database.
 *
 * @param jdbcUrl for Connector/J; never holds a password
 * @param version as the server says
 */
public record DatabaseAccess(
        String jdbcUrl, String host, int port, String schema, String user, String password, String version) {
    /** Without the password, so that a log line never tells it. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port + "/" + schema + " (" + version + ")";
    }
}
