package org.pagerace.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Where connections come from. Safe for any thread. */
sealed interface Pool extends AutoCloseable permits OwnPool, ContainerPool {

    /** Lends a connection; closing it gives it back. */
    Connection borrow() throws SQLException;

    /** Whether a failed {@link #borrow} tells that the database cannot be reached, and not only that none was to be had. */
    boolean tellsAway(SQLException failure);

    /** Replaces the connections there are, since they are probably as dead as the one just used. */
    void renew();

    /** Adapts to what the server was found to be. */
    void onServer(ServerInfo server);

    /** Returns what is known of the pool; never waits. */
    Optional<PoolFigures> figures();

    /** Closes what is ours. */
    @Override
    void close();
}
