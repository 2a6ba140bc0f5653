package org.pagerace.verdict;

import static org.pagerace.result.Metric.DRIVER_BUSIEST_THREAD;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.pagerace.result.LoadResult;

/** Whether the client was the limit: then the number is the client's, not the server's. */
final class ClientRules {
    /** An event loop that is busy for more of its time hardly finds a connection that does not wait for it. */
    static final double BUSY = 0.8;

    /** How long a ready connection waits for its thread, in nanoseconds. */
    static final long LATE_NANOS = 1_000_000;

    /** Below this part of the median response time a lag cannot be what bounds the rate, however long it is. */
    static final double LATE_PART = 0.1;

    /** Of the wall time. */
    static final double COLLECTING = 0.01;

    private ClientRules() {}

    /**
     * A thread of the driver that was busy, late or stopped by its collector. Trap: the mean over all cores hides one hot
     * thread, and a thread that shares its core with somebody else is late without being busy.
     */
    static Optional<Limit> cpu(Subject subject) {
        List<String> evidence = new ArrayList<>();
        double share = 0;
        double busyShare = busyShare(subject);
        if (busyShare >= Shares.ENOUGH) {
            share = busyShare;
            evidence.add(String.format(
                    Locale.ROOT, "a driver thread was busy %.0f %% of the time", 100 * busiestThread(subject)));
        }
        double lateShare = roundShare(subject, ClientRules::isLate);
        if (lateShare >= Shares.ENOUGH) {
            share = Math.max(share, lateShare);
            evidence.add(String.format(
                    Locale.ROOT,
                    "ready connections waited up to %.1f ms (p99) for the driver",
                    subject.median(load -> load.driver().lag().percentile(99)) / 1e6));
        }
        double collectingShare = roundShare(subject, load -> pauses(load) > COLLECTING);
        if (collectingShare >= Shares.ENOUGH) {
            share = Math.max(share, collectingShare);
            evidence.add(String.format(
                    Locale.ROOT,
                    "the driver's collector stopped it %.1f %% of the time",
                    100 * subject.median(ClientRules::pauses)));
        }
        return evidence.isEmpty()
                ? Optional.empty()
                : Optional.of(new Limit(Cause.CLIENT_CPU, busiestThread(subject), share, String.join("; ", evidence)));
    }

    /** Returns whether anything is known of the driver's threads: of an external tool only what was sampled. */
    static boolean isDriverKnown(Subject subject) {
        return subject.sees(DRIVER_BUSIEST_THREAD)
                || subject.loads().stream()
                        .anyMatch(load -> !load.driver().threads().isEmpty());
    }

    /** Returns whether the driver's busiest thread is known to have had time left. */
    static boolean hadTime(Subject subject) {
        return isDriverKnown(subject) && busiestThread(subject) < BUSY;
    }

    static boolean isLate(Subject subject) {
        return roundShare(subject, ClientRules::isLate) >= Shares.ENOUGH;
    }

    private static boolean isLate(LoadResult load) {
        long lag = load.driver().lag().percentile(99);
        return lag > LATE_NANOS && lag > LATE_PART * load.total().percentile(50);
    }

    private static double busyShare(Subject subject) {
        return subject.sees(DRIVER_BUSIEST_THREAD)
                ? Shares.of(
                        subject.readings(DRIVER_BUSIEST_THREAD), reading -> reading.of(DRIVER_BUSIEST_THREAD) > BUSY)
                : roundShare(subject, load -> busiest(load) > BUSY);
    }

    /** Returns how much of its time the busiest thread worked, 0 to 1. */
    static double busiestThread(Subject subject) {
        return Math.max(subject.mean(DRIVER_BUSIEST_THREAD).orElse(0), subject.median(ClientRules::busiest));
    }

    private static double busiest(LoadResult load) {
        return load.driver().threads().stream()
                .mapToDouble(cpu -> part(cpu, load))
                .max()
                .orElse(0);
    }

    private static double pauses(LoadResult load) {
        return part(load.driver().pauses(), load);
    }

    private static double part(Duration time, LoadResult load) {
        return time.toNanos() / 1e9 / Subject.seconds(load);
    }

    private static double roundShare(Subject subject, Predicate<LoadResult> holds) {
        return (double) subject.loads().stream().filter(holds).count()
                / subject.loads().size();
    }
}
