package org.pagerace.verdict;

import java.util.Map;
import org.pagerace.result.Metric;

/**
 * The values of several metrics at one time.
 *
 * @param seconds since the sample before
 */
record Reading(double seconds, Map<Metric, Double> values) {
    double of(Metric metric) {
        return values.get(metric);
    }

    /** Returns a counter's rise per second. */
    double rate(Metric counter) {
        return of(counter) / seconds;
    }
}
