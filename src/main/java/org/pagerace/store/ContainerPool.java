package org.pagerace.store;

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
