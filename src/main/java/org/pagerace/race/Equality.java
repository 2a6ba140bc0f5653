package org.pagerace.race;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.pagerace.config.Home;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.network.LineRate;
import org.pagerace.result.ParityResult;

/** The check before a race, by itself: every page once from every stack in every form. */
public final class Equality {
    private Equality() {}

    /**
     * Starts one database and all stacks, compares them, and stops them.
     *
     * @param pages keys of {@link RaceRequest#PAGES}; the static files of the archive are compared in any case
     * @param link the line to the servers; absent: the loopback interface
     * @throws RaceException a server did not start, or died
     * @throws InterruptedException nothing is left running
     */
    public static ParityResult check(
            Entrants entrants,
            List<String> pages,
            DatabaseChoice database,
            Home home,
            Optional<LineRate> link,
            RaceListener listener)
            throws RaceException, InterruptedException {
        if (entrants.isEmpty()) {
            throw new RaceException("no stack to compare: none of those asked for is installed; try --install");
        }
        entrants.requirePages(pages);
        try (Servers servers = Servers.start(database, entrants, home, link, listener)) {
            listener.onMessage("asking every stack for every page");
            var preflight = new EqualityCheck(servers, CheckedPage.of(pages, home.root()), true);
            preflight.run();
            if (servers.failure().isPresent()) {
                throw new RaceException("a server died: " + servers.failure().get());
            }
            return new ParityResult(
                    preflight.pages(),
                    preflight.rows(),
                    preflight.differences(),
                    preflight.unknown(),
                    entrants.skipped());
        } catch (IOException e) {
            throw Race.interruptedOr(e);
        }
    }
}
