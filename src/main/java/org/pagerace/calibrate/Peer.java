package org.pagerace.calibrate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/** One connection of the null server. For one thread. */
final class Peer {

    /*
     * Answers to pipelined requests are collected in the thread's output buffer and written together. What the socket
     * does not take stays here, copied: that happens with slow readers only, so the usual request allocates nothing.
     * Until all is written no further request is looked at.
     */

    private static final byte[] NOTHING = {};

    private final SocketChannel channel;
    private final Answers answers;
    private final RequestScanner scanner = new RequestScanner();
    private byte[] rest = NOTHING; // received, but not yet looked at
    private ByteBuffer unsent; // null: none
    private long fileLeft; // bytes of the file to be sent after that
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

    Peer(SocketChannel channel, Answers answers) {
        this.channel = channel;
        this.answers = answers;
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
        if (!isFileSent()) {
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
            int kind = Answers.kind(scanner);
            closing = !scanner.keepAlive();
            fileLeft = answers.fileBytes(kind);
            if (!desk.put(channel, kind) || (fileLeft > 0 && !(desk.flush(channel) && isFileSent()))) {
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

    private boolean isFileSent() throws IOException {
        while (fileLeft > 0) {
            long total = answers.fileBytes(0);
            long sent = answers.file().transferTo(total - fileLeft, fileLeft, channel);
            if (sent == 0) {
                return false;
            }
            fileLeft -= sent;
        }
        return true;
    }
}
