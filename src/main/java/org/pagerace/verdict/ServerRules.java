package org.pagerace.verdict;

import static org.pagerace.result.Metric.SERVER_BUSIEST_THREAD;
import static org.pagerace.result.Metric.SERVER_CPU;
import static org.pagerace.result.Metric.SERVER_CPU_LIMIT;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether the stack's processors were the limit. */
final class ServerRules {
    /**
     * Of the processors the stack may use, not of the machine: a stack pinned to one core is full at one. Not 1, since
     * the kernel accounts in ticks of 10 ms and a full core reads 0.97 in single samples.
     */
    static final double FULL = 0.95;

    private ServerRules() {}

    /**
     * The whole tree of processes against its cores. Trap: the processor time of children that lived for less than a
     * sample is seen only where their parent has waited for them.
     */
    static Optional<Limit> cpu(Subject subject) {
        List<Reading> readings = subject.readings(SERVER_CPU, SERVER_CPU_LIMIT);
        double share = Shares.of(readings, reading -> used(reading) >= FULL);
        if (share < Shares.ENOUGH) {
            return Optional.empty();
        }
        return Optional.of(new Limit(
                Cause.SERVER_CPU,
                Shares.mean(readings, ServerRules::used),
                share,
                String.format(
                        Locale.ROOT,
                        "the stack used %.2f of the %.2f cores it may use",
                        Shares.mean(readings, reading -> reading.of(SERVER_CPU)),
                        Shares.mean(readings, reading -> reading.of(SERVER_CPU_LIMIT)))));
    }

    /**
     * One thread at its core's limit while the stack has more cores: a single worker, an acceptor, a collector. Trap: the
     * mean over all cores hides it.
     */
    static Optional<Limit> thread(Subject subject) {
        List<Reading> readings = subject.readings(SERVER_BUSIEST_THREAD, SERVER_CPU, SERVER_CPU_LIMIT);
        double share = Shares.of(
                readings, reading -> reading.of(SERVER_BUSIEST_THREAD) >= FULL && used(reading) < FULL);
        if (share < Shares.ENOUGH) {
            return Optional.empty();
        }
        return Optional.of(new Limit(
                Cause.SERVER_THREAD,
                Shares.mean(readings, reading -> reading.of(SERVER_BUSIEST_THREAD)),
                share,
                String.format(
                        Locale.ROOT,
                        "one thread of the stack was busy %.0f %% of the time, the whole stack used %.2f of its %.2f cores",
                        100 * Shares.mean(readings, reading -> reading.of(SERVER_BUSIEST_THREAD)),
                        Shares.mean(readings, reading -> reading.of(SERVER_CPU)),
                        Shares.mean(readings, reading -> reading.of(SERVER_CPU_LIMIT)))));
    }

    static double used(Reading reading) {
        return reading.of(SERVER_CPU) / reading.of(SERVER_CPU_LIMIT);
    }
}
