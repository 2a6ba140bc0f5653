package org.pagerace.verdict;

import static org.pagerace.result.Metric.CLIENT_UNREAD;
import static org.pagerace.result.Metric.CLIENT_WINDOW_FULL;
import static org.pagerace.result.Metric.DRIVER_BUSIEST_THREAD;
import static org.pagerace.result.Metric.DRIVER_CPU;
import static org.pagerace.result.Metric.DRIVER_CPU_WAIT;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;

/** Whether the client was the limit: then the number is the client's, not the server's. */
final class ClientRules {
    /** An event loop that is busy for more of its time hardly finds a connection that does not wait for it. */
    static final double BUSY = 0.8;

    /** How long a ready connection waits for its thread, in nanoseconds. */
    static final long LATE_NANOS = 1_000_000;

    /**
     * Of the mean response time: in a closed loop a mean lag that is a smaller part of it costs no more than that part of
     * the rate, however long single ones are.
     */
    static final double LATE_PART = 0.05;

    /** Cores for which the driver's threads waited: what the odd timer of a JVM on a busy machine may add up to. */
    static final double WAITS = 0.3;

    /** Of the wall time. */
    static final double COLLECTING = 0.01;

    /** Of the time that connections had something to send. */
    static final double WINDOW_FULL = 0.2;

    /** Of the connections: with fewer the others, that have been read empty, wait for something else. */
    static final double UNREAD = 0.5;

    private ClientRules() {}

    /**
     * A thread of the driver that was busy, late or stopped by its collector, or got less of a processor than it waited for.
     * Trap: the mean over all cores hides one hot thread, and a thread that shares its core with somebody else is late
     * without being busy.
     */
    static Optional<Limit> cpu(Subject subject) {
        List<Sign> signs = Stream.of(busy(subject), late(subject), starved(subject), collecting(subject))
                .filter(sign -> sign.share().isEnough())
                .toList();
        if (signs.isEmpty()) {
            return Optional.empty();
        }
        Share share = signs.stream().map(Sign::share).reduce(Share.NEVER, Share::or);
        String evidence = signs.stream().map(Sign::evidence).collect(Collectors.joining("; "));
        return Optional.of(new Limit(Cause.CLIENT_CPU, busiestThread(subject), share, evidence));
    }

    /** @param share of the samples or rounds in which it was seen */
    private record Sign(Share share, String evidence) {}

    private static Sign busy(Subject subject) {
        String evidence = String.format(
                Locale.ROOT, "a driver thread was busy %.0f %% of the time", 100 * busiestThread(subject));
        Share share = tellsThreads(subject)
                ? Share.ofRounds(subject, load -> busiest(load) > BUSY)
                : Share.of(
                        subject.readings(DRIVER_BUSIEST_THREAD), reading -> reading.of(DRIVER_BUSIEST_THREAD) > BUSY);
        return new Sign(share, evidence);
    }

    private static Sign late(Subject subject) {
        String evidence = String.format(
                Locale.ROOT,
                "ready connections waited for the driver, %.1f ms at p99 and %.2f on average",
                subject.median(load -> load.driver().lag().percentile(99)) / 1e6,
                subject.median(load -> load.driver().lag().mean()) / 1e6);
        return new Sign(Share.ofRounds(subject, ClientRules::isLate), evidence);
    }

    private static Sign starved(Subject subject) {
        List<Reading> readings = subject.readings(DRIVER_CPU_WAIT, DRIVER_CPU);
        double waited = Reading.mean(readings, reading -> reading.of(DRIVER_CPU_WAIT));
        double used = Reading.mean(readings, reading -> reading.of(DRIVER_CPU));
        String evidence =
                String.format(Locale.ROOT, "the driver used %.2f cores and waited for %.2f more", used, waited);
        Share share =
                Share.of(readings, reading -> reading.of(DRIVER_CPU_WAIT) >= Math.max(WAITS, reading.of(DRIVER_CPU)));
        return new Sign(share, evidence);
    }

    private static Sign collecting(Subject subject) {
        String evidence = String.format(
                Locale.ROOT,
                "the driver's collector stopped it %.1f %% of the time",
                100 * subject.median(ClientRules::pauses));
        return new Sign(Share.ofRounds(subject, load -> pauses(load) > COLLECTING), evidence);
    }

    /**
     * The server had to wait for the client's receive window, and the client for nothing. Trap: behind a line that holds
     * more than a window all windows are full too, while a client that reads at once has nothing left to read.
     */
    static Optional<Limit> receive(Subject subject) {
        List<Reading> readings = subject.readings(CLIENT_WINDOW_FULL, CLIENT_UNREAD);
        Share share = Share.of(
                readings,
                reading -> reading.of(CLIENT_WINDOW_FULL) > WINDOW_FULL && reading.of(CLIENT_UNREAD) >= UNREAD);
        if (!share.isEnough()) {
            return Optional.empty();
        }
        double full = Reading.mean(readings, reading -> reading.of(CLIENT_WINDOW_FULL));
        String evidence = String.format(
                Locale.ROOT,
                "the client's receive window was full for %.0f %% of the time in which the stack had something to send, and"
                        + " bytes lay unread at %.0f %% of the connections",
                100 * full,
                100 * Reading.mean(readings, reading -> reading.of(CLIENT_UNREAD)));
        return Optional.of(new Limit(Cause.CLIENT_RECEIVE, full, share, evidence));
    }

    /** Returns whether anything is known of the driver's threads: of an external tool only what was sampled. */
    static boolean isDriverKnown(Subject subject) {
        return subject.sees(DRIVER_BUSIEST_THREAD) || tellsThreads(subject);
    }

    private static boolean tellsThreads(Subject subject) {
        return subject.loads().stream()
                .anyMatch(load -> !load.driver().threads().isEmpty());
    }

    /** Returns whether the driver's busiest thread is known to have had time left. */
    static boolean hadTime(Subject subject) {
        return isDriverKnown(subject) && busiestThread(subject) < BUSY;
    }

    /** Returns whether the driver had to wait, by either sign. */
    static boolean isLate(Subject subject) {
        return Stream.of(late(subject), starved(subject))
                .anyMatch(sign -> sign.share().isEnough());
    }

    private static boolean isLate(LoadResult load) {
        Latency lag = load.driver().lag();
        return lag.percentile(99) > LATE_NANOS
                && lag.mean() > LATE_PART * load.total().mean();
    }

    /**
     * Returns how much of its time the busiest thread worked, 0 to 1. What the driver tells of its own threads comes first:
     * a sampler cannot tell them from those that compile or collect.
     */
    static double busiestThread(Subject subject) {
        return tellsThreads(subject)
                ? subject.median(ClientRules::busiest)
                : subject.mean(DRIVER_BUSIEST_THREAD).orElse(0);
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
}
