package org.pagerace.report;

import java.util.Optional;
import org.pagerace.statistics.Interval;

/**
 * One stack beside another on the same page: the quotient of their medians.
 *
 * @param value 0.5: half as fast; of a stack beside itself 1
 * @param interval of 95 %, by a bootstrap over the rounds that both have run; absent below 6 of these
 * @param p of Mann and Whitney, adjusted for all comparisons of the race; 1 where nothing was compared
 */
record Ratio(double value, Optional<Interval> interval, double p, Outcome outcome) {
    static final double LEVEL = 0.05;

    /** The stack beside itself. */
    static final Ratio ITSELF = new Ratio(1, Optional.empty(), 1, Outcome.EQUAL);

    /** @param margin of equivalence, 0.03 for 3 %; 0: differences of any size count */
    static Ratio of(double value, Optional<Interval> interval, double p, double margin) {
        return new Ratio(
                value,
                interval,
                p,
                interval.map(known -> outcome(known, p, margin)).orElse(Outcome.RANGES_ONLY));
    }

    /*
     * Significance alone would crown whoever had the better port number on a quiet machine, the margin alone whoever was
     * lucky. Equality is claimed as in two one-sided tests, where 90 % intervals would do [1].
     *
     * [1] D. J. Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987
     */
    private static Outcome outcome(Interval interval, double p, double margin) {
        double low = 1 / (1 + margin); // so that a beside b and b beside a are judged alike
        double high = 1 + margin;
        if (interval.low() >= low && interval.high() <= high && margin > 0) {
            return Outcome.EQUAL;
        }
        if (p < LEVEL && interval.high() < low) {
            return Outcome.SLOWER;
        }
        return p < LEVEL && interval.low() > high ? Outcome.FASTER : Outcome.UNDECIDED;
    }

    /** Whether the interval alone would decide, but no p value of so few rounds can among so many comparisons. */
    boolean lacksRounds(double margin) {
        return outcome == Outcome.UNDECIDED
                && interval.filter(known -> known.high() < 1 / (1 + margin) || known.low() > 1 + margin)
                        .isPresent();
    }
}
