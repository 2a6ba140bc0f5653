package org.pagerace.race;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;

/** Fetches one page at a time, each over a connection of its own, and finds out whether that would have lasted. */
final class PageFetcher {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** Any answer to it proves that the connection lasts, so it may be missing; it must not ask the database. */
    private static final String SECOND_PAGE = "/" + SqlMeter.IDLE_PAGE;

    private final Duration timeout;

    PageFetcher() {
        this(TIMEOUT);
    }

    /** Creates a fetcher that waits so long for a whole answer. */
    PageFetcher(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * Returns the answer to one request.
     *
     * @throws IOException there is none, it is not valid, not whole in time, or not where its framing says it ends
     */
    WireAnswer fetch(String method, HttpForm form, URI page) throws IOException, InterruptedException {
        try (var wire = new Wire(page, timeout)) {
            WireAnswer exchange = wire.ask(method, form, page);
            if (wire.hasMore()) {
                throw surplus(method, null);
            }
            if (exchange.persistent()) {
                return isAnsweredAgain(wire, method, page) ? exchange.withKept() : exchange;
            }
            if (exchange.framing() != Framing.CLOSE && !wire.endsHere()) {
                throw surplus(method, null);
            }
            return exchange;
        } catch (ClosedByInterruptException e) {
            Thread.interrupted();
            var interrupted = new InterruptedException("interrupted while " + page + " was fetched");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    /** A connection that just ends was not kept; any byte before its end must be one of a whole next answer. */
    private static boolean isAnsweredAgain(Wire wire, String method, URI page) throws IOException {
        try {
            wire.send("GET", HttpForm.HTTP_1_1_CLOSE, page.resolve(SECOND_PAGE));
            if (wire.endsHere()) {
                return false;
            }
        } catch (SocketException e) {
            return false; // the server closed it before it had read the request
        }
        try {
            wire.read("GET", page);
            return true;
        } catch (EOFException | SocketException e) {
            throw surplus(method, e);
        }
    }

    private static IOException surplus(String method, Exception cause) {
        return new IOException("it sends more than the answer to " + method, cause);
    }
}
