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
import org.pagerace.result.ResourceUse;
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
    private static final double NANOS_PER_MICRO = 1e3;

    private static final Set<Metric> COUNTERS = EnumSet.of(
            Metric.SERVER_WRITTEN,
            Metric.SERVER_DISK_READ,
            Metric.LISTEN_DROPS,
            Metric.CONNECTIONS_REFUSED,
            Metric.SEGMENTS_SENT,
            Metric.SEGMENTS_RESENT,
            Metric.LINK_BYTES,
            Metric.LINK_FRAMES,
            Metric.LINK_DROPS);

    static Usage of(Cell cell) {
        return new Usage(
                median(cell, round -> ResourceUse.of(round).serverMicros()),
                median(cell, round -> ResourceUse.of(round).databaseMicros()),
                median(cell, Usage::driverMicros),
                median(cell, round -> round.samples().mean(Metric.SERVER_CPU)),
                values(cell, round -> ResourceUse.of(round).memoryBytes())
                        .mapToDouble(Double::doubleValue)
                        .max());
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

    private static OptionalDouble median(Cell cell, Function<RoundResult, OptionalDouble> figure) {
        List<Double> values = values(cell, figure).toList();
        return values.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Sample.of(values).median());
    }

    private static Stream<Double> values(Cell cell, Function<RoundResult, OptionalDouble> figure) {
        return cell.rounds().stream()
                .map(figure)
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble);
    }

    /** The driver's own account of its workers serves where nobody sampled its process. */
    private static OptionalDouble driverMicros(RoundResult round) {
        OptionalDouble sampled = ResourceUse.of(round).driverMicros();
        LoadResult load = round.load();
        if (sampled.isPresent() || load.driver().threads().isEmpty() || load.ok() == 0) {
            return sampled;
        }
        double nanos = load.driver().threads().stream()
                .mapToDouble(thread -> (double) thread.toNanos())
                .sum();
        return OptionalDouble.of(nanos / NANOS_PER_MICRO / load.ok());
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
