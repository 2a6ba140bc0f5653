package org.pagerace.load.engine;

import org.pagerace.load.http.MalformedResponse;
import org.pagerace.load.http.ResponseParser;
import org.pagerace.load.stats.WorkerStats;
import org.pagerace.result.FailureKind;

/**
 * What one connection's request under way adds to the worker's figures: nothing during the warm-up. If the measured part
 * finds it under way, it counts as started there and as ended however it will, with its whole time.
 */
final class Tally {
    private final WorkerStats stats;
    private final WorkerStats.Counters counters;
    private boolean counted;

    Tally(WorkerStats stats) {
        this.stats = stats;
        this.counters = stats.counters();
    }

    void started(boolean inMeasuredPart) {
        counted = inMeasuredPart;
        if (counted) {
            counters.started++;
        }
    }

    void connected(long nanos) {
        if (counted) {
            counters.connectionsOpened++;
            stats.recordConnect(nanos);
        }
    }

    void sent(int bytes) {
        if (counted) {
            counters.sentBytes += bytes;
        }
    }

    void received(int bytes) {
        if (counted) {
            counters.receivedBytes += bytes;
        }
    }

    /** The answer is whole and right. */
    void right(ResponseParser response, long firstByteNanos, long totalNanos) {
        if (counted) {
            counters.bodyBytes += response.bodyBytes();
            stats.recordStatus(response.status());
            stats.recordFirstByte(firstByteNanos);
            stats.recordTotal(totalNanos);
        }
    }

    /** The answer is whole. A server that refuses in no time must not look fast, so its time is kept apart. */
    void notRight(ResponseParser response, long nanos) {
        if (counted) {
            stats.recordStatus(response.status());
            stats.recordNotRight(nanos);
        }
    }

    void malformed(MalformedResponse fault) {
        if (counted) {
            stats.recordProtocolError(fault.explanation());
        }
    }

    void retried() {
        if (counted) {
            counters.retries++;
        }
    }

    /** As "at least this": leaving out what was out of time would flatter the server. */
    void connectTimedOut(long nanos) {
        if (counted) {
            stats.recordConnect(nanos);
        }
    }

    /** As {@link #connectTimedOut}. */
    void responseTimedOut(long firstByteNanos, long totalNanos) {
        if (counted) {
            stats.recordFirstByte(firstByteNanos);
            stats.recordTotal(totalNanos);
        }
    }

    /** The request's one end. */
    void ended(FailureKind kind, boolean onUsedConnection) {
        if (counted) {
            stats.recordOutcome(kind);
            if (onUsedConnection) {
                counters.reusedRequests++;
            }
        }
    }
}
