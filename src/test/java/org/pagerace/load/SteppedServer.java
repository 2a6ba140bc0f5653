package org.pagerace.load;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import org.pagerace.load.engine.Clock;

/**
 * A server that takes exactly as long as it says, by a clock that it moves itself: once each of its connections has a
 * request, the next of the given times comes, and with it all answers. After the last time there are no answers any more.
 */
final class SteppedServer implements AutoCloseable {
    private final AtomicLong nanos = new AtomicLong();
    private final CyclicBarrier allAsked;
    private final long[] timesNanos;
    private final ScriptedServer server;
    private int steps; // taken; the barrier orders all access

    /**
     * Starts to listen.
     *
     * @param connections that will come
     * @param timesMillis of the answers; at the last one the clock moves, but nobody is answered
     */
    SteppedServer(int connections, String answer, long... timesMillis) throws IOException {
        timesNanos =
                Arrays.stream(timesMillis).map(millis -> millis * 1_000_000).toArray();
        allAsked = new CyclicBarrier(connections, () -> nanos.set(timesNanos[steps++]));
        server = new ScriptedServer(peer -> {
            while (peer.request()) {
                awaitStep();
                if (steps == timesNanos.length) {
                    peer.hang();
                }
                peer.send(answer);
            }
        });
    }

    private void awaitStep() throws IOException {
        try {
            allAsked.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IOException("a connection went missing", e);
        }
    }

    Clock clock() {
        return nanos::get;
    }

    URI uri() {
        return server.uri();
    }

    int requestCount() {
        return server.requestCount();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
