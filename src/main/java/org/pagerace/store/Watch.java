package org.pagerace.store;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** Looks for the database while it is not known to be up; ends when its thread is interrupted. */
final class Watch implements Runnable {
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 500;

    private final Availability availability;
    private final Probe probe;

    /** Reaches the database and returns its product and version; {@code StoreUnavailable}: there was no way to try. */
    @FunctionalInterface
    interface Probe {
        String run() throws SQLException, StoreUnavailableException;
    }

    Watch(Availability availability, Probe probe) {
        this.availability = availability;
        this.probe = probe;
    }

    @Override
    public void run() {
        long pauseMillis = FIRST_PAUSE_MILLIS;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (reached()) {
                    pauseMillis = FIRST_PAUSE_MILLIS;
                    availability.awaitDown();
                }
                TimeUnit.MILLISECONDS.sleep(pauseMillis);
                pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the owner closes: nothing left to do
        }
    }

    private boolean reached() {
        try {
            availability.onUp(probe.run());
            return true;
        } catch (StoreUnavailableException e) {
            return false; // nothing is known of the database that was not before
        } catch (Exception | Error e) { // whatever the driver did: without the watch /db stays 503 for good
            if (!Thread.currentThread().isInterrupted()) {
                availability.onDown(Failure.reason(e instanceof Exception known ? known : new SQLException(e)));
            }
            return false;
        }
    }
}
