package org.pagerace.calibrate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The buffers of one thread of the null server, which all its connections use in turn. */
final class Desk {
    private static final int IN_BYTES = 1 << 16;
    private static final int OUT_BYTES = 1 << 18; // half of it holds the longest answer in memory, with its head

    private final ByteBuffer in = ByteBuffer.allocateDirect(IN_BYTES);
    private final byte[] received = new byte[IN_BYTES];
    private final ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES);
    private final ByteBuffer[] answers;

    Desk(Answers answers) {
        this.answers = answers.buffers();
    }

    /** Reads once; returns how many bytes {@link #received} has, or -1 at the end. */
    int read(SocketChannel channel) throws IOException {
        in.clear();
        int count = channel.read(in);
        if (count > 0) {
            in.flip().get(received, 0, count);
        }
        return count;
    }

    byte[] received() {
        return received;
    }

    /** Adds an answer to what is to be sent; returns false if it was time to send, and the socket did not take all. */
    boolean put(SocketChannel channel, int kind) throws IOException {
        out.put(answers[kind].clear()); // never more than half full before
        return out.position() <= OUT_BYTES / 2 || flush(channel);
    }

    /** Sends what was put; returns false if the socket does not take all. */
    boolean flush(SocketChannel channel) throws IOException {
        if (out.position() == 0) {
            return true;
        }
        out.flip();
        channel.write(out);
        boolean all = !out.hasRemaining();
        out.compact();
        return all;
    }

    /** Hands over what could not be sent. */
    ByteBuffer takeUnsent() {
        out.flip();
        ByteBuffer unsent = ByteBuffer.allocate(out.remaining()).put(out).flip();
        out.clear();
        return unsent;
    }

    /** Forgets what a connection that broke has left. */
    void clear() {
        out.clear();
    }
}
