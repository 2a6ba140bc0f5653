package org.pagerace.database;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.ServiceLoader;
import org.pagerace.config.JdbcUrl;
import org.pagerace.config.PageQuery;

/** Runs the page's query once, as the page's user: only that makes a database ready. */
final class Probe {
    // of MySQL and MariaDB alike
    private static final int ACCESS_DENIED_TO_SCHEMA = 1044;
    private static final int ACCESS_DENIED = 1045;
    private static final int UNKNOWN_SCHEMA = 1049;
    private static final int SELECT_DENIED = 1142;
    private static final int UNKNOWN_TABLE = 1146;
    private static final int UNKNOWN_VARIABLE = 1193;
    private static final int ACCESS_DENIED_BY_PLUGIN = 1698;

    private Probe() {}

    /** Returns how to reach the database, or says in one line why its user cannot read the page's rows. */
    static DatabaseAccess access(String jdbcUrl, String user, String password) throws DatabaseException {
        JdbcUrl url = parse(jdbcUrl);
        try (Connection connection = connect(url, user, password);
                Statement statement = connection.createStatement()) {
            String version;
            try (ResultSet row = statement.executeQuery("SELECT @@version")) {
                row.next();
                version = row.getString(1);
            }
            try (ResultSet rows = statement.executeQuery(PageQuery.SQL)) {
                if (!rows.next()) {
                    throw new DatabaseException(
                            "the table article of " + url + " is empty; run sql/data.sql in that schema");
                }
            }
            return new DatabaseAccess(jdbcUrl, url.host(), url.port(), url.schema(), user, password, version);
        } catch (SQLException e) {
            throw new DatabaseException(explain(url, user, e), e);
        }
    }

    private static JdbcUrl parse(String jdbcUrl) throws DatabaseException {
        try {
            return JdbcUrl.parse(jdbcUrl, false);
        } catch (IllegalArgumentException e) {
            throw new DatabaseException("the JDBC URL of --db cannot be used: " + e.getMessage(), e);
        }
    }

    /** Asks the driver itself: DriverManager would look where the thread that came first did. */
    static Connection connect(JdbcUrl url, String user, String password) throws SQLException {
        var properties = new Properties();
        properties.putAll(url.properties());
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        for (Driver driver : ServiceLoader.load(Driver.class, Probe.class.getClassLoader())) {
            Connection connection = driver.connect(url.address(), properties);
            if (connection != null) {
                return connection;
            }
        }
        throw new IllegalStateException("no JDBC driver for " + url + " on the class path");
    }

    static String explain(JdbcUrl url, String user, SQLException e) {
        return switch (e.getErrorCode()) {
            case ACCESS_DENIED ->
                "the database at " + url + " refuses user '" + user
                        + "' with this password; correct --db-user and --db-password-file";
            case ACCESS_DENIED_BY_PLUGIN -> // also for a user that does not exist
                "the database at " + url + " lets user '" + user
                        + "' in with no password; name another one with --db-user and --db-password-file (root often has"
                        + " the socket only)";
            case ACCESS_DENIED_TO_SCHEMA, SELECT_DENIED ->
                "user '" + user + "' may not read " + url + "; run GRANT SELECT ON " + url.schema() + ".* TO that user";
            case UNKNOWN_SCHEMA ->
                "the database at " + url + " has no schema '" + url.schema()
                        + "'; create it and run sql/schema.sql and sql/data.sql in it, or correct the URL";
            case UNKNOWN_TABLE ->
                "there is no table article in " + url + "; run sql/schema.sql and sql/data.sql in that schema";
            case UNKNOWN_VARIABLE ->
                "this server at " + url + " cannot be used with Connector/J (" + e.getMessage()
                        + "); MariaDB 11.0 has this fault, use 10.x or 11.4 and later";
            default ->
                String.valueOf(e.getMessage()).contains("Public Key Retrieval")
                        ? "the database at " + url
                                + " wants a password over TLS; add sslMode=REQUIRED to the URL, or on"
                                + " loopback allowPublicKeyRetrieval=true"
                        : isLinkFailure(e)
                                ? "cannot reach the database at " + url + " (" + rootMessage(e)
                                        + "); start it or correct the URL"
                                : "the database at " + url + " does not answer the page's query: " + e.getMessage();
        };
    }

    private static boolean isLinkFailure(SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith("08");
    }

    private static String rootMessage(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return message.lines().findFirst().orElse(message);
    }
}
