package org.pagerace.verdict;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.pagerace.result.LoadResult;
import org.pagerace.result.Metric;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;
import org.pagerace.result.Samples.Series;
import org.pagerace.statistics.Sample;

/**
 * What is judged: all rounds of one stack on one page in one mode, within their race.
 *
 * @param rounds in the order they were run; none if the cell was lost
 */
record Subject(RaceResult race, Mode mode, String page, String stack, List<RoundResult> rounds) {

    static Subject of(RaceResult race, String mode, String page, String stack) {
        Mode found = race.plan().modes().stream()
                .filter(one -> one.name().equals(mode))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the race has no mode " + mode));
        return of(race, found, page, stack);
    }

    private static Subject of(RaceResult race, Mode mode, String page, String stack) {
        List<RoundResult> rounds = race.rounds().stream()
                .filter(round -> round.mode().equals(mode.name())
                        && round.page().equals(page)
                        && round.stack().equals(stack))
                .toList();
        return new Subject(race, mode, page, stack, rounds);
    }

    /** Returns the same stack and mode on another page. */
    Subject onPage(String other) {
        return of(race, mode, other, stack);
    }

    /** Returns the same stack and page in another mode. */
    Subject inMode(Mode other) {
        return of(race, other, page, stack);
    }

    boolean isMeasured() {
        return !rounds.isEmpty();
    }

    /** Returns whether the stack runs somewhere else, so that no processor, memory or queue of it can be seen. */
    boolean isExternal() {
        return race.stacks().stream()
                .anyMatch(info -> info.name().equals(stack) && info.external().isPresent());
    }

    /** Returns whether there is a line between client and server; the loopback interface is none, it loses nothing. */
    boolean hasLine() {
        return isExternal() || race.plan().link().isPresent() || sees(Metric.LINK_BYTES);
    }

    int cores() {
        return race.machine().cores();
    }

    /** Returns the warm-up runs, in the order they were run. */
    List<LoadResult> warmups() {
        return race.warmups().stream()
                .filter(run -> run.mode().equals(mode.name())
                        && run.page().equals(page)
                        && run.stack().equals(stack))
                .map(RoundResult::load)
                .toList();
    }

    List<LoadResult> loads() {
        return rounds.stream().map(RoundResult::load).toList();
    }

    /** Returns that figure of the median round; only for a measured cell. */
    double median(ToDoubleFunction<LoadResult> figure) {
        return Sample.of(loads().stream().mapToDouble(figure).toArray()).median();
    }

    double perSecond() {
        return median(LoadResult::perSecond);
    }

    /** Returns all bytes, heads included, that a second of the median round brought. */
    double receivedPerSecond() {
        return median(Subject::receivedPerSecond);
    }

    static double receivedPerSecond(LoadResult load) {
        return load.receivedBytes() / seconds(load);
    }

    static double seconds(LoadResult load) {
        return Math.max(1e-9, load.elapsed().toNanos() / 1e9);
    }

    /** Returns whether any round has values of the metric. */
    boolean sees(Metric metric) {
        return rounds.stream().anyMatch(round -> round.samples().find(metric).isPresent());
    }

    /** Returns why the metric was not seen, as its sampler said it. */
    Optional<String> reasonUnseen(Metric metric) {
        return rounds.stream()
                .flatMap(round -> round.samples().unseen().stream())
                .filter(unseen -> unseen.metric() == metric)
                .map(Samples.Unseen::reason)
                .findFirst();
    }

    /**
     * Returns the values of these metrics side by side, one reading for each sample of the first one; rounds that lack one
     * of them give none.
     */
    List<Reading> readings(Metric first, Metric... others) {
        List<Reading> readings = new ArrayList<>();
        for (RoundResult round : rounds) {
            readings(round.samples(), first, others).forEach(readings::add);
        }
        return readings;
    }

    private static List<Reading> readings(Samples samples, Metric first, Metric... others) {
        Optional<Series> base = samples.find(first);
        Map<Metric, TreeMap<Double, Double>> beside = new EnumMap<>(Metric.class);
        for (Metric other : others) {
            samples.find(other)
                    .filter(series -> !series.values().isEmpty())
                    .ifPresent(series -> beside.put(other, byTime(series)));
        }
        if (base.isEmpty() || beside.size() < others.length) {
            return List.of();
        }
        List<Reading> readings = new ArrayList<>();
        double before = 0;
        for (int i = 0; i < base.get().seconds().size(); i++) {
            double time = base.get().seconds().get(i);
            Map<Metric, Double> values = new EnumMap<>(Metric.class);
            values.put(first, base.get().values().get(i));
            beside.forEach((metric, series) -> values.put(metric, nearest(series, time)));
            if (time > before) { // a value at time 0 is where a counter begins, no sample of the round
                readings.add(new Reading(time - before, values));
                before = time;
            }
        }
        return readings;
    }

    private static TreeMap<Double, Double> byTime(Series series) {
        var values = new TreeMap<Double, Double>();
        for (int i = 0; i < series.seconds().size(); i++) {
            values.put(series.seconds().get(i), series.values().get(i));
        }
        return values;
    }

    /** Samplers have their own beat, and what never changes was read once. */
    private static double nearest(TreeMap<Double, Double> series, double time) {
        var floor = series.floorEntry(time);
        var ceiling = series.ceilingEntry(time);
        if (floor == null || ceiling == null) {
            return (floor == null ? ceiling : floor).getValue();
        }
        return (time - floor.getKey() <= ceiling.getKey() - time ? floor : ceiling).getValue();
    }

    /** Returns the mean over the rounds, each sample weighted with its length; empty if it was not seen. */
    OptionalDouble mean(Metric metric) {
        double sum = 0;
        double seconds = 0;
        for (Reading reading : readings(metric)) {
            sum += reading.of(metric) * reading.seconds();
            seconds += reading.seconds();
        }
        return seconds == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / seconds);
    }

    /** Returns what a counter rose by in all rounds together; 0 if it was not seen. */
    double sum(Metric counter) {
        return readings(counter).stream()
                .mapToDouble(reading -> reading.of(counter))
                .sum();
    }
}
