package org.pagerace.calibrate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.pagerace.calibrate.Answers.Answer;

/** The buffers of one thread of the null server, which all its connections use in turn. */
final class Desk {
    private static final int IN_BYTES = 1 << 16;
    private static final int OUT_BYTES = 1 << 18; // half of it holds many small answers

    private final ByteBuffer in = ByteBuffer.allocateDirect(IN_BYTES);
    private final byte[] received = new byte[IN_BYTES];
    private final ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES);
    private final List<Answer> answers;

    Desk(Answers answers) {
        this.answers = answers.ofThread();
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

    /** Returns what the request wants. */
    Answer answer(RequestScanner request) {
        return answers.get(Answers.kind(request));
    }

    /** Adds a small answer to what is to be sent; returns false if it was time to send, and the socket did not take all. */
    boolean put(SocketChannel channel, Answer answer) throws IOException {
        out.put(answer.next(answer.length())); // never more than half full before
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

    /** Hands over what could not be sent; null if that is nothing. */
    ByteBuffer takeUnsent() {
        out.flip();
        ByteBuffer unsent = out.hasRemaining()
                ? ByteBuffer.allocate(out.remaining()).put(out).flip()
                : null;
        out.clear();
        return unsent;
    }

    /** Forgets what a connection that broke has left. */
    void clear() {
        out.clear();
    }
}
