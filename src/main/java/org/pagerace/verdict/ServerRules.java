package org.pagerace.verdict;

import static org.pagerace.result.Metric.CPU_PRESSURE;
import static org.pagerace.result.Metric.DATABASE_CPU;
import static org.pagerace.result.Metric.DRIVER_CPU;
import static org.pagerace.result.Metric.FOREIGN_CPU;
import static org.pagerace.result.Metric.MACHINE_CPU;
import static org.pagerace.result.Metric.SERVER_BUSIEST_THREAD;
import static org.pagerace.result.Metric.SERVER_CPU;
import static org.pagerace.result.Metric.SERVER_CPU_LIMIT;
import static org.pagerace.result.Metric.SERVER_CPU_WAIT;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.result.Metric;

/** Whether processors were the limit: the stack's own, or those it shares with the client. */
final class ServerRules {
    /** Not 1: the kernel accounts in ticks of 10 ms, so a full core reads 0.97 in single samples. */
    static final double FULL = 0.95;

    /** Of the whole machine. Interrupts and the samplers themselves take the rest. */
    static final double MACHINE_FULL = 0.9;

    /** Cores for which runnable threads of the stack waited; below, they got theirs when they wanted them. */
    static final double SERVER_WAITS = 0.1;

    /** Share of the time in which somebody on the machine waited for a processor. */
    static final double SOMEBODY_WAITS = 0.2;

    private ServerRules() {}

    /**
     * The whole tree of processes against the cores it may use: a stack pinned to one core is full at one. Trap: the time
     * of children that lived shorter than a sample is seen only where their parent has waited for them.
     */
    static Optional<Limit> cpu(Subject subject) {
        List<Reading> readings = subject.readings(SERVER_CPU, SERVER_CPU_LIMIT);
        Share share = Share.of(readings, reading -> used(reading) >= FULL);
        if (!share.isEnough()) {
            return Optional.empty();
        }
        String evidence = String.format(
                Locale.ROOT,
                "the stack used %.2f of the %.2f cores it may use",
                Reading.mean(readings, reading -> reading.of(SERVER_CPU)),
                Reading.mean(readings, reading -> reading.of(SERVER_CPU_LIMIT)));
        return Optional.of(new Limit(Cause.SERVER_CPU, Reading.mean(readings, ServerRules::used), share, evidence));
    }

    /**
     * One thread at its core's limit while the stack has more cores: a single worker, an acceptor, a collector. Trap: the
     * mean over all cores hides it.
     */
    static Optional<Limit> thread(Subject subject) {
        List<Reading> readings = subject.readings(SERVER_BUSIEST_THREAD, SERVER_CPU, SERVER_CPU_LIMIT);
        Share share = Share.of(readings, reading -> reading.of(SERVER_BUSIEST_THREAD) >= FULL && used(reading) < FULL);
        if (!share.isEnough()) {
            return Optional.empty();
        }
        double busy = Reading.mean(readings, reading -> reading.of(SERVER_BUSIEST_THREAD));
        String evidence = String.format(
                Locale.ROOT,
                "one thread of the stack was busy %.0f %% of the time, while the stack used %.2f of its %.2f cores",
                100 * busy,
                Reading.mean(readings, reading -> reading.of(SERVER_CPU)),
                Reading.mean(readings, reading -> reading.of(SERVER_CPU_LIMIT)));
        return Optional.of(new Limit(Cause.SERVER_THREAD, busy, share, evidence));
    }

    /**
     * Client and servers on one machine that had nothing left, and waits on both sides. Traps: a full machine alone is not
     * it, since one busy thread of the client beside one of the server also fills two cores, and neither waits for the
     * other; and a machine that is full of strangers is noisy, not shared by these two.
     */
    static Optional<Limit> sharedHost(Subject subject) {
        if (subject.isExternal()) {
            return Optional.empty();
        }
        List<Reading> readings = subject.readings(MACHINE_CPU);
        double cores = subject.cores();
        Share share = Share.of(readings, reading -> reading.of(MACHINE_CPU) / cores >= MACHINE_FULL);
        double used = Reading.mean(readings, reading -> reading.of(MACHINE_CPU));
        if (!share.isEnough()
                || subject.mean(FOREIGN_CPU).orElse(0) > used / 2
                || !serverWaits(subject)
                || !clientWaits(subject)) {
            return Optional.empty();
        }
        String evidence = String.format(
                Locale.ROOT,
                "client and server share a machine that used %.2f of its %.0f cores%s",
                used,
                cores,
                parts(subject));
        return Optional.of(new Limit(Cause.SHARED_HOST, used / cores, share, evidence));
    }

    /** What was not seen is no reason against it. */
    private static boolean serverWaits(Subject subject) {
        return subject.mean(SERVER_CPU_WAIT).orElse(SERVER_WAITS) >= SERVER_WAITS;
    }

    private static boolean clientWaits(Subject subject) {
        boolean unseen = !ClientRules.isDriverKnown(subject) && !subject.sees(CPU_PRESSURE);
        return unseen
                || ClientRules.isLate(subject)
                || subject.mean(CPU_PRESSURE).orElse(0) >= SOMEBODY_WAITS;
    }

    private static String parts(Subject subject) {
        String parts = Stream.of(
                        part(subject, SERVER_CPU, "stack"),
                        part(subject, DRIVER_CPU, "driver"),
                        part(subject, DATABASE_CPU, "database"),
                        part(subject, FOREIGN_CPU, "others"))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return parts.isEmpty() ? "" : " (" + parts + ")";
    }

    private static String part(Subject subject, Metric metric, String name) {
        double cores = subject.mean(metric).orElse(0);
        return cores < 0.005 ? "" : String.format(Locale.ROOT, "%s %.2f", name, cores); // not worth its ink
    }

    private static double used(Reading reading) {
        return reading.of(SERVER_CPU) / reading.of(SERVER_CPU_LIMIT);
    }
}
