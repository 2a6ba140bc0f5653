package org.pagerace.verdict;

import static org.pagerace.result.Metric.DATABASE_CPU;
import static org.pagerace.result.Metric.DATABASE_CPU_LIMIT;
import static org.pagerace.result.Metric.MACHINE_CPU;
import static org.pagerace.result.Metric.POOL_ACTIVE;
import static org.pagerace.result.Metric.POOL_LIMIT;
import static org.pagerace.result.Metric.SERVER_CPU;
import static org.pagerace.result.Metric.SERVER_CPU_LIMIT;
import static org.pagerace.result.Metric.WORKERS_BUSY;
import static org.pagerace.result.Metric.WORKERS_LIMIT;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.result.Metric;

/** How far from its limit everything was that has one: the evidence of a number that nothing explains. */
final class Fullest {
    private static final int SHOWN = 3;

    private record Use(String name, double share) {}

    private Fullest() {}

    /** Returns the fullest few in words; empty if nothing was seen. */
    static String of(Subject subject) {
        List<Use> uses = Stream.of(
                        use(subject, "stack's cores", SERVER_CPU, SERVER_CPU_LIMIT),
                        use(subject, "workers", WORKERS_BUSY, WORKERS_LIMIT),
                        use(subject, "database pool", POOL_ACTIVE, POOL_LIMIT),
                        use(subject, "database's cores", DATABASE_CPU, DATABASE_CPU_LIMIT),
                        new Use("machine", subject.mean(MACHINE_CPU).orElse(0) / subject.cores()),
                        new Use("driver thread", ClientRules.busiestThread(subject)))
                .filter(use -> use.share() > 0)
                .sorted(Comparator.comparingDouble(Use::share).reversed())
                .limit(SHOWN)
                .toList();
        return uses.stream()
                .map(use -> String.format(Locale.ROOT, "%s %.0f %%", use.name(), 100 * use.share()))
                .collect(Collectors.joining(", "));
    }

    private static Use use(Subject subject, String name, Metric used, Metric limit) {
        return new Use(
                name, Reading.mean(subject.readings(used, limit), reading -> reading.of(used) / reading.of(limit)));
    }
}
