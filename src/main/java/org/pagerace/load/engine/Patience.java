package org.pagerace.load.engine;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** How a worker waits for events. */
final class Patience {
    /*
     * A selector waits in whole milliseconds, too coarse where requests are due at certain times: in the last one before
     * that the thread naps instead, and looks for answers each 100 us if any are to come.
     */

    /** A selector that waits for a tick may come back so much too late by design. */
    static final long SELECT_GRAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** How often a napping thread looks for answers. */
    static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /** How much later than asked for a selector comes back, mostly. */
    private static final long SELECT_LATE_NANOS = TimeUnit.MICROSECONDS.toNanos(150);
    /** How much later than asked for the kernel ends a nap: its timer slack, see prctl(2). */
    private static final long NAP_LATE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final Selector selector;
    private final Consumer<SelectionKey> onKey;

    Patience(Selector selector, Consumer<SelectionKey> onKey) {
        this.selector = selector;
        this.onKey = onKey;
    }

    /** Handles the events that there are. */
    void look() throws IOException {
        selector.selectNow(onKey);
    }

    /** Waits for events at most so long, or up to a millisecond longer. */
    void await(long nanos) throws IOException {
        if (nanos <= 0) {
            look();
        } else {
            selector.select(onKey, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
        }
    }

    /**
     * Waits for events at most so long.
     *
     * @param answersPend whether any are to come; in the last millisecond nothing else is looked for
     */
    void awaitExactly(long nanos, boolean answersPend) throws IOException {
        if (nanos >= SELECT_GRAIN_NANOS + SELECT_LATE_NANOS) {
            selector.select(onKey, TimeUnit.NANOSECONDS.toMillis(nanos - SELECT_LATE_NANOS));
        } else if (selector.selectNow(onKey) == 0) {
            long nap = answersPend ? Math.min(nanos, NAP_NANOS) : nanos;
            LockSupport.parkNanos(Math.max(1, nap - NAP_LATE_NANOS));
        }
    }
}
