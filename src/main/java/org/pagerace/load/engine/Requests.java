package org.pagerace.load.engine;

import org.pagerace.load.http.MalformedResponse;
import org.pagerace.load.http.ParserState;
import org.pagerace.load.http.ResponseParser;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.FailureKind;

/** The requests under way in one connection slot and the answer that is coming in. For the thread of its worker. */
final class Requests {
    /*
     * Every request goes add -> [rewind ->] markSent -> ... -> end, the only place where an outcome is counted, so each
     * started request ends in exactly one kind.
     *
     * A server may close a kept connection at any time [1]. If it does so with a response complete and not announced by
     * "Connection: close", our next requests are already on their way into the void: they are sent once more, on a fresh
     * connection, and their time goes on running. Only safe methods, and only if no byte of an answer came [2]. Requests
     * in the pipeline behind an announced close were not looked at [3]: they are sent again as often as it takes, since
     * each connection answers at least one.
     *
     * [1] RFC 9112 section 9.5  [2] RFC 9110 section 9.2.2, RFC 9112 section 9.3.1  [3] RFC 9112 section 9.6
     */

    private final Worker worker;
    private final LoadPlan plan;
    private final Tally tally;
    private final int slot;
    private final Pipeline pipeline;
    private final ResponseParser parser;

    private long responses; // ended over the present connection
    private boolean answered; // a byte of the oldest request's response has come

    Requests(Worker worker, LoadPlan plan, Tally tally, int slot) {
        this.worker = worker;
        this.plan = plan;
        this.tally = tally;
        this.slot = slot;
        this.pipeline = new Pipeline(plan.pipeline());
        this.parser = new ResponseParser(false, plan.needsChecksum());
        parser.limitBody(plan.mostBodyBytes());
        if (plan.needsHead()) {
            parser.keepHead(plan.bytesBehindHead());
        }
    }

    Pipeline pipeline() {
        return pipeline;
    }

    ResponseParser parser() {
        return parser;
    }

    boolean isEmpty() {
        return pipeline.isEmpty();
    }

    Exchange oldest() {
        return pipeline.oldest();
    }

    /** Whether a byte of the oldest request's response has come. */
    boolean isAnswered() {
        return answered;
    }

    /** Whether the present connection has carried a whole one before. */
    boolean isReused() {
        return responses > 0;
    }

    void add(long due, long now) {
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

    /** All of them are about to go over a fresh connection. */
    void rewind() {
        responses = 0;
        answered = false;
        pipeline.rewind();
    }

    void onConnected(long connectNanos, long now) {
        Exchange oldest = pipeline.oldest();
        tally.connected(oldest, now - connectNanos);
        if (!oldest.retried) {
            oldest.connectedNanos = now;
        }
    }

    /** Those not sent yet are about to be. */
    void markSent(long now) {
        for (int i = 0; i < pipeline.unsent(); i++) {
            Exchange exchange = pipeline.unsent(i);
            if (exchange.sendNanos == RequestSample.NONE) {
                exchange.sendNanos = now;
                if (exchange.dueNanos != RequestSample.NONE) {
                    tally.slipped(exchange, now - exchange.dueNanos);
                }
            }
        }
    }

    void onSent(int bytes) {
        tally.sent(pipeline.oldest(), bytes);
        pipeline.onSent(bytes);
    }

    void onReceived(int bytes) {
        tally.received(pipeline.oldest(), bytes);
    }

    /** There is something of the oldest request's answer; only the first time changes anything. */
    void onAnswerBegins(long now) {
        if (!answered) {
            Exchange oldest = pipeline.oldest();
            answered = true;
            oldest.firstByteNanos = now;
            parser.reset(oldest.aim.request());
        }
    }

    /**
     * The oldest response is whole or hopeless: says what it is, without ending its request.
     *
     * @param surplus whether bytes came that no request asked for
     */
    FailureKind judge(boolean surplus, long now) {
        Exchange oldest = pipeline.oldest();
        boolean whole = parser.state() == ParserState.COMPLETE;
        if (surplus || !whole) {
            tally.malformed(oldest, whole ? MalformedResponse.SURPLUS : parser.fault());
            return FailureKind.PROTOCOL;
        }
        FailureKind kind = kindOfResponse();
        if (kind == FailureKind.OK) {
            tally.right(oldest, parser, now);
        } else {
            tally.notRight(oldest, parser, now);
        }
        return kind;
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

    /** Whether the connection can carry another request after the oldest one, whose answer is whole. */
    boolean keepsConnection() {
        return plan.keepAlive() && parser.isPersistent() && pipeline.oldest().isSent();
    }

    void onConnectTimeout(long nanos) {
        tally.connectTimedOut(pipeline.oldest(), nanos);
    }

    void onResponseTimeout(long now) {
        tally.responseTimedOut(pipeline.oldest(), now);
    }

    /** The one end of the oldest request. */
    void end(FailureKind kind, long now) {
        tally.ended(pipeline.oldest(), kind, responses > 0, parser, slot, now);
        pipeline.removeOldest();
        responses++;
        answered = false;
    }

    void endAll(FailureKind kind, long now) {
        while (!pipeline.isEmpty()) {
            end(kind, now);
        }
    }

    /**
     * The oldest request has ended, and its connection with it.
     *
     * @param announced whether the server had said that it would look at no more requests
     */
    void endWithConnection(FailureKind kind, boolean announced, long now) {
        end(kind, now);
        settle(announced, true, now);
    }

    /**
     * The connection is closed: what was under way on it will be sent again, or has failed with it.
     *
     * @param announced whether the server had said that it would look at no more requests
     * @param used whether it had answered any
     */
    void settle(boolean announced, boolean used, long now) {
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
                end(FailureKind.RESET_BEFORE_RESPONSE, now);
            }
        }
    }
}
