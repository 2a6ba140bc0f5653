package org.pagerace.sample;

import org.pagerace.result.Metric;

/** One counter, which only rises: what it rose by from look to look. For one thread. */
final class Rise {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private boolean known;
    private double value;
    private long nanos;

    /** Takes down the rise since the look before; one that fell began anew, and tells nothing. */
    void count(Journal journal, Metric metric, long now, double counter) {
        if (known && counter >= value) {
            journal.add(metric, now, counter - value);
        }
        note(now, counter);
    }

    /** As above, per second. */
    void rate(Journal journal, Metric metric, long now, double counter) {
        if (known && counter >= value && now > nanos) {
            journal.add(metric, now, (counter - value) * NANOS_PER_SECOND / (now - nanos));
        }
        note(now, counter);
    }

    private void note(long now, double counter) {
        known = true;
        value = counter;
        nanos = now;
    }
}
