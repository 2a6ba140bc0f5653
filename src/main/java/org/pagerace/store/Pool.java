package org.pagerace.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Where connections come from. Safe for any thread. */
sealed interface Pool extends AutoCloseable permits OwnPool, ContainerPool {

    /** Lends a connection; closing it gives it back. */
    Connection borrow() throws SQLException;

    /** Returns a connection to look whether the server is there. If it is not, nothing else is to try until {@link #onServer}. */
    Connection probe() throws SQLException;

    /** Whether a failure of these two tells that the database cannot be reached, and not only that none was to be had. */
    boolean tellsAway(SQLException failure);

    /** Replaces the connections there are, since they are probably as dead as the one just used. */
    void renew();

    /** The server is there; adapts to what it was found to be. */
    void onServer(ServerInfo server);

    /** Returns what is known of the pool; never waits. */
    Optional<PoolFigures> figures();

    /** Closes what is ours. */
    @Override
    void close();
}
