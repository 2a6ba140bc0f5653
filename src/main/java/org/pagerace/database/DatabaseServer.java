package org.pagerace.database;

import java.util.Optional;
import java.util.function.Consumer;
import org.pagerace.config.Home;

/** A database that answers the page's query; closing it stops what was started for it. */
public abstract sealed class DatabaseServer implements AutoCloseable permits NoDatabase {
    DatabaseServer() {}

    /**
     * Starts or finds a database and returns when the page's query works.
     *
     * @param progress gets one line per slow step or warning
     * @throws DatabaseException if there is none in the end; nothing is left running then
     */
    public static DatabaseServer start(DatabaseChoice choice, Home home, Consumer<String> progress)
            throws DatabaseException {
        return new NoDatabase();
    }

    /** Returns how to reach it; empty when there is to be no database. */
    public abstract Optional<DatabaseAccess> access();

    @Override
    public abstract void close();
}
