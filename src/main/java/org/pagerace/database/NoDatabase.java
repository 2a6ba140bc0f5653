package org.pagerace.database;

import java.util.Optional;

/** Nothing: the pages without a database still work. */
final class NoDatabase extends DatabaseServer {
    @Override
    public Optional<DatabaseAccess> access() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
