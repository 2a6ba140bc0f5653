package org.pagerace.verdict;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.pagerace.result.Metric;

/**
 * The values of several metrics at one time.
 *
 * @param seconds since the sample before
 */
record Reading(double seconds, Map<Metric, Double> values) {
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

    double of(Metric metric) {
        return values.get(metric);
    }

    /** Returns a counter's rise per second. */
    double rate(Metric counter) {
        return of(counter) / seconds;
    }
}
