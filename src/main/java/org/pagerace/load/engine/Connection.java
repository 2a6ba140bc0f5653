package org.pagerace.load.engine;

import java.io.IOException;
import java.net.BindException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.pagerace.load.http.MalformedResponse;
import org.pagerace.load.http.ParserState;
import org.pagerace.load.http.ResponseParser;
import org.pagerace.load.stats.WorkerStats;
import org.pagerace.result.FailureKind;

/** One slot of the closed loop: one request after another, over one TCP connection after another if need be. */
final class Connection {
    /*
     * Every request goes begin -> [connect ->] send -> ... -> end (or onRunEnd), the only places where an outcome is
     * counted, so each started request ends in exactly one kind. None of them looks at the clock between an end and the
     * next begin: that look may open the measured part, which takes in what is under way. Handlers are called by the owning worker's thread
     * alone and take the time from it; none of them blocks.
     *
     * A server may close a kept connection at any time [1]. If it does so with a response complete and not announced by
     * "Connection: close", our next request is already on its way into the void: it is sent once more, on a fresh
     * connection, and its time goes on running. Only safe methods, and only if no byte of an answer came [2].
     *
     * A failure before any byte of an answer (refused, reset, no port ...) makes the slot wait 1 ms, then 2, up to 100,
     * until an answer begins: a dead target costs neither CPU nor millions of counted failures.
     *
     * [1] RFC 9112 section 9.5  [2] RFC 9110 section 9.2.2, RFC 9112 section 9.3.1
     */

    private static final long FIRST_BACK_OFF_NANOS = 1_000_000;
    private static final long LONGEST_BACK_OFF_NANOS = 100_000_000;
    private static final int MOST_READS = 8;

    private final Worker worker;
    private final LoadPlan plan;
    private final Tally tally;
    private final ByteBuffer request;
    private final ResponseParser parser;

    private ConnectionState state = ConnectionState.BACKING_OFF;
    private SocketChannel channel; // null while there is none
    private SelectionKey key;
    private long responses; // ended over the present channel
    private long backOffNanos;
    private long dueNanos; // of the next try, in BACKING_OFF

    private boolean retried;
    private boolean answered; // a byte of the response has come
    private long connectNanos; // when the connect began
    private long sendNanos; // when the first byte was sent
    private long firstByteNanos; // when the first byte of the answer came

    Connection(Worker worker, LoadPlan plan, WorkerStats stats) {
        this.worker = worker;
        this.plan = plan;
        this.tally = new Tally(stats);
        this.request = plan.request().newBuffer();
        this.parser =
                new ResponseParser(plan.request().isHead(), plan.bodyRule().needsChecksum());
    }

    /** Starts the next request, if the run has one left. */
    void begin(long now) {
        if (!worker.takeTicket(now)) {
            close();
            state = ConnectionState.CLOSED;
            worker.onClosedForGood();
            return;
        }
        tally.started(worker.isMeasuring());
        retried = false;
        if (channel == null) {
            connect(now);
        } else {
            send(now);
        }
    }

    /** The measured part begins: a request under way is from now on one of its requests. */
    void onMeasuredPart(long now) {
        if (state.isRequestUnderWay() && worker.takeTicket(now)) {
            tally.started(true);
        }
    }

    private void connect(long now) {
        connectNanos = now;
        responses = 0;
        answered = false;
        state = ConnectionState.CONNECTING;
        try {
            channel = SocketChannel.open();
        } catch (IOException e) { // the only thing that a socket needs is a descriptor
            onConnectFailure(FailureKind.NO_FD, now);
            return;
        }
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean connected = channel.connect(plan.address());
            key = channel.register(worker.selector(), connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
            if (connected) {
                onConnected(worker.nanos());
            }
        } catch (IOException e) {
            onConnectFailure(kindOf(e), now);
        }
    }

    /** The handshake has ended, one way or the other. */
    void onConnectable(long now) {
        try {
            channel.finishConnect();
            key.interestOps(SelectionKey.OP_READ);
        } catch (IOException e) {
            onConnectFailure(kindOf(e), now);
            return;
        }
        onConnected(now);
    }

    private void onConnected(long now) {
        worker.onConnected();
        tally.connected(now - connectNanos);
        send(now);
    }

    private void onConnectFailure(FailureKind kind, long now) {
        worker.onConnectFailure(kind);
        end(kind, now);
    }

    private static FailureKind kindOf(IOException connectFailure) {
        if (connectFailure instanceof BindException) { // what EADDRNOTAVAIL becomes
            return FailureKind.NO_PORT;
        }
        String message = String.valueOf(connectFailure.getMessage());
        return message.contains("timed out") ? FailureKind.CONNECT_TIMEOUT : FailureKind.REFUSED;
    }

    private void send(long now) {
        if (!retried) {
            sendNanos = now;
        }
        answered = false;
        parser.reset();
        request.clear();
        state = ConnectionState.SENDING;
        write(now);
    }

    /** The socket has room for the rest of the request. */
    void onWritable(long now) {
        write(now);
        if (state == ConnectionState.RECEIVING) {
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    private void write(long now) {
        int sent;
        try {
            sent = channel.write(request);
        } catch (IOException e) {
            onReset(now);
            return;
        }
        tally.sent(sent);
        if (!request.hasRemaining()) {
            state = ConnectionState.RECEIVING;
        } else {
            key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    /** Bytes, the end of the connection or its reset have come. */
    void onReadable(ByteBuffer buffer) {
        int length = buffer.capacity();
        // A full buffer means that there may be more: cheaper to ask than to select again, but others must get a turn.
        for (int i = 0; i < MOST_READS && length == buffer.capacity() && state.isConnected(); i++) {
            length = read(buffer.clear());
        }
    }

    private int read(ByteBuffer buffer) {
        int length;
        try {
            length = channel.read(buffer);
        } catch (IOException e) {
            onReset(worker.nanos());
            return -1;
        }
        if (length < 0) {
            onEndOfStream(worker.nanos());
        } else if (length > 0) {
            onBytes(buffer.flip(), worker.nanos());
        }
        return length;
    }

    private void onBytes(ByteBuffer bytes, long now) {
        tally.received(bytes.remaining());
        if (!answered) {
            answered = true;
            firstByteNanos = now;
        }
        parser.feed(bytes);
        if (parser.state().isFinal()) {
            onResponse(bytes.hasRemaining(), now);
        }
    }

    /**
     * The response is whole or hopeless.
     *
     * @param surplus whether bytes came that no request asked for
     */
    private void onResponse(boolean surplus, long now) {
        if (surplus || parser.state() != ParserState.COMPLETE) {
            tally.malformed(surplus ? MalformedResponse.SURPLUS : parser.fault());
            end(FailureKind.PROTOCOL, now);
            return;
        }
        FailureKind kind = kindOfResponse();
        if (kind == FailureKind.OK) {
            tally.right(parser, firstByteNanos - sendNanos, now - sendNanos);
        } else {
            tally.notRight(parser, now - sendNanos);
        }
        end(kind, now);
    }

    private FailureKind kindOfResponse() {
        if (parser.status() >= 500) {
            return FailureKind.HTTP_5XX;
        }
        if (parser.status() >= 400) {
            return FailureKind.HTTP_4XX;
        }
        return plan.bodyRule().accepts(parser.bodyBytes(), parser.crc32c()) ? FailureKind.OK : FailureKind.WRONG_BODY;
    }

    /** The peer has closed in order. */
    private void onEndOfStream(long now) {
        if (!answered) {
            onClosedUnanswered(now);
            return;
        }
        parser.endOfStream();
        if (parser.state() == ParserState.COMPLETE) {
            onResponse(false, now);
        } else {
            end(FailureKind.SHORT_BODY, now);
        }
    }

    private void onReset(long now) {
        if (answered) {
            end(FailureKind.RESET_MID_BODY, now);
        } else {
            onClosedUnanswered(now);
        }
    }

    private void onClosedUnanswered(long now) {
        if (responses == 0 || retried || !plan.request().isSafe()) {
            end(FailureKind.RESET_BEFORE_RESPONSE, now);
            return;
        }
        retried = true;
        tally.retried();
        close();
        connect(now);
    }

    /** The worker's regular look: is something out of time, or due? */
    void onTick(long now) {
        switch (state) {
            case CONNECTING -> {
                if (now - connectNanos >= plan.timeoutNanos()) {
                    tally.connectTimedOut(now - connectNanos);
                    onConnectFailure(FailureKind.CONNECT_TIMEOUT, now);
                }
            }
            case SENDING, RECEIVING -> {
                if (now - sendNanos >= plan.timeoutNanos()) {
                    onResponseTimeout(now);
                }
            }
            case BACKING_OFF -> {
                if (now - dueNanos >= 0) {
                    begin(now);
                }
            }
            case CLOSED -> {}
        }
    }

    private void onResponseTimeout(long now) {
        tally.responseTimedOut((answered ? firstByteNanos : now) - sendNanos, now - sendNanos);
        end(answered ? FailureKind.TOTAL_TIMEOUT : FailureKind.FIRST_BYTE_TIMEOUT, now);
    }

    /** The run is over, whatever is under way. */
    void onRunEnd() {
        if (state.isRequestUnderWay()) {
            tally.ended(FailureKind.ABORTED_AT_END, responses > 0);
        }
        close();
        state = ConnectionState.CLOSED;
    }

    private void end(FailureKind kind, long now) {
        tally.ended(kind, responses > 0);
        responses++;
        boolean reusable = answered
                && parser.state() == ParserState.COMPLETE
                && kind != FailureKind.PROTOCOL
                && plan.keepAlive()
                && parser.isPersistent()
                && !request.hasRemaining();
        if (!reusable) {
            close();
        }
        if (answered) {
            backOffNanos = 0;
            begin(now);
        } else {
            backOff(now);
        }
    }

    private void backOff(long now) {
        backOffNanos = Math.min(Math.max(2 * backOffNanos, FIRST_BACK_OFF_NANOS), LONGEST_BACK_OFF_NANOS);
        dueNanos = now + backOffNanos;
        state = ConnectionState.BACKING_OFF;
        worker.wakeAt(dueNanos);
    }

    private void close() {
        if (channel == null) {
            return;
        }
        try {
            channel.close(); // cancels the key as well
        } catch (IOException e) {
            // Nothing is left to be lost: its request has been counted.
        }
        channel = null;
    }
}
