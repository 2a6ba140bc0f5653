package org.pagerace.load.engine;

import org.pagerace.load.stats.RequestSample;

/** One request from its taking up to its end. A plain record of facts, used again for the next one. */
final class Exchange {
    Aim aim; // null before the first use
    int target;

    /** Whether it belongs to the measured part. */
    boolean counted;
    /** Whether it was sent once more. */
    boolean retried;
    /** Whether the peer closed its connection in order, with FIN, before any answer. */
    boolean closedInOrder;
    /** Handed to the present connection. */
    int sentBytes;

    // Times of the worker's clock, or RequestSample.NONE
    long dueNanos;
    long beginNanos;
    long connectedNanos;
    long sendNanos;
    long firstByteNanos;

    void begin(Aim aim, int target, long dueNanos, long now) {
        this.aim = aim;
        this.target = target;
        this.dueNanos = dueNanos;
        counted = false;
        retried = false;
        closedInOrder = false;
        sentBytes = 0;
        beginNanos = now;
        connectedNanos = RequestSample.NONE;
        sendNanos = RequestSample.NONE;
        firstByteNanos = RequestSample.NONE;
    }

    /** Returns where its response time begins: when it was due, in the closed loop when it was sent. */
    long originNanos() {
        return dueNanos != RequestSample.NONE ? dueNanos : sendNanos;
    }

    boolean isSent() {
        return sentBytes == aim.request().length();
    }
}
