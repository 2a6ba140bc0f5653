package org.pagerace.load.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.FailureKind;

/** One slot of a run: requests one after another, or a few at a time, over one connection after another if need be. */
final class Connection {
    /*
     * This class has the states and their transitions; Requests knows what is under way and how each request ends, Link
     * moves the bytes, Reception reads answers out of them. Nothing looks at the clock between an end and the next begin: that look may open the measured part,
     * which takes in what is under way. Handlers are called by the owning worker's thread alone and take the time from it;
     * none of them blocks.
     *
     * A failure before any byte of an answer (refused, reset, no port ...) makes the slot of a closed loop wait 1 ms,
     * then 2, up to 100, until an answer begins: a dead target costs neither CPU nor millions of counted failures. With a
     * given rate, the rate bounds both.
     */

    private static final long FIRST_BACK_OFF_NANOS = 1_000_000;
    private static final long LONGEST_BACK_OFF_NANOS = 100_000_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MOST_READS = 8;

    private final Worker worker;
    private final LoadPlan plan;
    private final Wire wire;
    private final Requests requests;
    private final Pipeline pipeline;
    private final Link link;
    private final Reception reception;
    private final boolean oneEndpoint;
    private final boolean closedLoop;
    private final long aheadNanos; // how much sooner than the run its time is over

    private ConnectionState state = ConnectionState.IDLE;
    private long connectNanos; // when the connect began
    private long backOffNanos;
    private long dueNanos; // of the next try, in BACKING_OFF, QUEUING and PAUSING

    Connection(Worker worker, LoadPlan plan, Tally tally, int slot) {
        this.worker = worker;
        this.plan = plan;
        this.wire = plan.wire();
        this.requests = new Requests(worker, plan, tally, slot);
        this.pipeline = requests.pipeline();
        this.link = new Link(worker, this, plan);
        this.reception = new Reception(worker, requests, link);
        this.oneEndpoint = plan.hasOneEndpoint();
        this.closedLoop = plan.isClosedLoop();
        this.aheadNanos = plan.staggerNanos() * (plan.connections() - 1 - slot);
    }

    /** Closed loop: goes on, with the next requests if the run has any left. */
    void begin(long now) {
        // Over a connection that is not there yet only one: if it fails, one has failed.
        int room = link.isOpen() ? plan.pipeline() : 1;
        while (pipeline.size() < room && worker.takeTicket(now + aheadNanos)) {
            requests.add(RequestSample.NONE, now);
        }
        if (pipeline.isEmpty()) {
            closeForGood();
        } else {
            go(now);
        }
    }

    private void closeForGood() {
        link.close();
        state = ConnectionState.CLOSED;
        worker.onClosedForGood();
    }

    /** Given rate: takes up one request, which was or is due at that time. */
    void begin(long due, long now) {
        requests.add(due, now);
        go(now);
    }

    void onMeasuredPart(long now) {
        requests.onMeasuredPart(now);
    }

    private void go(long now) {
        if (link.isOpen() && (oneEndpoint || link.leadsTo(endpoint()))) {
            send(now);
        } else {
            link.close();
            connect(now);
        }
    }

    private Endpoint endpoint() {
        return requests.oldest().aim.endpoint();
    }

    /** Connects, or waits for its turn if the run has made as many connections as it may. */
    private void connect(long now) {
        requests.rewind();
        dueNanos = worker.turns().nextConnect(now);
        if (dueNanos - now > 0) {
            state = ConnectionState.QUEUING;
            worker.wakeAt(dueNanos);
        } else {
            connectNow(now);
        }
    }

    private void connectNow(long now) {
        connectNanos = now;
        state = ConnectionState.CONNECTING;
        onProgress(link.connect(endpoint(), worker.turns().nextSource(), worker.buffer()), now);
    }

    private void onProgress(Link.Progress progress, long now) {
        switch (progress) {
            case DONE -> onConnected(worker.nanos());
            case PENDING -> {}
            case FAILED -> onConnectFailure(link.failure(), now);
        }
    }

    private void onConnected(long now) {
        worker.reach().onConnected();
        requests.onConnected(connectNanos, now);
        if (plan.pipeline() > 1) {
            begin(now); // now there is room for more
        } else {
            send(now);
        }
    }

    private void onConnectFailure(FailureKind kind, long now) {
        worker.reach().onFailure(kind);
        link.close();
        requests.endAll(kind, now); // more than one only where they had lost an earlier connection
        rest(now);
    }

    private void send(long now) {
        requests.markSent(now);
        reception.restart(now);
        write(now);
    }

    private void write(long now) {
        boolean room = true;
        try {
            room = link.flush();
            while (room && !pipeline.isSent()) {
                ByteBuffer bytes = worker.outbox().next(pipeline);
                requests.onSent(link.write(bytes));
                room = !bytes.hasRemaining() && link.flush();
            }
        } catch (IOException e) {
            onNews(reception.onReset(now), now);
            return;
        }
        if (!room) {
            state = ConnectionState.SENDING;
            link.awaitBoth();
        } else if (wire.unread()) {
            endConnection(FailureKind.ABORTED_AT_END, now);
            goOnSoon(now);
        } else {
            onSent();
        }
    }

    private void onSent() {
        if (requests.oldest().aim.request().isSimple()) {
            link.endOutput(); // as the tools of that time: the end of their bytes is the end of the request
        }
        state = ConnectionState.RECEIVING;
        link.awaitReadable();
    }

    /** There is room to write, or the connect has ended. */
    void onWritable(ByteBuffer buffer, long now) {
        switch (state) {
            case CONNECTING -> onProgress(link.proceed(buffer), now);
            case SENDING -> {
                write(now);
                readAll(buffer); // the answer may come before the end of the request
            }
            case RECEIVING -> {
                link.awaitReadable();
                readAll(buffer); // what the last turn has left
            }
            case IDLE, BACKING_OFF, QUEUING, PAUSING, CLOSED -> {}
        }
    }

    /** Bytes, the end of the connection or its reset have come. */
    void onReadable(ByteBuffer buffer) {
        switch (state) {
            case CONNECTING -> onProgress(link.proceed(buffer), worker.nanos());
            case IDLE -> link.close(); // its end, or bytes that nobody asked for: both make it useless
            case SENDING, RECEIVING -> readAll(buffer);
            case BACKING_OFF, QUEUING, PAUSING, CLOSED -> {}
        }
    }

    private void readAll(ByteBuffer buffer) {
        int most = link.mostBytesToRead(buffer);
        boolean full = true;
        // A full buffer means that there may be more: cheaper to ask than to select again, but others must get a turn.
        for (int i = 0; i < MOST_READS && state.isConnected() && (full || link.hasBuffered()); i++) {
            Reception.News news = reception.read(buffer.clear().limit(most));
            full = reception.hasBrought(most);
            onNews(news, worker.now());
        }
        if (state.isConnected() && link.hasBuffered()) {
            link.awaitBoth(); // no event tells of what is left, but there is room to write
        }
    }

    private void onNews(Reception.News news, long now) {
        switch (news) {
            case NOTHING -> {}
            case PART -> {
                if (wire.bodyBytesPerSecond() > 0 && state == ConnectionState.RECEIVING) {
                    throttle(now);
                }
            }
            case ANSWER -> proceed(now);
            case LOST -> onClosedUnanswered(now);
        }
    }

    /** Reads on when the body may have got so far. */
    private void throttle(long now) {
        double seconds = (double) requests.parser().bodyBytes() / wire.bodyBytesPerSecond();
        long due = requests.oldest().beginNanos + (long) (seconds * NANOS_PER_SECOND);
        if (due - now > 0) {
            dueNanos = due;
            state = ConnectionState.PAUSING;
            link.awaitNothing();
            worker.wakeAt(due);
        }
    }

    private void onPauseEnd() {
        state = ConnectionState.RECEIVING;
        link.awaitReadable();
        readAll(worker.buffer()); // of TLS no event may tell
    }

    private void onClosedUnanswered(long now) {
        link.close();
        requests.settle(false, requests.isReused(), now);
        if (pipeline.isEmpty()) {
            rest(now);
        } else {
            connect(now);
        }
    }

    private void endConnection(FailureKind kind, long now) {
        link.close();
        requests.endWithConnection(kind, false, now);
    }

    /** The worker's regular look: is something out of time, or due? */
    void onTick(long now) {
        if (aheadNanos > 0 && state != ConnectionState.IDLE && state != ConnectionState.CLOSED) {
            endInItsTime(now);
        }
        switch (state) {
            case CONNECTING -> {
                if (now - connectNanos >= plan.timeoutNanos()) {
                    requests.onConnectTimeout(now - connectNanos);
                    onConnectFailure(FailureKind.CONNECT_TIMEOUT, now);
                }
            }
            case SENDING, RECEIVING -> {
                long since = wire.timeoutOfSilence() ? reception.heardNanos() : requests.oldest().sendNanos;
                if (now - since >= plan.timeoutNanos()) {
                    onResponseTimeout(now);
                }
            }
            case BACKING_OFF, QUEUING, PAUSING -> {
                if (now - dueNanos >= 0) {
                    onDue(now);
                } else {
                    worker.wakeAt(dueNanos);
                }
            }
            case IDLE, CLOSED -> {}
        }
    }

    private void onDue(long now) {
        switch (state) {
            case BACKING_OFF -> begin(now);
            case QUEUING -> connectNow(now);
            case PAUSING -> onPauseEnd();
            default -> throw new IllegalStateException("nothing is due in " + state);
        }
    }

    /** Where connections begin one after another, so do they end. */
    private void endInItsTime(long now) {
        long end = worker.endNanos() - aheadNanos;
        if (now - end >= 0) {
            requests.endAll(FailureKind.ABORTED_AT_END, now);
            closeForGood();
        } else {
            worker.wakeAt(end);
        }
    }

    private void onResponseTimeout(long now) {
        boolean begun = requests.isAnswered();
        requests.onResponseTimeout(now);
        endConnection(begun ? FailureKind.TOTAL_TIMEOUT : FailureKind.FIRST_BYTE_TIMEOUT, now);
        if (begun) {
            proceed(now);
        } else {
            rest(now);
        }
    }

    /** Leaves the peer alone, whatever is under way. */
    void hangUp() {
        link.close();
    }

    /** The run is over, whatever is under way. */
    void onRunEnd(long now) {
        link.close();
        requests.endAll(FailureKind.ABORTED_AT_END, now);
        state = ConnectionState.CLOSED;
    }

    /** At least one request has ended with an answer. */
    private void proceed(long now) {
        backOffNanos = 0;
        if (closedLoop) {
            begin(now);
        } else {
            beIdle();
        }
    }

    private void beIdle() {
        state = ConnectionState.IDLE;
        worker.onIdle(this);
    }

    /** Requests have failed without an answer. */
    private void rest(long now) {
        if (!closedLoop) {
            beIdle();
        } else if (!plan.backsOff()) {
            goOnSoon(now);
        } else {
            backOffNanos = Math.min(Math.max(2 * backOffNanos, FIRST_BACK_OFF_NANOS), LONGEST_BACK_OFF_NANOS);
            goOnSoon(now + backOffNanos);
        }
    }

    /** Not at once even if it is due, which would go deeper with each request. */
    private void goOnSoon(long due) {
        dueNanos = due;
        state = ConnectionState.BACKING_OFF;
        worker.wakeAt(due);
    }
}
