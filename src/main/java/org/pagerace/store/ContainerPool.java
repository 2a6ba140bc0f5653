package org.pagerace.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** The pool behind a DataSource of the container, which configures, repairs and closes it. */
record ContainerPool(DataSource source) implements Pool {

    @Override
    public Connection borrow() throws SQLException {
        return source.getConnection();
    }

    @Override
    public Connection probe() throws SQLException {
        return borrow();
    }

    /**
     * That pool may be smaller than we think, or others may use it too: then it has nothing to lend although the database
     * is well, and says so in words of its own. Only a driver that tried to connect has an SQLState, of failed connects
     * or logins, or an exception of the network.
     */
    @Override
    public boolean tellsAway(SQLException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException
                    || (cause instanceof SQLException sql && isOfTheServer(sql.getSQLState()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfTheServer(String state) {
        return state != null && (state.startsWith("08") || state.startsWith("28") || state.startsWith("42"));
    }

    @Override
    public void renew() {}

    @Override
    public void onServer(ServerInfo server) {}

    @Override
    public Optional<PoolFigures> figures() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
