package org.pagerace.race;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Map;

/** Fetches one page at a time, each over a connection of its own, and finds out whether that would have lasted. */
final class PageFetcher {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** Any answer to it proves that the connection lasts, so it may be missing; it must not ask the database. */
    private static final String SECOND_PAGE = "/" + SqlMeter.IDLE_PAGE;

    private static final String ACCEPT_GZIP = "Accept-Encoding: gzip\r\n";

    private final Duration timeout;
    private final Map<String, InetSocketAddress> pins;

    /** Creates a fetcher that connects to these addresses, by host and port as in the URL. */
    PageFetcher(Map<String, InetSocketAddress> pins) {
        this(TIMEOUT, pins);
    }

    /** Creates one that waits so long for a whole answer. */
    PageFetcher(Duration timeout, Map<String, InetSocketAddress> pins) {
        this.timeout = timeout;
        this.pins = Map.copyOf(pins);
    }

    private Wire connect(URI page) throws IOException {
        InetSocketAddress pinned = pins.get(page.getRawAuthority());
        return pinned == null ? new Wire(page, timeout) : new Wire(pinned, timeout);
    }

    /**
     * Returns the answer to one request.
     *
     * @throws IOException there is none, it is not valid, not whole in time, or not where its framing says it ends
     */
    WireAnswer fetch(String method, HttpForm form, URI page) throws IOException, InterruptedException {
        try (Wire wire = connect(page)) {
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
            throw interrupted(page, e);
        }
    }

    /** Returns the answer to a GET in HTTP/1.1 by a client that would accept gzip. */
    WireAnswer fetchCompressible(URI page) throws IOException, InterruptedException {
        try (Wire wire = connect(page)) {
            wire.send(HttpForm.HTTP_1_1_CLOSE.request("GET", page, ACCEPT_GZIP));
            return wire.read("GET", page);
        } catch (ClosedByInterruptException e) {
            throw interrupted(page, e);
        }
    }

    private static InterruptedException interrupted(URI page, ClosedByInterruptException e) {
        Thread.interrupted();
        var interrupted = new InterruptedException("interrupted while " + page + " was fetched");
        interrupted.initCause(e);
        return interrupted;
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
