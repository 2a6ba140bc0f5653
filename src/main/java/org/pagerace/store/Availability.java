package org.pagerace.store;

import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/**
 * Whether the database is worth asking: a circuit breaker that writes one log line per change.
 *
 * <p>Safe for any thread. Times are monotonic nanoseconds of the caller's clock.
 */
final class Availability {

    /** What is known of the database. */
    enum State {
        /** Nothing: requests try it; ends with the watch's first answer. */
        UNKNOWN,
        /** It answered; ends with three failures within two seconds. */
        UP,
        /** It did not; requests are refused at once, until the watch has reached it again. */
        DOWN
    }

    private static final System.Logger LOG = System.getLogger(Availability.class.getName());
    private static final int FAILURES = 3;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Runnable whenDown;
    private State state = State.UNKNOWN;
    private int failures;
    private long firstFailureNanos;

    /** @param whenDown runs whenever the database has gone, on the thread that noticed it */
    Availability(Runnable whenDown) {
        this.whenDown = whenDown;
    }

    synchronized State state() {
        return state;
    }

    synchronized boolean worthTrying() {
        return state != State.DOWN;
    }

    /** Counts a failed request. */
    void onFailure(long nowNanos, String reason) {
        if (isOneTooMany(nowNanos)) {
            onDown(reason);
        }
    }

    private synchronized boolean isOneTooMany(long nowNanos) {
        if (failures == 0 || nowNanos - firstFailureNanos > WINDOW_NANOS) {
            failures = 0;
            firstFailureNanos = nowNanos;
        }
        failures++;
        return failures >= FAILURES;
    }

    synchronized void onUp(String server) {
        failures = 0;
        if (state != State.UP) {
            state = State.UP;
            LOG.log(Level.INFO, "database is up: {0}", server);
        }
    }

    void onDown(String reason) {
        synchronized (this) {
            if (state == State.DOWN) {
                return;
            }
            state = State.DOWN;
            LOG.log(Level.WARNING, "database is away, /db answers 503 until it is back: {0}", reason);
            notifyAll();
        }
        whenDown.run();
    }

    synchronized void awaitDown() throws InterruptedException {
        while (state != State.DOWN) {
            wait();
        }
    }
}
