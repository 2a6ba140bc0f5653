package org.pagerace.calibrate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.pagerace.calibrate.Answers.Answer;

/** One connection of the null server. For one thread. */
final class Peer {

    /*
     * Small answers to pipelined requests are collected in the thread's output buffer and written together. What the
     * socket does not take stays here, copied: that happens with slow readers only, so the usual request allocates
     * nothing. Larger answers are written as they are, and only how much is left of one stays here. Until all is written
     * no further request is looked at.
     */

    private static final byte[] NOTHING = {};

    private final SocketChannel channel;
    private final RequestScanner scanner = new RequestScanner();
    private byte[] rest = NOTHING; // received, but not yet looked at
    private ByteBuffer unsent; // null: none
    private Answer large; // to be sent after that
    private long left; // bytes of it
    private boolean closing; // once all is sent

    /** What became of a connection. */
    enum Outcome {
        /** It waits for requests. */
        IDLE,
        /** It waits for room in the socket's buffer. */
        BLOCKED,
        /** Nothing more will come or go. */
        DONE
    }

    Peer(SocketChannel channel) {
        this.channel = channel;
    }

    SocketChannel channel() {
        return channel;
    }

    /** Reads once and answers what is whole. */
    Outcome onReadable(Desk desk) throws IOException {
        int count = desk.read(channel);
        if (count < 0) {
            return Outcome.DONE;
        }
        return answer(desk, desk.received(), 0, count);
    }

    /** Goes on where the socket took no more. */
    Outcome onWritable(Desk desk) throws IOException {
        if (unsent != null) {
            channel.write(unsent);
            if (unsent.hasRemaining()) {
                return Outcome.BLOCKED;
            }
            unsent = null;
        }
        if (!isLargeSent()) {
            return Outcome.BLOCKED;
        }
        if (closing) {
            return Outcome.DONE;
        }
        byte[] bytes = rest;
        rest = NOTHING;
        return answer(desk, bytes, 0, bytes.length);
    }

    private Outcome answer(Desk desk, byte[] bytes, int from, int to) throws IOException {
        int at = from;
        while (at < to && !closing) {
            int end = scanner.scan(bytes, at, to);
            if (end < 0) {
                break;
            }
            at = end;
            closing = !scanner.keepAlive();
            if (!isTaken(desk, desk.answer(scanner))) {
                return blocked(desk, bytes, at, to);
            }
        }
        if (!desk.flush(channel)) {
            return blocked(desk, bytes, to, to);
        }
        return closing ? Outcome.DONE : Outcome.IDLE;
    }

    private Outcome blocked(Desk desk, byte[] bytes, int from, int to) {
        unsent = desk.takeUnsent();
        rest = from == to ? NOTHING : Arrays.copyOfRange(bytes, from, to);
        return Outcome.BLOCKED;
    }

    private boolean isTaken(Desk desk, Answer answer) throws IOException {
        if (answer.isSmall()) {
            return desk.put(channel, answer);
        }
        large = answer;
        left = answer.length();
        return desk.flush(channel) && isLargeSent();
    }

    private boolean isLargeSent() throws IOException {
        while (left > 0) {
            ByteBuffer next = large.next(left);
            left -= channel.write(next);
            if (next.hasRemaining()) {
                return false;
            }
        }
        return true;
    }
}
