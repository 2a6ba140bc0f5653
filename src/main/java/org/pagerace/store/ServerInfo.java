package org.pagerace.store;

import java.lang.module.ModuleDescriptor.Version;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Driver and server of the connection that was made last.
 *
 * @param product "MariaDB" or "MySQL"
 * @param version from a query: in its greeting MariaDB puts a prefix 5.5.5- before it, for old clients
 * @param waitTimeout how long the server keeps an idle connection
 */
public record ServerInfo(
        String product,
        String version,
        String driverName,
        String driverVersion,
        String jdbcLevel,
        Duration waitTimeout) {

    /** Older ones ask for variables that newer servers do not have, and hold up virtual threads. */
    private static final Version LEAST_CONNECTOR_J = Version.parse("8.0.33");

    private static final Pattern NUMBERS = Pattern.compile("\\d+(\\.\\d+)+");

    /** Reads what there is to know, or throws if the driver, which may be the container's, is too old for us. */
    static ServerInfo read(Connection connection) throws SQLException {
        DatabaseMetaData meta = connection.getMetaData();
        requireNewDriver(connection);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@version, @@version_comment, @@wait_timeout")) {
            row.next();
            String version = row.getString(1);
            String comment = row.getString(2);
            return new ServerInfo(
                    product(version + " " + comment),
                    version,
                    meta.getDriverName(),
                    meta.getDriverVersion().replaceAll(" .*", ""), // the rest is a revision hash
                    meta.getJDBCMajorVersion() + "." + meta.getJDBCMinorVersion(),
                    Duration.ofSeconds(row.getLong(3)));
        }
    }

    /** Throws if the driver is too old for us; asks the driver only, not the server. */
    static void requireNewDriver(Connection connection) throws SQLException {
        DatabaseMetaData meta = connection.getMetaData();
        requireNewDriver(meta.getDriverName(), meta.getDriverVersion());
    }

    static void requireNewDriver(String name, String version) throws SQLException {
        Matcher numbers = NUMBERS.matcher(version);
        if (name.startsWith("MySQL Connector")
                && numbers.find()
                && Version.parse(numbers.group()).compareTo(LEAST_CONNECTOR_J) < 0) {
            throw new SQLException(tooOld("the JDBC driver Connector/J " + numbers.group()));
        }
    }

    static String tooOld(String driver) {
        return driver + " is too old; give the container Connector/J " + LEAST_CONNECTOR_J + " or later";
    }

    static String product(String versionAndComment) {
        return versionAndComment.toLowerCase(Locale.ROOT).contains("mariadb") ? "MariaDB" : "MySQL";
    }
}
