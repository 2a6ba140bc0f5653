package org.pagerace.race;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.pagerace.config.Reason;
import org.pagerace.load.LoadException;
import org.pagerace.load.Route;
import org.pagerace.load.Target;
import org.pagerace.load.TargetGuard;
import org.pagerace.load.TargetRefusedException;
import org.pagerace.stacks.ExternalStack;
import org.pagerace.stacks.RunningStack;

/**
 * A server of somebody else that was found and may be asked.
 *
 * @param address the one to connect to in this race, whatever its name resolves to later
 * @param route the same for the driver
 */
record Guest(RunningStack stack, InetSocketAddress address, Route route) {

    /**
     * Resolves its name once, refuses a public address that was not allowed, and asks which names its pages have.
     *
     * @throws PlanException it may not be asked
     * @throws RaceException it does not answer
     */
    static Guest find(ExternalStack external) throws RaceException, InterruptedException {
        URI folder = external.folder();
        InetSocketAddress address;
        Route route;
        try {
            Route allowed = external.publicTargetOk()
                    .map(Route.DIRECT::withPublicTargetOk)
                    .orElse(Route.DIRECT);
            address = TargetGuard.pin(Target.of(folder), allowed);
            route = allowed.withPins(pin(folder, address));
        } catch (TargetRefusedException e) {
            throw new PlanException(external.name() + ": " + e.getMessage());
        } catch (LoadException | IllegalArgumentException e) {
            throw new RaceException(external.name() + ": " + e.getMessage(), e);
        }
        var fetcher = new PageFetcher(Map.of(folder.getRawAuthority(), address));
        return new Guest(RunningStack.of(external, pages(external, fetcher)), address, route);
    }

    private static Map<String, InetAddress> pin(URI folder, InetSocketAddress address) {
        String host = folder.getHost().replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
        return Map.of(host + ":" + address.getPort(), address.getAddress());
    }

    /** Takes the first name of each page that is there; where none is, the check of equality will tell. */
    private static Map<String, String> pages(ExternalStack external, PageFetcher fetcher)
            throws RaceException, InterruptedException {
        Map<String, String> pages = new LinkedHashMap<>();
        for (Map.Entry<String, List<URI>> page : external.candidates().entrySet()) {
            URI found = page.getValue().get(0);
            if (page.getValue().size() > 1) {
                for (URI candidate : page.getValue()) {
                    if (isThere(external, fetcher, candidate)) {
                        found = candidate;
                        break;
                    }
                }
            }
            pages.put(page.getKey(), HttpForm.path(found));
        }
        return pages;
    }

    private static boolean isThere(ExternalStack external, PageFetcher fetcher, URI page)
            throws RaceException, InterruptedException {
        try {
            return fetcher.fetch("GET", HttpForm.HTTP_1_1_CLOSE, page).answer().status() == Answer.OK;
        } catch (IOException e) {
            throw new RaceException(
                    external.name() + " does not answer at " + page + ": " + Reason.of(e, "")
                            + "; start it, correct --stack, or leave it out",
                    e);
        }
    }
}
