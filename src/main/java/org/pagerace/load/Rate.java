package org.pagerace.load;

import java.time.Duration;

/** When requests are sent. */
public sealed interface Rate {

    /** Each connection sends its next request as soon as the one before has ended: a slow server slows the load down. */
    record Closed() implements Rate {}

    /**
     * At a fixed rate, whatever the server does. Times begin when a request is due; if no connection is free it is sent
     * later, and the wait is part of its time.
     *
     * @param perSecond all connections together, above 0 and at most 1,000,000
     */
    record Constant(double perSecond) implements Rate {
        public Constant {
            check(perSecond);
        }
    }

    /**
     * At a fixed rate on the whole, with intervals that differ at random.
     *
     * @param share of the usual interval by which each may be longer or shorter, 0 to 1
     * @param seed of the choice; the same one gives the same times
     */
    record Uneven(double perSecond, double share, long seed) implements Rate {
        public Uneven {
            check(perSecond);
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException(
                        "intervals vary by 0 to 1 of their length, but given is " + share + "; lower it");
            }
        }
    }

    /**
     * At a rate that changes evenly from one value to another and then stays there; a warm-up runs at the first one.
     *
     * @param over 1 ms to 24 h
     */
    record Ramp(double fromPerSecond, double toPerSecond, Duration over) implements Rate {
        public Ramp {
            check(fromPerSecond);
            check(toPerSecond);
            Limits.check("the ramp", over, Limits.SHORTEST, Limits.LONGEST_RUN, "--rate");
        }
    }

    private static void check(double perSecond) {
        if (!(perSecond > 0 && perSecond <= Limits.HIGHEST_RATE)) {
            throw new IllegalArgumentException("a rate is above 0 and at most " + (long) Limits.HIGHEST_RATE
                    + " requests per second, but is " + perSecond + "; check --rate");
        }
    }
}
