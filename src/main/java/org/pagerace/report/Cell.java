package org.pagerace.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;
import org.pagerace.result.RoundResult;
import org.pagerace.statistics.Sample;

/**
 * All rounds of one stack on one page in one mode.
 *
 * @param rounds in the order they were run; none if the race ended before the first
 */
record Cell(String mode, String page, String stack, List<RoundResult> rounds) {
    Cell {
        rounds = List.copyOf(rounds);
    }

    boolean isMeasured() {
        return !rounds.isEmpty();
    }

    /** Returns the right answers per second of each round; only for a measured cell. */
    Sample throughput() {
        return Sample.of(rounds.stream().map(round -> round.load().perSecond()).toList());
    }

    /** Returns the rounds beyond Tukey's fences; they are named, and counted like all others. */
    List<RoundResult> outliers() {
        if (!isMeasured()) {
            return List.of();
        }
        Sample all = throughput();
        return rounds.stream()
                .filter(round -> all.isOutside(round.load().perSecond()))
                .toList();
    }

    /** Returns the body bytes per second of the median round. */
    double bodyBytesPerSecond() {
        return Sample.of(rounds.stream()
                        .map(round -> round.load().bodyBytesPerSecond())
                        .toList())
                .median();
    }

    /** Returns the times of whole answers, from the first byte sent to the last one received, of all rounds together. */
    Latency latency() {
        return rounds.stream().map(round -> round.load().total()).reduce(Latency.empty(), Latency::merge);
    }

    /**
     * Returns how many connections had, on average, a request under way that was answered in the end: by Little's law,
     * the median of the rounds.
     */
    double busyConnections() {
        return Sample.of(rounds.stream()
                        .map(round -> round.load().littleRatio()
                                * round.load().settings().connections())
                        .toList())
                .median();
    }

    long started() {
        return loads().mapToLong(LoadResult::started).sum();
    }

    long failed() {
        return loads().mapToLong(LoadResult::failed).sum();
    }

    /** Returns the kinds of failure that occurred, and how often. */
    Map<FailureKind, Long> failures() {
        Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
        for (RoundResult round : rounds) {
            round.load().outcomes().forEach((kind, count) -> {
                if (count > 0 && kind != FailureKind.OK && kind != FailureKind.ABORTED_AT_END) {
                    failures.merge(kind, count, Long::sum);
                }
            });
        }
        return failures;
    }

    private Stream<LoadResult> loads() {
        return rounds.stream().map(RoundResult::load);
    }
}
