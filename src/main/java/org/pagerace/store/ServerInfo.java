package org.pagerace.store;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;

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

    static ServerInfo read(Connection connection) throws SQLException {
        DatabaseMetaData meta = connection.getMetaData();
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

    static String product(String versionAndComment) {
        return versionAndComment.toLowerCase(Locale.ROOT).contains("mariadb") ? "MariaDB" : "MySQL";
    }
}
