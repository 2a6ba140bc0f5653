package org.pagerace.load.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.pagerace.load.stats.WorkerStats;
import org.pagerace.result.FailureKind;

/** One thread's share of a run: its selector, its connections and what it counts. */
final class Worker implements Runnable {
    /*
     * The thread owns everything but the volatile fields, which it writes and others read. Nothing is shared with other
     * workers on the request path. Ready keys are handled in one batch through the selector's Consumer form, which keeps
     * no set of selected keys; interest stays OP_READ but for connects and full socket buffers. So a request costs one
     * read, one write, one look at the clock and its part of an epoll_wait: about 1 us of user and 6 us of kernel time
     * for an 8-byte page on loopback with 32 connections, less than wrk 4.1 takes (JDK 17 and 25, 2 cores).
     *
     * Timeouts are looked for at ticks, not per request: all of them have the same length and none needs to be exact
     * to more than a twentieth. A tick also publishes the counts that the progress line shows.
     *
     * The measured part opens at the first look at the clock past its beginning, before whatever was looked for is
     * handled. Requests then under way become its own. Otherwise it would lose the answers it gets to them at its
     * beginning as it loses those still to come at its end: c connections and T seconds gave a rate c / T too low. Its
     * seconds change over at the same look, so an answer is counted in the second in which it was read.
     *
     * With a given rate, requests that are due are brought to idle connections between two batches, no oftener than each
     * 100 us, so at 20,000/s two by two: a nap costs as much as a read. If no connection is idle, requests wait in no
     * queue: the schedule knows when each was due.
     *
     * Lag is how long a ready connection may have waited for its turn: from the first event of a batch to the end of the
     * batch, and how late a tick is. Both come from looks at the clock that are taken anyway.
     */

    /**
     * A driver that reads in small pieces is always behind, so it never sleeps and the server never wakes it; one that reads in
     * large ones is fast, but each segment wakes it. Which wins depends on the server's segments: see docs/performance.md.
     */
    private static final int BUFFER_BYTES = 32 << 10;

    /** A record of TLS is decrypted whole or not at all: 16 KiB (RFC 8446 section 5.1) and what the JDK wants beside it. */
    private static final int TLS_BUFFER_BYTES = 32 << 10;

    private static final long LONGEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int TICKS_PER_TIMEOUT = 20;

    private final LoadPlan plan;
    private final int index;
    private final Clock clock;
    private final Selector selector;
    private final WorkerStats stats = new WorkerStats();
    private final List<Connection> connections = new ArrayList<>();
    private final ArrayDeque<Connection> idle;
    private final ByteBuffer buffer;
    private final Outbox outbox;
    private final AimOrder order;
    private final DriverWatch watch = new DriverWatch();
    private final ArrayDeque<SocketChannel> closing = new ArrayDeque<>(); // their keys are cancelled
    private final Patience patience;
    private final Tally tally;
    private final Turns turns;
    private final Reach reach = new Reach();
    private final long tickNanos;

    private long measureNanos; // when the measured part begins
    private long endNanos;

    private int begun; // connections that have, in the closed loop
    private Pace pace; // null in the closed loop
    private boolean measuring; // the measured part has begun
    private long tickets; // requests that the measured part may still take in
    private int open; // connections not closed for good
    private long now;
    private long wakeNanos; // of the next tick
    private long dispatchNanos; // when requests were last sent because they were due
    private long batchNanos; // when the present batch began; 0 outside
    private long secondNanos; // when the present second of the measured part ends
    private long finishNanos;

    private volatile boolean stopped;
    private volatile WorkerView view = WorkerView.START;

    /**
     * Creates a worker that has not started.
     *
     * @throws IOException if there is no descriptor for a selector
     */
    Worker(LoadPlan plan, int index, Clock clock) throws IOException {
        this.plan = plan;
        this.index = index;
        this.clock = clock;
        this.selector = Selector.open();
        this.patience = new Patience(selector, this::onKey);
        this.tickNanos =
                Math.max(SHORTEST_TICK_NANOS, Math.min(LONGEST_TICK_NANOS, plan.timeoutNanos() / TICKS_PER_TIMEOUT));
        this.turns = new Turns(plan, index);
        this.tickets = plan.requestsOf(index);
        this.open = plan.connectionsOf(index);
        this.buffer = ByteBuffer.allocateDirect(plan.hasTls() ? TLS_BUFFER_BYTES : BUFFER_BYTES);
        this.outbox = new Outbox(plan.aims(), plan.pipeline() > 1);
        this.order = new AimOrder(plan.aims(), plan.seed(), index, plan.threads());
        this.idle = new ArrayDeque<>(open);
        this.tally = new Tally(stats, plan.log(), index);
        for (int i = 0; i < open; i++) {
            connections.add(new Connection(this, plan, tally, plan.firstConnectionOf(index) + i));
        }
    }

    /** The run's time begins, which is not before all workers are made: that may take a while. Before the thread starts. */
    void startAt(long startNanos) {
        turns.startAt(startNanos);
        measureNanos = startNanos + plan.warmupNanos();
        endNanos = measureNanos + plan.durationNanos() + plan.staggerNanos() * (plan.connections() - 1);
        tally.measuredFrom(measureNanos);
        pace = plan.schedule()
                .map(schedule -> new Pace(warmupOf(schedule), startNanos, index, plan.threads()))
                .orElse(null);
    }

    /** A warm-up has the rate at which the measured part begins. */
    private static Schedule warmupOf(Schedule schedule) {
        return schedule instanceof Schedule.Ramp ramp ? new Schedule.Constant(ramp.fromPerSecond()) : schedule;
    }

    @Override
    public void run() {
        try (selector) {
            loop();
        } catch (IOException e) {
            throw new IllegalStateException("selecting failed: " + e.getMessage(), e);
        } finally {
            connections.forEach(Connection::hangUp); // after a crash; otherwise they have
            close(closing.size());
        }
    }

    private void loop() throws IOException {
        wakeNanos = nanos() + tickNanos;
        dispatchNanos = now;
        if (pace != null) {
            idle.addAll(connections);
        }
        if (!stopped) {
            beginDue();
        }
        while (!isDone() && !stopped && now - endNanos < 0) {
            int keyless = closing.size(); // once select has forgotten their keys, before it comes to new events
            select();
            close(keyless);
            nanos();
            if (batchNanos != 0) {
                stats.recordLag(now - batchNanos);
            }
            if (now - wakeNanos >= 0) {
                tick();
            }
            beginDue();
        }
        finish();
    }

    private void beginDue() {
        if (pace != null) {
            dispatch();
        } else if (begun < connections.size()) {
            begin();
        }
    }

    /** Closed loop: lets those connections begin whose time has come. */
    private void begin() {
        int upTo = turns.begun(now, stats.counters().receivedBytes > 0);
        while (begun < upTo) {
            connections.get(begun++).begin(now);
        }
        if (plan.staggerNanos() > 0 && begun < connections.size()) {
            wakeAt(turns.beginNanos(begun));
        }
    }

    private boolean isDone() {
        if (pace != null) {
            return tickets == 0 && idle.size() == connections.size();
        }
        boolean moreToBegin = plan.staggerNanos() > 0 && begun < connections.size();
        return open == connections.size() - begun && !moreToBegin;
    }

    private void finish() {
        finishNanos = now;
        if (pace != null && measuring) {
            stats.counters().unsent = Math.min(tickets, pace.backlog(Math.min(now, endNanos - 1)));
        }
        for (Connection connection : connections) {
            connection.onRunEnd(now);
        }
        if (measuring) {
            stats.endSecond(Math.max(0, now - secondNanos + WorkerStats.SECOND_NANOS));
            watch.end();
        }
        publish();
    }

    private void select() throws IOException {
        long nanos = Math.min(wakeNanos - now, endNanos - now);
        batchNanos = 0;
        if (!closing.isEmpty()) {
            patience.look(); // and what is to be closed loses its key: do not let it wait
        } else if (pace == null) {
            patience.await(nanos);
        } else {
            if (!idle.isEmpty() && tickets > 0) {
                nanos = Math.min(nanos, Math.max(pace.nextNanos() - now, dispatchNanos + Patience.NAP_NANOS - now));
            }
            patience.awaitExactly(nanos, idle.size() < connections.size());
        }
    }

    private void onKey(SelectionKey key) {
        var connection = (Connection) key.attachment();
        int ready = key.readyOps();
        if (ready == SelectionKey.OP_READ) {
            connection.onReadable(buffer);
        } else if ((ready & (SelectionKey.OP_CONNECT | SelectionKey.OP_WRITE)) != 0) {
            connection.onWritable(buffer, nanos());
        }
        if (batchNanos == 0) {
            batchNanos = now;
        }
    }

    private void tick() {
        stats.recordLag(now - wakeNanos - Patience.SELECT_GRAIN_NANOS);
        wakeNanos = now + tickNanos;
        for (Connection connection : connections) {
            connection.onTick(now);
        }
        publish();
    }

    /** Brings requests that are due to connections that are idle. */
    private void dispatch() {
        while (now - pace.nextNanos() >= 0 && !idle.isEmpty() && takeTicket(now)) {
            dispatchNanos = now;
            long due = pace.nextNanos();
            pace.advance();
            idle.poll().begin(due, now);
        }
    }

    private void publish() {
        view = new WorkerView(
                stats.counters().started,
                stats.count(FailureKind.OK),
                stats.ended(),
                stats.counters().receivedBytes,
                reach.failures(),
                reach.isConnected());
    }

    private void close(int channels) {
        for (int i = 0; i < channels; i++) {
            Link.closeQuietly(closing.poll());
        }
    }

    /** Ends the loop soon; from any thread. */
    void stop() {
        stopped = true;
        selector.wakeup();
    }

    /** Returns the counts of the last tick; from any thread. */
    WorkerView view() {
        return view;
    }

    /** Returns what is known of the target; from any thread. */
    Reach reach() {
        return reach;
    }

    /** All but its seconds only after the thread has ended. */
    WorkerStats stats() {
        return stats;
    }

    /** Only after the thread has ended. */
    DriverWatch watch() {
        return watch;
    }

    /** Returns when the last request ended or the run was cut; only after the thread has ended. */
    long finishNanos() {
        return finishNanos;
    }

    // For the connections, on the worker's thread.

    Selector selector() {
        return selector;
    }

    /** Returns the bytes to send. */
    Outbox outbox() {
        return outbox;
    }

    /** Returns room for bytes that nobody keeps. */
    ByteBuffer buffer() {
        return buffer;
    }

    int nextTarget() {
        return order.next();
    }

    /** Returns when connections may connect, and from where. */
    Turns turns() {
        return turns;
    }

    /** Returns when the run is over, for the last of all connections if they begin one after another. */
    long endNanos() {
        return endNanos;
    }

    /** Returns what the last look at the clock saw. */
    long now() {
        return now;
    }

    /** Looks at the clock; the one place that does, so that nothing is handled later than its part of the run. */
    long nanos() {
        now = clock.nanos();
        if (!measuring && now - measureNanos >= 0) {
            openMeasuredPart();
        }
        while (measuring && now - secondNanos >= 0) {
            stats.endSecond(WorkerStats.SECOND_NANOS);
            secondNanos += WorkerStats.SECOND_NANOS;
        }
        return now;
    }

    private void openMeasuredPart() {
        measuring = true;
        secondNanos = measureNanos + WorkerStats.SECOND_NANOS;
        stats.forgetLag();
        watch.begin();
        plan.schedule().ifPresent(schedule -> pace = new Pace(schedule, measureNanos, index, plan.threads()));
        for (Connection connection : connections) {
            connection.onMeasuredPart(now);
        }
    }

    /** Whether a request may begin now or, under way, become one of the measured part; takes one from its number. */
    boolean takeTicket(long at) {
        if (at - endNanos >= 0) {
            return false;
        }
        if (measuring) {
            if (tickets == 0) {
                return false;
            }
            tickets--;
        }
        return true;
    }

    /** Whether requests count. */
    boolean isMeasuring() {
        return measuring;
    }

    void wakeAt(long nanos) {
        if (nanos - wakeNanos < 0) {
            wakeNanos = nanos;
        }
    }

    /** A connection has nothing to do until a request is due. */
    void onIdle(Connection connection) {
        idle.add(connection);
    }

    /** The key of this channel is cancelled: the next select forgets it, and then closing is one system call. */
    void closeSoon(SocketChannel channel) {
        closing.add(channel);
    }

    void onClosedForGood() {
        open--;
    }
}
