package org.pagerace.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.PlanInfo.Mode;

/**
 * Modes that differ in the number of connections alone, and are so many that curves show them better than bars.
 *
 * @param threads of the driver
 * @param levels by rising number of connections
 */
record Sweep(int threads, List<Mode> levels) {
    private static final int FEWEST_LEVELS = 5;

    Sweep {
        levels = levels.stream()
                .sorted(Comparator.comparingInt(Mode::connections))
                .toList();
    }

    /** Returns the sweeps of a plan, by rising number of threads; none in a race of single modes. */
    static List<Sweep> of(PlanInfo plan) {
        Map<String, List<Mode>> alike = new LinkedHashMap<>();
        plan.modes()
                .forEach(mode -> alike.computeIfAbsent(
                                mode.http() + mode.keepAlive() + mode.threads(), key -> new ArrayList<>())
                        .add(mode));
        return alike.values().stream()
                .filter(modes ->
                        modes.stream().map(Mode::connections).distinct().count() >= FEWEST_LEVELS)
                .map(modes -> new Sweep(modes.get(0).threads(), modes))
                .sorted(Comparator.comparingInt(Sweep::threads))
                .toList();
    }

    /** Returns the modes of a plan that are in no sweep. */
    static List<Mode> single(PlanInfo plan) {
        List<Mode> swept =
                of(plan).stream().flatMap(sweep -> sweep.levels().stream()).toList();
        return plan.modes().stream().filter(mode -> !swept.contains(mode)).toList();
    }
}
