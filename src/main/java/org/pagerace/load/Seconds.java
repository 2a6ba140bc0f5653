package org.pagerace.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.pagerace.load.stats.SecondStats;
import org.pagerace.result.LoadResult.Second;
import org.pagerace.statistics.BatchMeans;

/** The seconds of the measured part, each from all workers. For the thread that watches the run. */
final class Seconds {
    private final int workers;
    private final Progress progress;
    private final Map<Integer, Sum> underWay = new TreeMap<>();
    private final List<Second> whole = new ArrayList<>();
    private final Histogram soFar = new Histogram(3);

    private static final class Sum {
        private int workers;
        private long nanos;
        private long started;
        private long ok;
        private long failed;
        private long bodyBytes;
        private final Histogram latency = new Histogram(3);

        private void add(SecondStats part) {
            workers++;
            nanos = Math.max(nanos, part.nanos());
            started += part.started();
            ok += part.ok();
            failed += part.failed();
            bodyBytes += part.bodyBytes();
            latency.add(part.latency());
        }

        private Second second(int index) {
            return new Second(
                    index,
                    Duration.ofNanos(nanos),
                    started,
                    ok,
                    failed,
                    bodyBytes,
                    percentile(latency, 50),
                    percentile(latency, 90),
                    percentile(latency, 99),
                    latency.getMaxValue());
        }
    }

    Seconds(int workers, Progress progress) {
        this.workers = workers;
        this.progress = progress;
    }

    /** Adds what the workers have to tell. */
    void add(List<SecondStats> parts) {
        for (SecondStats part : parts) {
            underWay.computeIfAbsent(part.index(), index -> new Sum()).add(part);
        }
        Sum next = underWay.get(whole.size());
        while (next != null && next.workers == workers) {
            end(next);
            next = underWay.get(whole.size());
        }
    }

    /** The run is over: nobody will add to any second. */
    void end() {
        List.copyOf(underWay.values()).forEach(this::end);
    }

    private void end(Sum sum) {
        Second second = sum.second(whole.size());
        underWay.remove(whole.size());
        if (second.length().isZero()) {
            return;
        }
        whole.add(second);
        soFar.add(sum.latency);
        progress.onSecond(second, sum.latency);
    }

    List<Second> all() {
        return whole;
    }

    /** Returns a percentile of the response times of all seconds so far, in nanoseconds; 0 if there is none. */
    long percentile(double percent) {
        return percentile(soFar, percent);
    }

    private static long percentile(Histogram histogram, double percent) {
        return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percent);
    }

    /** Whether the mean rate of right answers is known so well: 0.02 for 2 % more or less. */
    boolean isRateKnown(double relativeHalfWidth) {
        double[] rates = whole.stream().mapToDouble(Second::ok).toArray();
        return BatchMeans.of(rates)
                .filter(known -> known.relativeHalfWidth() <= relativeHalfWidth)
                .isPresent();
    }
}
