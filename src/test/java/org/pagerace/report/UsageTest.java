package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pagerace.result.Metric;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;
import org.pagerace.result.Samples.Series;

class UsageTest {
    private static final Mode MODE =
            new Mode("c32", "1.1", true, 32, 1, Optional.empty(), Optional.of(Duration.ofSeconds(1)));

    /** Returns a cell whose rounds have 1,000 answers in one second each, and these samples. */
    private static Cell cell(Series... rounds) {
        List<RoundResult> results = new ArrayList<>();
        for (Series series : rounds) {
            results.add(new RoundResult(
                    "jetty",
                    "index",
                    "c32",
                    results.size() + 1,
                    Instant.EPOCH,
                    Races.load(1000, MODE, Map.of()),
                    new Samples(List.of(series), List.of(), Duration.ZERO)));
        }
        return new Cell("c32", "index", "jetty", results);
    }

    private static Series series(Metric metric, List<Double> seconds, List<Double> values) {
        return new Series(metric, seconds, values);
    }

    @Test
    void of_coresOfThreeRounds_areMicrosecondsPerAnswer() {
        Usage usage = Usage.of(cell(
                series(Metric.SERVER_CPU, List.of(1.0), List.of(1.5)),
                series(Metric.SERVER_CPU, List.of(1.0), List.of(1.2)),
                series(Metric.SERVER_CPU, List.of(1.0), List.of(0.1))));
        assertEquals(1200, usage.serverMicros().orElseThrow(), 1e-6);
        assertEquals(1.2, usage.serverCores().orElseThrow(), 1e-9);
    }

    @Test
    void of_whatNobodySampled_isAbsent() {
        Usage usage = Usage.of(cell(series(Metric.SERVER_CPU, List.of(1.0), List.of(1.5))));
        assertTrue(usage.databaseMicros().isEmpty());
        assertTrue(usage.memoryBytes().isEmpty());
        assertTrue(usage.driverMicros().isEmpty());
    }

    @Test
    void of_memory_isTheMostOfAnyRound() {
        Usage usage = Usage.of(cell(
                series(Metric.SERVER_MEMORY, List.of(1.0, 2.0), List.of(7e6, 9e6)),
                series(Metric.SERVER_MEMORY, List.of(1.0), List.of(8e6))));
        assertEquals(9e6, usage.memoryBytes().orElseThrow());
    }

    @Test
    void rates_counter_isPerSecond() {
        assertEquals(
                List.of(100.0, 50.0),
                Usage.rates(series(Metric.SEGMENTS_SENT, List.of(2.0, 4.0), List.of(200.0, 100.0))));
        assertEquals(List.of(7.0), Usage.rates(series(Metric.TIME_WAIT, List.of(2.0), List.of(7.0))));
    }
}
