package org.pagerace.report;

import java.util.Optional;
import org.pagerace.statistics.Interval;

/**
 * Between which figures the median lies.
 *
 * @param interval whether that is the 95 % interval of the median; otherwise the slowest and the fastest round
 */
record Spread(double low, double high, boolean interval) {
    static Spread of(Cell cell, Optional<Interval> interval) {
        return interval.map(found -> new Spread(found.low(), found.high(), true))
                .orElseGet(() ->
                        new Spread(cell.throughput().min(), cell.throughput().max(), false));
    }

    String inWords() {
        return (interval ? "95 % interval " : "rounds from ") + Numbers.rate(low) + " to " + Numbers.rate(high);
    }
}
