package org.pagerace.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pagerace.result.LoadResult;
import org.pagerace.result.Metric;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples.Series;
import org.pagerace.statistics.Sample;

/**
 * What a cell took of the machine; a figure that nobody could read is absent. Microseconds of CPU time are those per right
 * answer, the median of the rounds.
 *
 * @param serverCores processors in use by the stack, the median of the rounds
 * @param memoryBytes the most of any round
 */
record Usage(
        OptionalDouble serverMicros,
        OptionalDouble databaseMicros,
        OptionalDouble driverMicros,
        OptionalDouble serverCores,
        OptionalDouble memoryBytes) {
    private static final Set<Metric> COUNTERS = EnumSet.of(
            Metric.SERVER_WRITTEN,
            Metric.SERVER_DISK_READ,
            Metric.LISTEN_DROPS,
            Metric.SEGMENTS_SENT,
            Metric.SEGMENTS_RESENT,
            Metric.LINK_BYTES,
            Metric.LINK_FRAMES,
            Metric.LINK_DROPS);

    static Usage of(Cell cell) {
        return new Usage(
                micros(cell, round -> mean(round, Metric.SERVER_CPU)),
                micros(cell, round -> mean(round, Metric.DATABASE_CPU)),
                micros(cell, Usage::driverCores),
                median(cell, round -> mean(round, Metric.SERVER_CPU)),
                most(cell));
    }

    /** Returns whether that metric counts events, so that its values are rises and not states. */
    static boolean isCounter(Metric metric) {
        return COUNTERS.contains(metric);
    }

    double microsTogether() {
        return serverMicros.orElse(0) + databaseMicros.orElse(0) + driverMicros.orElse(0);
    }

    String inWords() {
        return "stack " + print(serverMicros) + " µs, database " + print(databaseMicros) + " µs, driver "
                + print(driverMicros) + " µs";
    }

    static String print(OptionalDouble figure) {
        return figure.isPresent() ? Numbers.rate(figure.getAsDouble()) : "–";
    }

    private static OptionalDouble micros(Cell cell, Function<RoundResult, OptionalDouble> cores) {
        return median(cell, round -> {
            double perSecond = round.load().perSecond();
            OptionalDouble used = cores.apply(round);
            return used.isEmpty() || perSecond == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(used.getAsDouble() / perSecond * 1e6);
        });
    }

    private static OptionalDouble median(Cell cell, Function<RoundResult, OptionalDouble> figure) {
        List<Double> values = values(cell, figure).toList();
        return values.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Sample.of(values).median());
    }

    private static OptionalDouble most(Cell cell) {
        return values(cell, round -> {
                    var series = round.samples().find(Metric.SERVER_MEMORY);
                    return series.stream()
                            .flatMap(one -> one.values().stream())
                            .mapToDouble(Double::doubleValue)
                            .max();
                })
                .mapToDouble(Double::doubleValue)
                .max();
    }

    private static Stream<Double> values(Cell cell, Function<RoundResult, OptionalDouble> figure) {
        return cell.rounds().stream()
                .map(figure)
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble);
    }

    /** The driver's own account of its workers serves where nobody sampled its process. */
    private static OptionalDouble driverCores(RoundResult round) {
        OptionalDouble sampled = mean(round, Metric.DRIVER_CPU);
        LoadResult load = round.load();
        if (sampled.isPresent()
                || load.driver().threads().isEmpty()
                || load.elapsed().isZero()) {
            return sampled;
        }
        double nanos = load.driver().threads().stream()
                .mapToDouble(thread -> (double) thread.toNanos())
                .sum();
        return OptionalDouble.of(nanos / load.elapsed().toNanos());
    }

    private static OptionalDouble mean(RoundResult round, Metric metric) {
        var series = round.samples().find(metric).filter(one -> !one.values().isEmpty());
        return series.isPresent() ? OptionalDouble.of(mean(series.get())) : OptionalDouble.empty();
    }

    /** Returns the mean over time: every value holds since the one before. */
    static double mean(Series series) {
        double sum = 0;
        double before = 0;
        for (int i = 0; i < series.values().size(); i++) {
            sum += series.values().get(i) * (series.seconds().get(i) - before);
            before = series.seconds().get(i);
        }
        return before > 0
                ? sum / before
                : series.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0);
    }

    /** Returns the values, those of a counter per second. */
    static List<Double> rates(Series series) {
        if (!isCounter(series.metric())) {
            return series.values();
        }
        List<Double> rates = new ArrayList<>();
        double before = 0;
        for (int i = 0; i < series.values().size(); i++) {
            double seconds = series.seconds().get(i) - before;
            rates.add(seconds > 0 ? series.values().get(i) / seconds : 0.0);
            before = series.seconds().get(i);
        }
        return rates;
    }
}
