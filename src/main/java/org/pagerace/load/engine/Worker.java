package org.pagerace.load.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
     * beginning as it loses those still to come at its end: c connections and T seconds gave a rate c / T too low.
     */

    /** Large bodies take few reads: on a 600 kB page more pages per second than wrk, which reads 8 KiB at a time. */
    private static final int BUFFER_BYTES = 128 << 10;

    private static final long LONGEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int TICKS_PER_TIMEOUT = 20;

    private final Clock clock;
    private final Selector selector;
    private final WorkerStats stats = new WorkerStats();
    private final List<Connection> connections = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Consumer<SelectionKey> onKey = this::onKey;
    private final long measureNanos; // when the measured part begins
    private final long endNanos;
    private final long tickNanos;

    private boolean measuring; // the measured part has begun
    private long tickets; // requests that the measured part may still take in
    private int open; // connections not closed for good
    private long now;
    private long wakeNanos; // of the next tick
    private long finishNanos;

    private volatile boolean stopped;
    private volatile WorkerView view = WorkerView.START;
    private volatile FailureKind connectFailure = FailureKind.OK;

    private boolean connected;
    private long connectFailures;

    /**
     * Creates a worker that has not started.
     *
     * @throws IOException if there is no descriptor for a selector
     */
    Worker(LoadPlan plan, int index, Clock clock, long startNanos) throws IOException {
        this.clock = clock;
        this.selector = Selector.open();
        this.measureNanos = startNanos + plan.warmupNanos();
        this.endNanos = measureNanos + plan.durationNanos();
        this.tickNanos =
                Math.max(SHORTEST_TICK_NANOS, Math.min(LONGEST_TICK_NANOS, plan.timeoutNanos() / TICKS_PER_TIMEOUT));
        this.tickets = plan.requestsOf(index);
        this.open = plan.connectionsOf(index);
        for (int i = 0; i < open; i++) {
            connections.add(new Connection(this, plan, stats));
        }
    }

    @Override
    public void run() {
        try (selector) {
            loop();
        } catch (IOException e) {
            throw new IllegalStateException("selecting failed: " + e.getMessage(), e);
        }
    }

    private void loop() throws IOException {
        wakeNanos = nanos() + tickNanos;
        for (Connection connection : connections) {
            connection.begin(now);
        }
        while (open > 0 && !stopped && now - endNanos < 0) {
            selector.select(onKey, millisUntilWake());
            if (nanos() - wakeNanos >= 0) {
                tick();
            }
        }
        finishNanos = now;
        for (Connection connection : connections) {
            connection.onRunEnd();
        }
        publish();
    }

    private long millisUntilWake() {
        long nanos = Math.min(wakeNanos - now, endNanos - now);
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }

    private void onKey(SelectionKey key) {
        var connection = (Connection) key.attachment();
        int ready = key.readyOps();
        if (ready == SelectionKey.OP_READ) {
            connection.onReadable(buffer);
        } else {
            onOtherKey(connection, ready);
        }
    }

    private void onOtherKey(Connection connection, int ready) {
        if ((ready & SelectionKey.OP_CONNECT) != 0) {
            connection.onConnectable(nanos());
        } else if ((ready & SelectionKey.OP_WRITE) != 0) {
            connection.onWritable(nanos()); // what is to be read stays readable
        }
    }

    private void tick() {
        wakeNanos = now + tickNanos;
        for (Connection connection : connections) {
            connection.onTick(now);
        }
        publish();
    }

    private void publish() {
        view = new WorkerView(
                stats.counters().started, stats.count(FailureKind.OK), stats.ended(), connectFailures, connected);
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

    /** Returns the latest reason why a connect failed, OK if none did; from any thread. */
    FailureKind connectFailure() {
        return connectFailure;
    }

    /** Only after the thread has ended. */
    WorkerStats stats() {
        return stats;
    }

    /** Returns when the last request ended or the run was cut; only after the thread has ended. */
    long finishNanos() {
        return finishNanos;
    }

    // For the connections, on the worker's thread.

    Selector selector() {
        return selector;
    }

    /** Looks at the clock; the one place that does, so that nothing is handled later than its part of the run. */
    long nanos() {
        now = clock.nanos();
        if (!measuring && now - measureNanos >= 0) {
            measuring = true;
            for (Connection connection : connections) {
                connection.onMeasuredPart(now);
            }
        }
        return now;
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

    void onConnected() {
        connected = true;
    }

    void onConnectFailure(FailureKind kind) {
        connectFailures++;
        connectFailure = kind;
    }

    void onClosedForGood() {
        open--;
    }
}
