package org.pagerace.verdict;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** How much of the time something held. */
final class Shares {
    /** What held in fewer samples did not bound the number; it may have bound a part of it. */
    static final double ENOUGH = 0.8;

    private Shares() {}

    /** Returns the share of the readings for which it holds; 0 without readings. */
    static double of(List<Reading> readings, Predicate<Reading> holds) {
        return readings.isEmpty() ? 0 : (double) readings.stream().filter(holds).count() / readings.size();
    }

    /** Returns the mean over the readings, each weighted with its length; 0 without readings. */
    static double mean(List<Reading> readings, ToDoubleFunction<Reading> value) {
        double sum = 0;
        double seconds = 0;
        for (Reading reading : readings) {
            sum += value.applyAsDouble(reading) * reading.seconds();
            seconds += reading.seconds();
        }
        return seconds == 0 ? 0 : sum / seconds;
    }
}
