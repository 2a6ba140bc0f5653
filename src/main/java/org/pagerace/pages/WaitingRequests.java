package org.pagerace.pages;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** The requests that wait for the database, or for their answer. Safe for any thread. */
final class WaitingRequests {
    private final Set<WaitingRequest> waiting = new HashSet<>();

    synchronized void add(WaitingRequest request) {
        waiting.add(request);
    }

    synchronized void remove(WaitingRequest request) {
        if (waiting.remove(request) && waiting.isEmpty()) {
            notifyAll();
        }
    }

    /** Waits until all have been answered, or the time is up: clients that do not read must hold up nobody. */
    synchronized void awaitNone(Duration time) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + time.toNanos();
        while (!waiting.isEmpty()) {
            long leftMillis =
                    Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
            if (leftMillis <= 0) {
                return;
            }
            wait(leftMillis);
        }
    }
}
