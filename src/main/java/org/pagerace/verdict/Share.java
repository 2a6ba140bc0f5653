package org.pagerace.verdict;

import java.util.List;
import java.util.function.Predicate;
import org.pagerace.result.LoadResult;

/**
 * How often something held, as a count: a third of three samples is no third of three hundred.
 *
 * @param held how often it did, 0 to {@code of}
 * @param of how often it was looked at; 0: never, or it cannot be counted
 * @param unit what was looked at, in the plural
 */
public record Share(int held, int of, String unit) {
    /** What held all the time, as far as there is anything to count. */
    static final Share ALWAYS = new Share(0, 0, "");

    /** What there was nothing to see of. */
    static final Share NEVER = new Share(0, 1, "");

    /** What held in fewer samples did not bound the number; it may have bound a part of it. */
    static final double ENOUGH = 0.8;

    public Share {
        if (held < 0 || held > of) {
            throw new IllegalArgumentException(held + " of " + of + " is no share");
        }
    }

    /** Returns in how many of the readings it holds; never without readings. */
    static Share of(List<Reading> readings, Predicate<Reading> holds) {
        return readings.isEmpty()
                ? NEVER
                : new Share((int) readings.stream().filter(holds).count(), readings.size(), "samples");
    }

    /** Returns in how many rounds of a measured cell it holds. */
    static Share ofRounds(Subject subject, Predicate<LoadResult> holds) {
        List<LoadResult> loads = subject.loads();
        return new Share((int) loads.stream().filter(holds).count(), loads.size(), "rounds");
    }

    /** Returns the part of all, 0 to 1. */
    public double value() {
        return of == 0 ? 1 : (double) held / of;
    }

    /** Returns {@code 19 of 20 samples}; empty where nothing was counted. */
    public String inWords() {
        return unit.isEmpty() ? "" : held + " of " + of + " " + (of == 1 ? unit.replaceFirst("s$", "") : unit);
    }

    boolean isEnough() {
        return value() >= ENOUGH;
    }

    boolean isNone() {
        return value() == 0;
    }

    /** Returns the larger part; of equal ones the one that was looked at more often. */
    Share or(Share other) {
        boolean more = value() == other.value() ? of >= other.of : value() > other.value();
        return more ? this : other;
    }
}
