package org.pagerace.load.engine;

import java.net.InetAddress;
import java.util.List;
import org.pagerace.load.stats.WorkerStats;

/** When the connections of one worker may begin and connect, and from where. For its thread. */
final class Turns {
    /** Connects may begin so much too soon: a queue served by ticks would otherwise be late by as much. */
    private static final long CONNECT_GRAIN_NANOS = 1_000_000;

    private final LoadPlan plan;
    private final int worker;
    private final long connectIntervalNanos;
    private long startNanos;
    private long nextConnectNanos; // when the next connect may begin
    private int sources; // used so far

    Turns(LoadPlan plan, int worker) {
        this.plan = plan;
        this.worker = worker;
        this.connectIntervalNanos = (long) (WorkerStats.SECOND_NANOS * plan.threads() / plan.connectsPerSecond());
    }

    void startAt(long nanos) {
        startNanos = nanos;
        nextConnectNanos = nanos;
    }

    /**
     * Closed loop: returns how many of the worker's connections may have begun by now.
     *
     * @param answered whether a byte of any answer has come
     */
    int begun(long now, boolean answered) {
        int all = plan.connectionsOf(worker);
        if (plan.firstAlone() && !answered) {
            return 1;
        }
        if (plan.staggerNanos() == 0) {
            return all;
        }
        long ofTheRun = (now - startNanos) / plan.staggerNanos() + 1;
        return (int) Math.max(0, Math.min(all, ofTheRun - plan.firstConnectionOf(worker)));
    }

    /** Returns when the worker's connection {@code index} may begin. */
    long beginNanos(int index) {
        return startNanos + (plan.firstConnectionOf(worker) + index) * plan.staggerNanos();
    }

    /** Returns when a connection may connect, and takes that place; not after {@code at} if it may do so now. */
    long nextConnect(long at) {
        long turn = Math.max(nextConnectNanos, at);
        nextConnectNanos = turn + connectIntervalNanos;
        return turn - CONNECT_GRAIN_NANOS;
    }

    /** Returns the local address of the next connection, null for the system's choice. */
    InetAddress nextSource() {
        List<InetAddress> all = plan.sources();
        return all.isEmpty() ? null : all.get((worker + plan.threads() * sources++) % all.size());
    }
}
