package org.pagerace.load.engine;

import java.util.Optional;
import org.pagerace.load.http.MalformedResponse;
import org.pagerace.load.http.ResponseParser;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.load.stats.WorkerStats;
import org.pagerace.result.FailureKind;

/**
 * What the requests of one worker add to its figures and to the request log: nothing during the warm-up. A request that
 * the measured part finds under way counts as started there and as ended however it will, with its whole time.
 */
final class Tally {
    private final WorkerStats stats;
    private final WorkerStats.Counters counters;
    private final RequestLog log; // null if nobody listens
    private final RequestSample sample = new RequestSample();
    private long measureNanos;

    Tally(WorkerStats stats, Optional<RequestLog> log, int worker) {
        this.stats = stats;
        this.counters = stats.counters();
        this.log = log.orElse(null);
        this.sample.worker = worker;
    }

    /** Times are told since then. */
    void measuredFrom(long nanos) {
        measureNanos = nanos;
    }

    void started(Exchange exchange) {
        exchange.counted = true;
        counters.started++;
    }

    /** Its first byte is about to be written, so long after it was due. */
    void slipped(Exchange exchange, long nanos) {
        if (exchange.counted) {
            stats.recordSlip(nanos);
        }
    }

    void connected(Exchange exchange, long nanos) {
        if (exchange.counted) {
            counters.connectionsOpened++;
            stats.recordConnect(nanos);
        }
    }

    void sent(Exchange exchange, int bytes) {
        if (exchange.counted) {
            counters.sentBytes += bytes;
        }
    }

    void received(Exchange exchange, int bytes) {
        if (exchange.counted) {
            counters.receivedBytes += bytes;
        }
    }

    /** The answer is whole and right. */
    void right(Exchange exchange, ResponseParser answer, long now) {
        if (exchange.counted) {
            counters.bodyBytes += answer.bodyBytes();
            stats.recordStatus(answer.status());
            stats.recordFirstByte(exchange.firstByteNanos - exchange.originNanos());
            stats.recordTotal(now - exchange.originNanos());
        }
    }

    /** The answer is whole. A server that refuses in no time must not look fast, so its time is kept apart. */
    void notRight(Exchange exchange, ResponseParser answer, long now) {
        if (exchange.counted) {
            stats.recordStatus(answer.status());
            stats.recordNotRight(now - exchange.originNanos());
        }
    }

    void malformed(Exchange exchange, MalformedResponse fault) {
        if (exchange.counted) {
            stats.recordProtocolError(fault.explanation());
        }
    }

    void retried(Exchange exchange) {
        if (exchange.counted) {
            counters.retries++;
        }
    }

    /** As "at least this": leaving out what was out of time would flatter the server. */
    void connectTimedOut(Exchange exchange, long nanos) {
        if (exchange.counted) {
            stats.recordConnect(nanos);
        }
    }

    /** As {@link #connectTimedOut}. */
    void responseTimedOut(Exchange exchange, long now) {
        if (exchange.counted) {
            long firstByte = exchange.firstByteNanos == RequestSample.NONE ? now : exchange.firstByteNanos;
            stats.recordFirstByte(firstByte - exchange.originNanos());
            stats.recordTotal(now - exchange.originNanos());
        }
    }

    /**
     * The request's one end.
     *
     * @param reused whether its connection had carried one before
     */
    void ended(Exchange exchange, FailureKind kind, boolean reused, ResponseParser parser, int slot, long now) {
        if (!exchange.counted) {
            return;
        }
        stats.recordOutcome(kind);
        if (reused) {
            counters.reusedRequests++;
        }
        if (log != null) {
            sample.slot = slot;
            sample.kind = kind;
            sample.reused = reused;
            sample.endNanos = sinceMeasured(now);
            log(exchange, parser);
        }
    }

    private void log(Exchange exchange, ResponseParser parser) {
        sample.target = exchange.target;
        sample.retried = exchange.retried;
        sample.closedInOrder = exchange.closedInOrder;
        sample.dueNanos = sinceMeasured(exchange.dueNanos);
        sample.beginNanos = sinceMeasured(exchange.beginNanos);
        sample.connectedNanos = sinceMeasured(exchange.connectedNanos);
        sample.sendNanos = sinceMeasured(exchange.sendNanos);
        sample.firstByteNanos = sinceMeasured(exchange.firstByteNanos);
        boolean answered = exchange.firstByteNanos != RequestSample.NONE; // otherwise the parser is at another answer
        sample.status = answered ? parser.status() : 0;
        sample.headBytes = answered ? parser.headBytes() : 0;
        sample.bodyBytes = answered ? parser.bodyBytes() : 0;
        sample.crc32c = answered ? parser.crc32c() : 0;
        sample.persistent = answered && parser.isPersistent();
        sample.head = parser.head();
        sample.headLength = answered ? parser.headLength() : 0;
        sample.behindLength = answered ? parser.behindLength() : 0;
        log.onEnd(sample);
    }

    private long sinceMeasured(long nanos) {
        return nanos == RequestSample.NONE ? RequestSample.NONE : nanos - measureNanos;
    }
}
