package org.pagerace.sample;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.pagerace.result.Metric;
import org.pagerace.result.Samples;

/** Takes down what the sources show. For one thread. */
final class Journal {
    private static final String NOBODY = "no source tells it";
    private static final String TOO_SHORT = "the round was over before anybody looked; longer rounds show it";

    private final Map<Metric, Lines> lines = new EnumMap<>(Metric.class);
    private final Map<Metric, String> unseen = new EnumMap<>(Metric.class);
    private long zeroNanos;
    private boolean underLoad;
    private long loadEndNanos;

    /** Values in the order in which they came. */
    private record Lines(List<Long> nanos, List<Double> values) {}

    /** The measured part begins: all times are counted from here. */
    void begin(long nanos) {
        zeroNanos = nanos;
    }

    /** The load is on from now to then: only what stands meanwhile is taken down, while rises may well end later. */
    void underLoadUntil(long nanos) {
        loadEndNanos = nanos;
        underLoad = true;
    }

    void afterLoad() {
        underLoad = false;
    }

    boolean isUnderLoad(long nanos) {
        return underLoad && nanos - loadEndNanos <= 0;
    }

    /** Takes down how something stands just now, as opposed to what it rose by. */
    void standing(Metric metric, long nanos, double value) {
        if (isUnderLoad(nanos)) {
            add(metric, nanos, value);
        } else {
            unseen(metric, TOO_SHORT);
        }
    }

    void add(Metric metric, long nanos, double value) {
        Lines of = lines.computeIfAbsent(metric, any -> new Lines(new ArrayList<>(), new ArrayList<>()));
        of.nanos().add(nanos);
        of.values().add(value);
    }

    /** What never changes: one value, at time 0. */
    void constant(Metric metric, double value) {
        lines.remove(metric);
        add(metric, zeroNanos, value);
    }

    /** The first reason stays; a value makes it void. */
    void unseen(Metric metric, String reason) {
        unseen.putIfAbsent(metric, reason);
    }

    void unseen(String reason, Metric... metrics) {
        for (Metric metric : metrics) {
            unseen(metric, reason);
        }
    }

    /** Returns everything so far; a metric of which nothing came is unseen. */
    Samples samples(Duration cost) {
        List<Samples.Series> series = new ArrayList<>();
        List<Samples.Unseen> without = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            Lines of = lines.get(metric);
            if (of == null) {
                without.add(new Samples.Unseen(metric, unseen.getOrDefault(metric, NOBODY)));
            } else {
                List<Double> seconds = of.nanos().stream()
                        .map(nanos -> Math.round((nanos - zeroNanos) / 1e6) / 1e3) // a finer time would pretend
                        .toList();
                series.add(new Samples.Series(metric, seconds, of.values()));
            }
        }
        return new Samples(series, without, cost);
    }
}
