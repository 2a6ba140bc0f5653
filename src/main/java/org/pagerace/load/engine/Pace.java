package org.pagerace.load.engine;

/** A worker's part of a given rate: of all requests of the schedule, each {@code step}-th. For one thread. */
final class Pace {
    private final Schedule schedule;
    private final int step;
    private final int offset;
    private final long startNanos;
    private long index; // of the next request
    private long nextNanos; // when it is due

    /**
     * Creates the pace.
     *
     * @param startNanos when the schedule begins
     * @param worker from 0, of {@code workers}
     */
    Pace(Schedule schedule, long startNanos, int worker, int workers) {
        this.schedule = schedule;
        this.step = workers;
        this.offset = worker;
        this.startNanos = startNanos;
        this.index = worker;
        this.nextNanos = startNanos + schedule.dueNanos(worker);
    }

    /** Returns when the next request is due. */
    long nextNanos() {
        return nextNanos;
    }

    /** The next request is sent or given up; the one after it is the next. */
    void advance() {
        index += step;
        nextNanos = startNanos + schedule.dueNanos(index);
    }

    /** Returns how many requests are due by then and not yet taken. */
    long backlog(long nanos) {
        long due = schedule.dueCount(nanos - startNanos);
        long mine = due <= offset ? 0 : (due - offset - 1) / step + 1;
        return Math.max(0, mine - (index - offset) / step);
    }
}
