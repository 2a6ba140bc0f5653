package org.pagerace.statistics;

/**
 * A closed interval with the probability that it covers the true value.
 *
 * @param low not above {@code high}
 * @param coverage 0 to 1: of order statistics the exact one, at least what was asked for; of a bootstrap the nominal one
 */
public record Interval(double low, double high, double coverage) {
    /** Of every interval that is printed. */
    public static final double CONFIDENCE = 0.95;

    /** Fewer values have no interval of that confidence, neither by order statistics nor by a bootstrap. */
    public static final int FEWEST_VALUES = 6;

    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("interval must not end below its start, but is " + low + " to " + high);
        }
        if (!(coverage >= 0 && coverage <= 1)) {
            throw new IllegalArgumentException("coverage must be 0 to 1, but is " + coverage);
        }
    }
}
