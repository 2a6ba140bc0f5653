package org.pagerace.database;

import java.util.Optional;

/** A running server that is not ours: it is asked, never changed or stopped. */
final class ExternalDatabase extends DatabaseServer {
    private final DatabaseAccess access;

    private ExternalDatabase(DatabaseAccess access) {
        this.access = access;
    }

    static ExternalDatabase find(DatabaseChoice.Url choice) throws DatabaseException {
        return new ExternalDatabase(Probe.access(choice.jdbcUrl(), choice.user(), choice.password()));
    }

    @Override
    public Optional<DatabaseAccess> access() {
        return Optional.of(access);
    }

    @Override
    public void close() {}
}
