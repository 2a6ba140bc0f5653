package org.pagerace.load.engine;

import java.io.IOException;
import java.net.BindException;
import java.nio.ByteBuffer;
import org.pagerace.load.http.MalformedResponse;
import org.pagerace.load.http.ParserState;
import org.pagerace.load.http.ResponseParser;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.FailureKind;

/** One slot of a run: requests one after another, or a few at a time, over one connection after another if need be. */
final class Connection {
    /*
     * Every request goes add -> [connect ->] send -> ... -> finish, the only place where an outcome is counted, so each
     * started request ends in exactly one kind. Nothing looks at the clock between an end and the next begin: that look
     * may open the measured part, which takes in what is under way. Handlers are called by the owning worker's thread
     * alone and take the time from it; none of them blocks.
     *
     * A server may close a kept connection at any time [1]. If it does so with a response complete and not announced by
     * "Connection: close", our next requests are already on their way into the void: they are sent once more, on a fresh
     * connection, and their time goes on running. Only safe methods, and only if no byte of an answer came [2]. Requests
     * in the pipeline behind an announced close were not looked at [3]: they are sent again as often as it takes, since
     * each connection answers at least one.
     *
     * A failure before any byte of an answer (refused, reset, no port ...) makes the slot of a closed loop wait 1 ms,
     * then 2, up to 100, until an answer begins: a dead target costs neither CPU nor millions of counted failures. With a
     * given rate, the rate bounds both.
     *
     * The class is longer than its neighbours because all transitions between its states are better read in one place.
     *
     * [1] RFC 9112 section 9.5  [2] RFC 9110 section 9.2.2, RFC 9112 section 9.3.1  [3] RFC 9112 section 9.6
     */

    private static final long FIRST_BACK_OFF_NANOS = 1_000_000;
    private static final long LONGEST_BACK_OFF_NANOS = 100_000_000;
    private static final int MOST_READS = 8;

    private final Worker worker;
    private final LoadPlan plan;
    private final Tally tally;
    private final int slot;
    private final Pipeline pipeline;
    private final ResponseParser parser;
    private final Link link;
    private final boolean oneEndpoint;
    private final boolean closedLoop;

    private ConnectionState state = ConnectionState.IDLE;
    private long responses; // ended over the present connection
    private boolean answered; // a byte of the oldest request's response has come
    private long connectNanos; // when the connect began
    private long backOffNanos;
    private long dueNanos; // of the next try, in BACKING_OFF and QUEUING

    Connection(Worker worker, LoadPlan plan, Tally tally, int slot) {
        this.worker = worker;
        this.plan = plan;
        this.tally = tally;
        this.slot = slot;
        this.pipeline = new Pipeline(plan.pipeline());
        this.parser = new ResponseParser(false, plan.needsChecksum());
        parser.limitBody(plan.mostBodyBytes());
        if (plan.needsHead()) {
            parser.keepHead();
        }
        this.link = new Link(worker, this, plan.needsNoDelay());
        this.oneEndpoint = plan.hasOneEndpoint();
        this.closedLoop = plan.isClosedLoop();
    }

    /** Closed loop: goes on, with the next requests if the run has any left. */
    void begin(long now) {
        // Over a connection that is not there yet only one: if it fails, one has failed.
        int room = link.isOpen() ? plan.pipeline() : 1;
        while (pipeline.size() < room && worker.takeTicket(now)) {
            add(RequestSample.NONE, now);
        }
        if (pipeline.isEmpty()) {
            link.close();
            state = ConnectionState.CLOSED;
            worker.onClosedForGood();
        } else {
            go(now);
        }
    }

    /** Given rate: takes up one request, which was or is due at that time. */
    void begin(long due, long now) {
        add(due, now);
        go(now);
    }

    private void add(long due, long now) {
        Exchange exchange = pipeline.add();
        int target = worker.nextTarget();
        exchange.begin(plan.aims().get(target), target, due, now);
        if (worker.isMeasuring()) {
            tally.started(exchange);
        }
    }

    /** The measured part begins: requests under way are from now on among its own. */
    void onMeasuredPart(long now) {
        for (int i = 0; i < pipeline.size(); i++) {
            if (worker.takeTicket(now)) {
                tally.started(pipeline.at(i));
            }
        }
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
        return pipeline.oldest().aim.endpoint();
    }

    /** Connects, or waits for its turn if the run has made as many connections as it may. */
    private void connect(long now) {
        responses = 0;
        answered = false;
        pipeline.rewind();
        dueNanos = worker.nextConnect(now);
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
        try {
            link.open(endpoint());
        } catch (IOException e) {
            onConnectFailure(FailureKind.NO_FD, now);
            return;
        }
        try {
            if (link.connect(worker.nextSource())) {
                onTcpConnected(worker.nanos());
            }
        } catch (IOException e) {
            onConnectFailure(kindOf(e), now);
        }
    }

    /** The TCP handshake has ended, one way or the other. */
    private void onConnectable(long now) {
        try {
            link.finishConnect();
        } catch (IOException e) {
            onConnectFailure(kindOf(e), now);
            return;
        }
        onTcpConnected(now);
    }

    private void onTcpConnected(long now) {
        if (endpoint().tls().isPresent()) {
            state = ConnectionState.SECURING;
            secure(now);
        } else {
            onConnected(now);
        }
    }

    private void secure(long now) {
        boolean done;
        try {
            done = link.secure(worker.buffer());
        } catch (IOException e) {
            worker.onTlsFailure(e);
            onConnectFailure(FailureKind.TLS, now);
            return;
        }
        if (done) {
            onConnected(worker.nanos());
        }
    }

    private void onConnected(long now) {
        worker.onConnected();
        Exchange oldest = pipeline.oldest();
        tally.connected(oldest, now - connectNanos);
        if (!oldest.retried) {
            oldest.connectedNanos = now;
        }
        if (plan.pipeline() > 1) {
            begin(now); // now there is room for more
        } else {
            send(now);
        }
    }

    private void onConnectFailure(FailureKind kind, long now) {
        worker.onConnectFailure(kind);
        link.close();
        while (!pipeline.isEmpty()) { // more than one only where they had lost an earlier connection
            finish(kind, now);
        }
        rest(now);
    }

    private static FailureKind kindOf(IOException connectFailure) {
        if (connectFailure instanceof BindException) { // what EADDRNOTAVAIL becomes
            return FailureKind.NO_PORT;
        }
        String message = String.valueOf(connectFailure.getMessage());
        return message.contains("timed out") ? FailureKind.CONNECT_TIMEOUT : FailureKind.REFUSED;
    }

    private void send(long now) {
        for (int i = 0; i < pipeline.unsent(); i++) {
            Exchange exchange = pipeline.unsent(i);
            if (exchange.sendNanos == RequestSample.NONE) {
                exchange.sendNanos = now;
                if (exchange.dueNanos != RequestSample.NONE) {
                    tally.slipped(exchange, now - exchange.dueNanos);
                }
            }
        }
        write(now);
    }

    private void write(long now) {
        boolean room = true;
        try {
            room = link.flush();
            while (room && !pipeline.isSent()) {
                ByteBuffer bytes = worker.outbox().next(pipeline);
                int sent = link.write(bytes);
                tally.sent(pipeline.oldest(), sent);
                pipeline.onSent(sent);
                room = !bytes.hasRemaining() && link.flush();
            }
        } catch (IOException e) {
            onReset(now);
            return;
        }
        if (room) {
            if (pipeline.oldest().aim.request().isSimple()) {
                link.endOutput(); // as the tools of that time: the end of their bytes is the end of the request
            }
            state = ConnectionState.RECEIVING;
            link.awaitReadable();
        } else {
            state = ConnectionState.SENDING;
            link.awaitBoth();
        }
    }

    /** There is room to write, or the connect has ended. */
    void onWritable(ByteBuffer buffer, long now) {
        switch (state) {
            case CONNECTING -> onConnectable(now);
            case SECURING -> secure(now);
            case SENDING -> {
                write(now);
                onReadable(buffer); // the answer may come before the end of the request
            }
            case IDLE, BACKING_OFF, QUEUING, RECEIVING, CLOSED -> {}
        }
    }

    /** Bytes, the end of the connection or its reset have come. */
    void onReadable(ByteBuffer buffer) {
        switch (state) {
            case SECURING -> secure(worker.nanos());
            case IDLE -> link.close(); // its end, or bytes that nobody asked for: both make it useless
            case SENDING, RECEIVING -> readAll(buffer);
            case CONNECTING, BACKING_OFF, QUEUING, CLOSED -> {}
        }
    }

    private void readAll(ByteBuffer buffer) {
        int length = buffer.capacity();
        // A full buffer means that there may be more: cheaper to ask than to select again, but others must get a turn.
        for (int i = 0;
                state.isConnected() && (link.hasBuffered() || (i < MOST_READS && length == buffer.capacity()));
                i++) {
            length = read(buffer.clear());
        }
    }

    private int read(ByteBuffer buffer) {
        int length;
        try {
            length = link.read(buffer);
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
        tally.received(pipeline.oldest(), bytes.remaining());
        boolean ended = false;
        boolean going = true;
        while (going && bytes.hasRemaining()) {
            onAnswerBegins(now);
            parser.feed(bytes);
            if (parser.state().isFinal()) {
                // whether bytes came that no request asked for
                boolean surplus = bytes.hasRemaining() && pipeline.size() == 1;
                going = onResponse(surplus, now);
                ended = true;
            }
        }
        if (ended) {
            backOffNanos = 0;
            proceed(now);
        }
    }

    private void onAnswerBegins(long now) {
        if (!answered) {
            Exchange oldest = pipeline.oldest();
            answered = true;
            oldest.firstByteNanos = now;
            parser.reset(oldest.aim.request());
        }
    }

    /**
     * The oldest response is whole or hopeless.
     *
     * @return whether the connection stays
     */
    private boolean onResponse(boolean surplus, long now) {
        Exchange oldest = pipeline.oldest();
        if (surplus || parser.state() != ParserState.COMPLETE) {
            boolean whole = parser.state() == ParserState.COMPLETE;
            tally.malformed(oldest, whole ? MalformedResponse.SURPLUS : parser.fault());
            endConnection(FailureKind.PROTOCOL, false, now);
            return false;
        }
        FailureKind kind = kindOfResponse();
        if (kind == FailureKind.OK) {
            tally.right(oldest, parser, now);
        } else {
            tally.notRight(oldest, parser, now);
        }
        if (plan.keepAlive() && parser.isPersistent() && oldest.isSent()) {
            finish(kind, now);
            return true;
        }
        endConnection(kind, true, now);
        return false;
    }

    private FailureKind kindOfResponse() {
        if (parser.status() >= 500) {
            return FailureKind.HTTP_5XX;
        }
        if (parser.status() >= 400) {
            return FailureKind.HTTP_4XX;
        }
        BodyRule rule = pipeline.oldest().aim.bodyRule();
        return rule.accepts(parser.bodyBytes(), parser.crc32c()) ? FailureKind.OK : FailureKind.WRONG_BODY;
    }

    /** The peer has closed in order. */
    private void onEndOfStream(long now) {
        if (!answered && !pipeline.oldest().aim.request().isSimple()) {
            pipeline.oldest().closedInOrder = true;
            onClosedUnanswered(now);
            return;
        }
        onAnswerBegins(now); // an answer of HTTP/0.9 may be empty
        if (link.hasEndedInOrder()) {
            parser.endOfStream();
        }
        if (parser.state() == ParserState.COMPLETE) {
            onResponse(false, now);
        } else {
            endConnection(FailureKind.SHORT_BODY, false, now);
        }
        backOffNanos = 0;
        proceed(now);
    }

    private void onReset(long now) {
        if (answered) {
            endConnection(FailureKind.RESET_MID_BODY, false, now);
            backOffNanos = 0;
            proceed(now);
        } else {
            onClosedUnanswered(now);
        }
    }

    private void onClosedUnanswered(long now) {
        link.close();
        settle(false, responses > 0, now);
        if (pipeline.isEmpty()) {
            rest(now);
        } else {
            connect(now);
        }
    }

    /** The oldest request has ended, and its connection with it. */
    private void endConnection(FailureKind kind, boolean whole, long now) {
        link.close();
        finish(kind, now);
        settle(whole, true, now);
    }

    /**
     * The connection is closed: what was under way on it will be sent again, or has failed with it.
     *
     * @param announced whether the server had said that it would look at no more requests
     * @param used whether it had answered any
     */
    private void settle(boolean announced, boolean used, long now) {
        for (int left = pipeline.size(); left > 0; left--) {
            Exchange exchange = pipeline.oldest();
            boolean untouched = exchange.sentBytes == 0 && used;
            boolean again = exchange.aim.request().isSafe() && (announced || (used && !exchange.retried));
            if (again && !untouched) {
                exchange.retried = true;
                exchange.closedInOrder = false;
                tally.retried(exchange);
            }
            if (again || untouched) {
                pipeline.rotate();
            } else {
                finish(FailureKind.RESET_BEFORE_RESPONSE, now);
            }
        }
    }

    /** The worker's regular look: is something out of time, or due? */
    void onTick(long now) {
        switch (state) {
            case CONNECTING, SECURING -> {
                if (now - connectNanos >= plan.timeoutNanos()) {
                    tally.connectTimedOut(pipeline.oldest(), now - connectNanos);
                    onConnectFailure(FailureKind.CONNECT_TIMEOUT, now);
                }
            }
            case SENDING, RECEIVING -> {
                if (now - pipeline.oldest().sendNanos >= plan.timeoutNanos()) {
                    onResponseTimeout(now);
                }
            }
            case BACKING_OFF -> {
                if (now - dueNanos >= 0) {
                    begin(now);
                }
            }
            case QUEUING -> {
                if (now - dueNanos >= 0) {
                    connectNow(now);
                } else {
                    worker.wakeAt(dueNanos);
                }
            }
            case IDLE, CLOSED -> {}
        }
    }

    private void onResponseTimeout(long now) {
        boolean begun = answered;
        tally.responseTimedOut(pipeline.oldest(), now);
        endConnection(begun ? FailureKind.TOTAL_TIMEOUT : FailureKind.FIRST_BYTE_TIMEOUT, false, now);
        if (begun) {
            backOffNanos = 0;
            proceed(now);
        } else {
            rest(now);
        }
    }

    /** The run is over, whatever is under way. */
    void onRunEnd(long now) {
        link.close();
        while (!pipeline.isEmpty()) {
            finish(FailureKind.ABORTED_AT_END, now);
        }
        state = ConnectionState.CLOSED;
    }

    /** The one end of the oldest request. */
    private void finish(FailureKind kind, long now) {
        tally.ended(pipeline.oldest(), kind, responses > 0, parser, slot, now);
        pipeline.removeOldest();
        responses++;
        answered = false;
    }

    /** At least one request has ended with an answer. */
    private void proceed(long now) {
        if (closedLoop) {
            begin(now);
        } else {
            state = ConnectionState.IDLE;
            worker.onIdle(this);
        }
    }

    /** Requests have failed without an answer. */
    private void rest(long now) {
        if (!closedLoop) {
            proceed(now);
            return;
        }
        if (!plan.backsOff()) {
            // not at once, which would go deeper with each failure
            dueNanos = now;
            state = ConnectionState.BACKING_OFF;
            worker.wakeAt(now);
            return;
        }
        backOffNanos = Math.min(Math.max(2 * backOffNanos, FIRST_BACK_OFF_NANOS), LONGEST_BACK_OFF_NANOS);
        dueNanos = now + backOffNanos;
        state = ConnectionState.BACKING_OFF;
        worker.wakeAt(dueNanos);
    }
}
