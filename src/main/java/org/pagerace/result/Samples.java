package org.pagerace.result;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * What the samplers saw during one round, lead-in left out.
 *
 * @param series at most one of each metric; what never changes has one value at time 0
 * @param unseen metrics that could not be read, so that "not seen" is never taken for "fine"
 * @param cost CPU time that all samplers together took, in this process and in those they asked as far as that can be told
 */
public record Samples(List<Series> series, List<Unseen> unseen, Duration cost) {
    /** Nobody looked. */
    public static final Samples NONE = new Samples(List.of(), List.of(), Duration.ZERO);

    public Samples {
        series = List.copyOf(series);
        unseen = List.copyOf(unseen);
    }

    /**
     * One metric in time.
     *
     * @param seconds since the measured part of the round began, rising
     * @param values in the metric's unit, one for each of these times: the mean since the time before where the metric is a rate
     */
    public record Series(Metric metric, List<Double> seconds, List<Double> values) {
        public Series {
            if (seconds.size() != values.size()) {
                throw new IllegalArgumentException(
                        metric.label() + " has " + values.size() + " values at " + seconds.size() + " times");
            }
            seconds = List.copyOf(seconds);
            values = List.copyOf(values);
        }
    }

    /**
     * What nobody could see.
     *
     * @param reason in words, for instance that a file cannot be read
     */
    public record Unseen(Metric metric, String reason) {}

    /** Returns the series of that metric; empty if it was not seen. */
    public Optional<Series> find(Metric metric) {
        return series.stream().filter(one -> one.metric() == metric).findFirst();
    }

    /** Returns the sum of all values: what a counter rose by in the round. */
    public OptionalDouble sum(Metric metric) {
        return find(metric).map(Samples::values).orElse(DoubleStream.empty()).reduce(Double::sum);
    }

    public OptionalDouble max(Metric metric) {
        return find(metric).map(Samples::values).orElse(DoubleStream.empty()).max();
    }

    /** Returns the mean over time: each value counts for the time since the one before it. */
    public OptionalDouble mean(Metric metric) {
        Series of = find(metric).orElse(new Series(metric, List.of(), List.of()));
        double weighted = 0;
        double weights = 0;
        double before = 0;
        for (int i = 0; i < of.values().size(); i++) {
            double weight = Math.max(0, of.seconds().get(i) - before);
            weighted += weight * of.values().get(i);
            weights += weight;
            before = of.seconds().get(i);
        }
        return weights > 0 ? OptionalDouble.of(weighted / weights) : values(of).average(); // a single one, at time 0
    }

    private static DoubleStream values(Series series) {
        return series.values().stream().mapToDouble(Double::doubleValue);
    }
}
