package org.pagerace.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SamplesTest {
    private static final Samples SAMPLES = new Samples(
            List.of(
                    new Samples.Series(Metric.SERVER_CPU, List.of(1.0, 2.0, 2.5), List.of(1.0, 2.0, 0.6)),
                    new Samples.Series(Metric.LISTEN_DROPS, List.of(1.0, 2.0), List.of(3.0, 4.0)),
                    new Samples.Series(Metric.POOL_LIMIT, List.of(0.0), List.of(10.0))),
            List.of(),
            Duration.ZERO);

    @Test
    void mean_rate_countsEachValueForItsTime() {
        assertEquals(
                (1.0 + 2.0 + 0.5 * 0.6) / 2.5, SAMPLES.mean(Metric.SERVER_CPU).orElseThrow(), 1e-12);
    }

    @Test
    void mean_constant_isItself() {
        assertEquals(OptionalDouble.of(10), SAMPLES.mean(Metric.POOL_LIMIT));
    }

    @Test
    void sumAndMax_values_areThoseOfTheSeries() {
        assertEquals(OptionalDouble.of(7), SAMPLES.sum(Metric.LISTEN_DROPS));
        assertEquals(OptionalDouble.of(2), SAMPLES.max(Metric.SERVER_CPU));
    }

    @Test
    void anyOf_unseenMetric_isEmpty() {
        assertEquals(OptionalDouble.empty(), SAMPLES.mean(Metric.TIME_WAIT));
        assertEquals(OptionalDouble.empty(), SAMPLES.sum(Metric.TIME_WAIT));
        assertEquals(OptionalDouble.empty(), SAMPLES.max(Metric.TIME_WAIT));
    }
}
