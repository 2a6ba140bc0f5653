package org.pagerace.verdict;

import static org.pagerace.result.Metric.DATABASE_CPU;
import static org.pagerace.result.Metric.DATABASE_CPU_LIMIT;
import static org.pagerace.result.Metric.LISTEN_QUEUE;
import static org.pagerace.result.Metric.POOL_ACTIVE;
import static org.pagerace.result.Metric.POOL_LIMIT;
import static org.pagerace.result.Metric.POOL_WAITING;
import static org.pagerace.result.Metric.SERVER_CPU_WAIT;
import static org.pagerace.result.Metric.WORKERS_BUSY;
import static org.pagerace.result.Metric.WORKERS_LIMIT;
import static org.pagerace.result.Metric.WORKERS_QUEUE;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pagerace.result.Metric;

/**
 * Whether a pool was the limit: all of it taken, and somebody waiting. Trap of all pools: where the processors are full,
 * everything before them fills up too, and a larger pool would change nothing; so a pool is named only where they had room.
 */
final class PoolRules {
    /** Of the busy workers: where more of them wait for a processor than for anything else, further ones would wait too. */
    static final double STARVED = 0.5;

    private PoolRules() {}

    /** Children of php-fpm, workers of Apache, threads of a container. Where no queue is told, that of the sockets counts. */
    static Optional<Limit> workers(Subject subject) {
        Metric queue = subject.sees(WORKERS_QUEUE) ? WORKERS_QUEUE : LISTEN_QUEUE;
        List<Reading> readings = subject.readings(WORKERS_BUSY, WORKERS_LIMIT, queue);
        Share share = Share.of(
                readings, reading -> reading.of(WORKERS_BUSY) >= reading.of(WORKERS_LIMIT) && reading.of(queue) > 0);
        double starved = subject.mean(SERVER_CPU_WAIT).orElse(0)
                / Math.max(1, subject.mean(WORKERS_BUSY).orElse(0));
        if (!share.isEnough() || !Processors.hadRoom(subject) || starved > STARVED) {
            return Optional.empty();
        }
        double limit = Reading.mean(readings, reading -> reading.of(WORKERS_LIMIT));
        String waiting = queue == WORKERS_QUEUE
                ? String.format(
                        Locale.ROOT,
                        "%.0f requests waited on average",
                        Reading.mean(readings, reading -> reading.of(WORKERS_QUEUE)))
                : "connections waited in the listen queue";
        String evidence = limit < 1.5
                ? "the only worker was busy, and " + waiting
                : String.format(Locale.ROOT, "all %.0f workers were busy, and %s", limit, waiting);
        return Optional.of(new Limit(Cause.WORKER_POOL, 1, share, evidence));
    }

    static Optional<Limit> connections(Subject subject) {
        List<Reading> readings = subject.readings(POOL_WAITING, POOL_ACTIVE, POOL_LIMIT);
        Share share = Share.of(
                readings, reading -> reading.of(POOL_ACTIVE) >= reading.of(POOL_LIMIT) && reading.of(POOL_WAITING) > 0);
        if (!share.isEnough() || !Processors.hadRoom(subject)) {
            return Optional.empty();
        }
        double limit = Reading.mean(readings, reading -> reading.of(POOL_LIMIT));
        String evidence = String.format(
                Locale.ROOT,
                "%s lent, and %.0f requests waited on average for one",
                limit < 1.5
                        ? "the only database connection was"
                        : String.format(Locale.ROOT, "all %.0f database connections were", limit),
                Reading.mean(readings, reading -> reading.of(POOL_WAITING)));
        return Optional.of(new Limit(Cause.DATABASE_POOL, 1, share, evidence));
    }

    /** The database server against the cores it may use; it is one for all stacks, and idle for those not asked just then. */
    static Optional<Limit> databaseCpu(Subject subject) {
        List<Reading> readings = subject.readings(DATABASE_CPU, DATABASE_CPU_LIMIT);
        Share share = Share.of(
                readings, reading -> reading.of(DATABASE_CPU) >= ServerRules.FULL * reading.of(DATABASE_CPU_LIMIT));
        if (!share.isEnough()) {
            return Optional.empty();
        }
        double used = Reading.mean(readings, reading -> reading.of(DATABASE_CPU));
        double limit = Reading.mean(readings, reading -> reading.of(DATABASE_CPU_LIMIT));
        String evidence =
                String.format(Locale.ROOT, "the database used %.2f of the %.2f cores it may use", used, limit);
        return Optional.of(new Limit(Cause.DATABASE_CPU, used / limit, share, evidence));
    }
}
