package org.pagerace.load.engine;

import java.net.InetSocketAddress;
import org.pagerace.load.http.RequestTemplate;

/**
 * A run as the engine sees it: everything resolved, rendered and checked.
 *
 * @param address the one address all connections go to
 * @param requests how many the measured part has, those under way at its beginning included, or {@link #UNLIMITED}
 * @param durationNanos length of the measured part, or {@link #UNLIMITED}
 * @param warmupNanos before the measured part, 0 for none
 * @param timeoutNanos for a connect, and for a response from the first byte sent
 */
public record LoadPlan(
        InetSocketAddress address,
        RequestTemplate request,
        boolean keepAlive,
        int connections,
        int threads,
        long requests,
        long durationNanos,
        long warmupNanos,
        long timeoutNanos,
        BodyRule bodyRule) {

    /** About 146 years of nanoseconds; half the range, so that adding it to a time cannot overflow. */
    public static final long UNLIMITED = Long.MAX_VALUE / 2;

    /** Returns how many of the connections worker {@code index} drives. */
    int connectionsOf(int index) {
        return connections / threads + (index < connections % threads ? 1 : 0);
    }

    /** Returns how many of the requests worker {@code index} starts: in proportion to its connections. */
    long requestsOf(int index) {
        if (requests == UNLIMITED) {
            return UNLIMITED;
        }
        long first = 0;
        for (int i = 0; i < index; i++) {
            first += connectionsOf(i);
        }
        return share(first + connectionsOf(index)) - share(first);
    }

    private long share(long connectionsBefore) {
        return requests / connections * connectionsBefore + Math.min(requests % connections, connectionsBefore);
    }
}
