package org.pagerace.race;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.pagerace.database.DatabaseAccess;

/**
 * Asks the database how many statements run just then, over one connection that is kept: until an answer takes too long,
 * which must not hold up the other looks. For one thread at a time.
 */
final class RunningStatements implements Supplier<OptionalInt>, AutoCloseable {
    private static final String QUERY = "SHOW GLOBAL STATUS LIKE 'Threads_running'";

    private static final int PATIENCE_MILLIS = 1000;

    private final Connection connection;

    RunningStatements(DatabaseAccess access) throws SQLException {
        this.connection = access.connect();
        this.connection.setNetworkTimeout(Runnable::run, PATIENCE_MILLIS);
    }

    /** Returns the number without this very question; empty if there is no answer. */
    @Override
    public OptionalInt get() {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(QUERY)) {
            return rows.next() ? OptionalInt.of(Math.max(0, rows.getInt(2) - 1)) : OptionalInt.empty();
        } catch (SQLException e) {
            return OptionalInt.empty();
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // The server is being stopped anyway.
        }
    }
}
