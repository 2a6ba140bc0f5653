package org.pagerace.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyTest {
    private static final double PRECISION = 0.001; // three significant digits

    @Test
    void percentile_uniformValues_isAnalytic() {
        Latency latency = uniform(1, 10_000);
        assertEquals(10_000, latency.count());
        for (double percent : new double[] {1, 50, 90, 99, 99.9, 100}) {
            double expected = percent * 100_000; // of 1,000 to 10,000,000 in steps of 1,000
            assertEquals(expected, (double) latency.percentile(percent), expected * PRECISION, "p" + percent);
        }
        assertEquals(5_000_500, latency.mean(), 5_000_500 * PRECISION);
        assertEquals(2_886_751, latency.stdev(), 2_886_751 * 0.002);
    }

    /** A report once showed a mean above its maximum (gatling issue 4715). */
    @Test
    void mean_anyValues_liesBetweenMinimumAndMaximum() {
        for (long value : new long[] {1, 999, 123_456_789, 3_599_999_999_999L}) {
            var histogram = new Histogram(3);
            histogram.recordValue(value);
            Latency latency = Latency.of(histogram);
            assertTrue(latency.min() <= latency.mean() && latency.mean() <= latency.max(), latency.toString());
        }
    }

    @Test
    void merge_twoHalves_equalsTheWhole() {
        Latency merged = uniform(1, 5_000).merge(uniform(5_001, 10_000));
        Latency whole = uniform(1, 10_000);
        assertEquals(whole.count(), merged.count());
        assertEquals(whole.percentile(75), merged.percentile(75));
        assertEquals(whole.max(), merged.max());
        assertEquals(whole.min(), merged.min());
    }

    @Test
    void countBetween_partOfTheRange_countsWhatLiesInIt() {
        Latency latency = uniform(1, 1000);
        assertEquals(101, latency.countBetween(400_000, 500_000));
        assertEquals(1000, latency.countBetween(0, Long.MAX_VALUE / 2));
        assertEquals(0, latency.countBetween(2_000_000, 3_000_000));
        assertEquals(0, Latency.empty().countBetween(0, 1_000_000));
    }

    @Test
    void of_histogramChangedLater_keepsItsValues() {
        var histogram = new Histogram(3);
        histogram.recordValue(5);
        Latency latency = Latency.of(histogram);
        histogram.recordValue(7);
        assertEquals(1, latency.count());
    }

    @Test
    void empty_allFigures_areZero() {
        Latency empty = Latency.empty();
        assertEquals(0, empty.count() + empty.min() + empty.max() + empty.percentile(50));
        assertEquals(0, empty.mean() + empty.stdev());
        assertEquals(uniform(1, 3).count(), empty.merge(uniform(1, 3)).count());
    }

    static Latency uniform(int firstMicros, int lastMicros) {
        var histogram = new Histogram(1, 7_200_000_000_000L, 3);
        for (int micros = firstMicros; micros <= lastMicros; micros++) {
            histogram.recordValue(micros * 1000L);
        }
        return Latency.of(histogram);
    }
}
