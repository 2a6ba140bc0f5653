package org.pagerace.load.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.pagerace.load.http.ParserState;
import org.pagerace.result.FailureKind;

/** What comes in over the connection of one slot: bytes, its end or its reset. For the thread of its worker. */
final class Reception {
    private final Worker worker;
    private final Requests requests;
    private final Pipeline pipeline;
    private final Link link;
    private int length; // of the last read
    private long heardNanos; // when the last byte came, or before the first one requests were sent

    /** What a read has brought. */
    enum News {
        NOTHING,
        /** A part of an answer. */
        PART,
        /** The end of one request at least, whatever its answer was worth; the connection may have ended with it. */
        ANSWER,
        /** The end of the connection, with no byte of the answer that was due. */
        LOST
    }

    Reception(Worker worker, Requests requests, Link link) {
        this.worker = worker;
        this.requests = requests;
        this.pipeline = requests.pipeline();
        this.link = link;
    }

    /** Requests are sent now. */
    void restart(long now) {
        heardNanos = now;
    }

    long heardNanos() {
        return heardNanos;
    }

    /** Whether the last read brought so many bytes. */
    boolean hasBrought(int bytes) {
        return length == bytes;
    }

    /** Reads once, with a look at the clock if anything came. */
    News read(ByteBuffer buffer) {
        try {
            length = link.read(buffer);
        } catch (IOException e) {
            length = -1;
            return onReset(worker.nanos());
        }
        if (length < 0) {
            return onEndOfStream(worker.nanos());
        }
        return length == 0 ? News.NOTHING : onBytes(buffer.flip(), worker.nanos());
    }

    private News onBytes(ByteBuffer bytes, long now) {
        requests.onReceived(bytes.remaining());
        heardNanos = now;
        News news = News.PART;
        boolean going = true;
        while (going && bytes.hasRemaining()) {
            requests.onAnswerBegins(now);
            requests.parser().feed(bytes);
            if (requests.parser().state().isFinal()) {
                // whether bytes came that no request asked for
                boolean surplus = bytes.hasRemaining() && pipeline.size() == 1;
                going = onResponse(surplus, now);
                news = News.ANSWER;
            }
        }
        return news;
    }

    /**
     * The oldest response is whole or hopeless.
     *
     * @return whether the connection stays
     */
    private boolean onResponse(boolean surplus, long now) {
        FailureKind kind = requests.judge(surplus, now);
        if (kind != FailureKind.PROTOCOL && requests.keepsConnection()) {
            requests.end(kind, now);
            return true;
        }
        endConnection(kind, kind != FailureKind.PROTOCOL, now);
        return false;
    }

    /** The peer has closed in order. */
    private News onEndOfStream(long now) {
        if (!requests.isAnswered() && !requests.oldest().aim.request().isSimple()) {
            requests.oldest().closedInOrder = true;
            return News.LOST;
        }
        requests.onAnswerBegins(now); // an answer of HTTP/0.9 may be empty
        if (link.hasEndedInOrder()) {
            requests.parser().endOfStream();
        }
        if (requests.parser().state() == ParserState.COMPLETE) {
            onResponse(false, now);
        } else {
            endConnection(FailureKind.SHORT_BODY, false, now);
        }
        return News.ANSWER;
    }

    /** Reading or writing has failed. */
    News onReset(long now) {
        if (!requests.isAnswered()) {
            return News.LOST;
        }
        endConnection(FailureKind.RESET_MID_BODY, false, now);
        return News.ANSWER;
    }

    private void endConnection(FailureKind kind, boolean announced, long now) {
        link.close();
        requests.endWithConnection(kind, announced, now);
    }
}
