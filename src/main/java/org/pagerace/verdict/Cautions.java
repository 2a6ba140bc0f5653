package org.pagerace.verdict;

import static org.pagerace.result.Metric.FOREIGN_CPU;
import static org.pagerace.result.Metric.JVM_COLLECTING;
import static org.pagerace.result.Metric.JVM_COMPILING;
import static org.pagerace.result.Metric.STOLEN_CPU;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pagerace.result.LoadResult;
import org.pagerace.result.Metric;
import org.pagerace.statistics.Trend;

/** What is no limit, but makes a number doubtful. */
final class Cautions {
    /** Of the window: a JVM that compiles more still becomes faster. */
    static final double COMPILING = 0.01;

    /** Of the window: less is the ordinary cost of a young generation. */
    static final double COLLECTING = 0.05;

    /** Of all processors, taken by the hypervisor. */
    static final double STOLEN = 0.01;

    /** Of all processors, used by processes that have no part in the race. */
    static final double FOREIGN = 0.05;

    /** In a closed loop every connection always has a request under way. */
    static final double LITTLE = 0.05;

    /** With fewer connections the driver's own moment between two requests counts. */
    private static final int FEW_CONNECTIONS = 8;

    private Cautions() {}

    /** Trap: rounds of any stack rise on a machine that becomes quieter, so a rise counts only where there is a JVM. */
    static Optional<Limit> notWarm(Subject subject) {
        if (!subject.sees(JVM_COMPILING)) {
            return Optional.empty();
        }
        List<String> evidence = new ArrayList<>();
        double compiling = subject.mean(JVM_COMPILING).orElse(0);
        if (compiling > COMPILING) {
            evidence.add(String.format(Locale.ROOT, "the JVM compiled for %.1f %% of the time", 100 * compiling));
        }
        Optional<Trend> rise = Trend.rise(
                subject.loads().stream().mapToDouble(LoadResult::perSecond).toArray());
        rise.ifPresent(trend -> evidence.add(
                String.format(Locale.ROOT, "its rounds rose from %,.0f to %,.0f a second", trend.from(), trend.to())));
        Share share = rise.isPresent()
                ? Share.ALWAYS
                : Share.of(subject.readings(JVM_COMPILING), reading -> reading.of(JVM_COMPILING) > COMPILING);
        return evidence.isEmpty()
                ? Optional.empty()
                : Optional.of(Limit.caution(Cause.JVM_NOT_WARM, share, String.join("; ", evidence)));
    }

    static Optional<Limit> collecting(Subject subject) {
        double collecting = subject.mean(JVM_COLLECTING).orElse(0);
        return collecting > COLLECTING
                ? Optional.of(Limit.caution(
                        Cause.JVM_COLLECTING,
                        Share.of(subject.readings(JVM_COLLECTING), reading -> reading.of(JVM_COLLECTING) > COLLECTING),
                        String.format(
                                Locale.ROOT, "the JVM collected garbage for %.1f %% of the time", 100 * collecting)))
                : Optional.empty();
    }

    /** Trap: with a stack that is not ours, or an external driver, what is foreign is what no sampler could assign. */
    static Optional<Limit> noise(Subject subject) {
        List<String> evidence = new ArrayList<>();
        Share share = processors(subject, STOLEN_CPU, STOLEN, "other machines on the host took", evidence)
                .or(processors(subject, FOREIGN_CPU, FOREIGN, "processes outside the race used", evidence));
        return evidence.isEmpty()
                ? Optional.empty()
                : Optional.of(Limit.caution(Cause.NOISY_MACHINE, share, String.join("; ", evidence)));
    }

    private static Share processors(Subject subject, Metric metric, double most, String words, List<String> evidence) {
        double cores = subject.cores();
        double used = subject.mean(metric).orElse(0) / cores;
        if (used <= most) {
            return Share.NEVER;
        }
        // what a process that has just ended used is told all at once, and may be more than a short round had
        evidence.add(String.format(Locale.ROOT, "%s %.1f %% of the processors", words, 100 * Math.min(1, used)));
        return Share.of(subject.readings(metric), reading -> reading.of(metric) / cores > most);
    }

    /**
     * Little's law: rate times response time is what was under way. Trap: a run cuts off up to one response time at its
     * ends, and a run of counted requests is all ramp.
     */
    static Optional<Limit> little(Subject subject) {
        boolean tells = subject.mode().duration().isPresent()
                && subject.mode().connections() >= FEW_CONNECTIONS
                && subject.loads().stream().allMatch(load -> load.total().count() > 0);
        if (!tells) {
            return Optional.empty();
        }
        double ratio = subject.median(LoadResult::littleRatio);
        double cut = subject.median(load -> load.total().mean() / 1e9 / Subject.seconds(load));
        if (Math.abs(ratio - 1) <= LITTLE + cut) {
            return Optional.empty();
        }
        return Optional.of(Limit.caution(
                Cause.IDLE_CONNECTIONS,
                Share.ALWAYS,
                String.format(
                        Locale.ROOT,
                        "rate times response time is %.2f times the %d connections, where a closed loop gives 0.95 to 1.05:"
                                + " %s",
                        ratio,
                        subject.mode().connections(),
                        ratio < 1
                                ? "failures, waits in vain or the driver left the others idle"
                                : "the response times hold more than this rate")));
    }
}
