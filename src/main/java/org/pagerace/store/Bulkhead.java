package org.pagerace.store;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Lets a fixed number of requests use the database; others wait in a bounded, fair queue for a bounded time.
 *
 * <p>It stands in front of the pool, not in the server, so it works the same in every container. Safe for any thread.
 */
final class Bulkhead {
    private final Semaphore permits;
    private final int queueLength;
    private final long queueTimeoutNanos;
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder shed = new LongAdder();

    Bulkhead(int permits, int queueLength, Duration queueTimeout) {
        this.permits = new Semaphore(permits, true);
        this.queueLength = queueLength;
        this.queueTimeoutNanos = queueTimeout.toNanos();
    }

    /** Waits for a permit, which the caller gives back by {@link #leave}. */
    void enter() throws StoreUnavailableException, InterruptedException {
        if (permits.tryAcquire(0, TimeUnit.NANOSECONDS)) { // unlike tryAcquire(), this one does not overtake the queue
            return;
        }
        boolean entered;
        try {
            entered = waiting.incrementAndGet() <= queueLength
                    && permits.tryAcquire(queueTimeoutNanos, TimeUnit.NANOSECONDS);
        } finally {
            waiting.decrementAndGet();
        }
        if (!entered) {
            shed.increment();
            throw new StoreUnavailableException("too many requests wait for the database");
        }
    }

    void leave() {
        permits.release();
    }

    int waiting() {
        return waiting.get();
    }

    long shed() {
        return shed.sum();
    }
}
