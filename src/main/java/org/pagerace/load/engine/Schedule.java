package org.pagerace.load.engine;

/**
 * When the n-th request of a run with a given rate is due, in nanoseconds since the start. Stateless, so safe for any
 * thread.
 */
public sealed interface Schedule {

    /*
     * The time is computed from the index, never by adding an interval to the previous time: 70,000 requests a second
     * have no whole interval in nanoseconds, and with the truncated one (14,285 ns) the run would send 3.5 requests a
     * second too many [1]. The due time is also where latency begins, so a server that stalls is charged for the
     * requests it kept waiting [2].
     *
     * [1] tsenart/vegeta lib/pacer.go (integer interval) against Hyperfoil core/.../rate/ConstantRateGenerator.java
     * [2] giltene/wrk2 README, "Coordinated Omission"
     */

    double NANOS_PER_SECOND = 1e9;

    /** Returns the due time of request {@code index} (0 is the first). */
    long dueNanos(long index);

    /** Returns about how many requests are due; {@link #dueCount} puts it right. */
    double roughCount(long elapsedNanos);

    /** Returns how many requests are due at {@code elapsedNanos}, the first one counting from time 0. */
    default long dueCount(long elapsedNanos) {
        if (elapsedNanos < 0) {
            return 0;
        }
        long count = (long) roughCount(elapsedNanos) + 1;
        while (dueNanos(count) <= elapsedNanos) { // rounding may have left the estimate one off
            count++;
        }
        while (count > 0 && dueNanos(count - 1) > elapsedNanos) {
            count--;
        }
        return count;
    }

    /** The same rate all the time, above 0 and at most 1e9. */
    record Constant(double perSecond) implements Schedule {
        @Override
        public long dueNanos(long index) {
            return (long) Math.ceil(index * NANOS_PER_SECOND / perSecond);
        }

        @Override
        public double roughCount(long elapsedNanos) {
            return elapsedNanos * perSecond / NANOS_PER_SECOND;
        }
    }

    /**
     * The same rate on the whole, with intervals that differ at random.
     *
     * @param share of the usual interval by which each may be longer or shorter, 0 to 1
     */
    record Uneven(double perSecond, double share, long seed) implements Schedule {
        @Override
        public long dueNanos(long index) {
            // Each is late by a part of the share of its own: no drift, and still computed from the index alone.
            double late = share * random(seed + index);
            return (long) Math.ceil((index + late) * NANOS_PER_SECOND / perSecond);
        }

        /** Returns a number from 0 to below 1: the first of a {@link java.util.SplittableRandom}, without the object. */
        private static double random(long seed) {
            long z = seed + 0x9e3779b97f4a7c15L;
            z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
            z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
            return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53;
        }

        @Override
        public double roughCount(long elapsedNanos) {
            return elapsedNanos * perSecond / NANOS_PER_SECOND;
        }
    }

    /** A rate that changes evenly from one value to another and then stays. */
    record Ramp(double fromPerSecond, double toPerSecond, long rampNanos) implements Schedule {
        @Override
        public long dueNanos(long index) {
            double inRamp = (fromPerSecond + toPerSecond) / 2 * rampSeconds();
            // The area under the ramp up to t is from t + slope t^2 / 2; solved for t without a division by the slope.
            double root = Math.sqrt(fromPerSecond * fromPerSecond + 2 * slope() * Math.min((double) index, inRamp));
            double seconds = index < inRamp
                    ? 2 * index / (fromPerSecond + root)
                    : rampSeconds() + (index - inRamp) / toPerSecond;
            return (long) Math.ceil(seconds * NANOS_PER_SECOND);
        }

        @Override
        public double roughCount(long elapsedNanos) {
            double ramp = Math.min(elapsedNanos, rampNanos) / NANOS_PER_SECOND;
            double rest = Math.max(0, elapsedNanos - rampNanos) / NANOS_PER_SECOND;
            return fromPerSecond * ramp + slope() * ramp * ramp / 2 + toPerSecond * rest;
        }

        private double rampSeconds() {
            return rampNanos / NANOS_PER_SECOND;
        }

        private double slope() {
            return (toPerSecond - fromPerSecond) / rampSeconds();
        }
    }
}
