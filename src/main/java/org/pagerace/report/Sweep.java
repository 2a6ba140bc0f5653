package org.pagerace.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RoundResult;

/**
 * Modes that differ in the number of connections alone.
 *
 * @param threads of the driver
 * @param cores that the servers were held to; absent: they had all
 * @param levels by rising number of connections
 */
record Sweep(int threads, Optional<Integer> cores, List<Mode> levels) {
    /** From so many on curves show them better than bars. */
    private static final int FEWEST_LEVELS = 5;

    Sweep {
        levels = levels.stream()
                .sorted(Comparator.comparingInt(Mode::connections))
                .toList();
    }

    /** Returns the sweeps of a plan, by rising number of threads; none in a race of single modes. */
    static List<Sweep> of(PlanInfo plan) {
        return byThreads(plan).stream()
                .filter(sweep -> sweep.levels().stream()
                                .map(Mode::connections)
                                .distinct()
                                .count()
                        >= FEWEST_LEVELS)
                .toList();
    }

    /** Returns the modes of a plan, however few, by rising number of threads. */
    static List<Sweep> byThreads(PlanInfo plan) {
        Map<String, List<Mode>> alike = new LinkedHashMap<>();
        plan.modes()
                .forEach(mode -> alike.computeIfAbsent(
                                mode.http() + mode.keepAlive() + mode.threads() + mode.cores(),
                                key -> new ArrayList<>())
                        .add(mode));
        return alike.values().stream()
                .map(modes -> new Sweep(modes.get(0).threads(), modes.get(0).cores(), modes))
                .sorted(Comparator.comparingInt(Sweep::threads))
                .toList();
    }

    /** Returns what all its levels have in common: "servers on 2 cores, 2 driver threads". */
    String inWords() {
        String driver = Numbers.count(threads, "driver thread");
        return cores.map(count -> "servers on " + Numbers.count(count, "core") + ", " + driver)
                .orElse(driver);
    }

    /** Returns the same for the head of a column: "2 cores". */
    String inShort() {
        return cores.map(count -> Numbers.count(count, "core")).orElseGet(() -> Numbers.count(threads, "thread"));
    }

    /**
     * Returns how many seconds a stack would take for so many requests to a page at each level, at the rates that were measured.
     * Empty if a level was not measured, or had a round without an answer.
     */
    OptionalDouble seconds(RaceSummary summary, String page, String stack, long requests) {
        double seconds = 0;
        for (Mode level : levels) {
            seconds += requests
                    * summary.cell(level.name(), page, stack).rounds().stream()
                            .map(RoundResult::load)
                            .mapToDouble(LoadResult::perSecond)
                            .map(perSecond -> 1 / perSecond)
                            .average()
                            .orElse(Double.POSITIVE_INFINITY);
        }
        return Double.isInfinite(seconds) ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    /** Returns how long all rounds of a stack on a page took, those of all levels together. */
    Duration total(RaceSummary summary, String page, String stack) {
        return levels.stream()
                .flatMap(level -> summary.cell(level.name(), page, stack).rounds().stream())
                .map(round -> round.load().elapsed())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /**
     * Returns in words which stack had the highest median at most levels. Single levels have too few rounds for claims; that
     * somebody leads at most of them needs none.
     */
    String leader(Ranking ranking, String page) {
        Map<String, Long> led = levels.stream()
                .flatMap(mode -> ranking.fastest(mode.name(), page).stream())
                .collect(Collectors.groupingBy(stack -> stack, Collectors.counting()));
        return led.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(leader -> leader.getKey() + " has the highest median at " + leader.getValue() + " of "
                        + Numbers.count(levels.size(), "level"))
                .orElse("nothing was answered");
    }

    /** Returns the modes of a plan that are in no sweep. */
    static List<Mode> single(PlanInfo plan) {
        List<Mode> swept =
                of(plan).stream().flatMap(sweep -> sweep.levels().stream()).toList();
        return plan.modes().stream().filter(mode -> !swept.contains(mode)).toList();
    }
}
