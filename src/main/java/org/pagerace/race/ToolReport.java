package org.pagerace.race;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pagerace.load.LoadSpec;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;

/**
 * What a load tool told of one run; what it did not is 0 or empty.
 *
 * @param outcomes how its requests ended
 * @param bodyBytes of bodies
 * @param receivedBytes heads and bodies
 * @param reusedRequests on kept connections
 * @param percentilesNanos of response times, by the name of each, as p99
 */
record ToolReport(
        Duration elapsed,
        Map<FailureKind, Long> outcomes,
        long bodyBytes,
        long receivedBytes,
        long reusedRequests,
        Map<String, Long> percentilesNanos) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Returns the time in which so many requests take place at that rate, which tools print with more digits. */
    static Optional<Duration> elapsed(long requests, double perSecond) {
        return requests > 0 && perSecond > 0
                ? Optional.of(Duration.ofNanos(Math.round(requests / perSecond * NANOS_PER_SECOND)))
                : Optional.empty();
    }

    /** Returns the result of a run with these settings. */
    LoadResult result(LoadSpec spec, String tool) {
        long started = outcomes.values().stream().mapToLong(Long::longValue).sum();
        var settings = new LoadResult.Settings(
                spec.target().toString(),
                spec.method(),
                spec.version().wire(),
                spec.keepAlive(),
                spec.connections(),
                spec.threads(),
                spec.stop().mostRequests().orElse(0),
                spec.stop().longest().orElse(Duration.ZERO),
                Duration.ZERO,
                spec.timeout(),
                "none",
                Map.of("driver", tool));
        return new LoadResult(
                        LoadResult.MEASUREMENT_REVISION,
                        settings,
                        spec.target().getHost() + ":" + spec.target().getPort(),
                        false,
                        elapsed,
                        started,
                        new EnumMap<>(outcomes),
                        new TreeMap<>(),
                        new TreeMap<>(),
                        bodyBytes,
                        receivedBytes,
                        0,
                        0,
                        reusedRequests,
                        0,
                        Latency.empty(),
                        Latency.empty(),
                        Latency.empty(),
                        Latency.empty())
                .withToolFigures(new LoadResult.ToolFigures(tool, percentilesNanos));
    }
}
