package org.pagerace.calibrate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All answers there are, made in advance. Bodies are equal bytes. Safe for any thread. */
final class Answers {

    /*
     * They lie outside the heap, where the kernel can copy them from: from the heap the JDK would copy each into such a
     * buffer first. A long body is the same part over and over, which stays in the processor's cache. That is faster
     * than sendfile, here (docs/sampling.md).
     */

    /** What a body consists of. */
    static final byte FILL = 'x';

    /** Of longer bodies only that much is in memory. */
    static final int PART = 1 << 18;

    /** Shorter answers are worth a copy, so that those of pipelined requests are written together. */
    static final int SMALL = 1 << 14;

    static final long LONGEST = 1L << 30;

    private static final int HEAD = 1;
    private static final int KEEP = 2;
    private static final int HTTP_11 = 4;

    private final List<Answer> answers = new ArrayList<>(); // by the sum of these

    Answers(long bodyBytes) {
        if (bodyBytes < 0 || bodyBytes > LONGEST) {
            throw new IllegalArgumentException(
                    "a body has 0 to " + LONGEST + " bytes, but is to have " + bodyBytes + "; check --body-bytes");
        }
        for (int kind = 0; kind < 2 * HTTP_11; kind++) {
            byte[] head = head(kind, bodyBytes).getBytes(StandardCharsets.US_ASCII);
            long sent = (kind & HEAD) == 0 ? bodyBytes : 0;
            byte[] body = new byte[(int) Math.min(PART, sent)];
            Arrays.fill(body, FILL);
            ByteBuffer bytes = ByteBuffer.allocateDirect(head.length + body.length)
                    .put(head)
                    .put(body);
            answers.add(new Answer(bytes, head.length, head.length + sent));
        }
    }

    private static String head(int kind, long bodyBytes) {
        boolean keep = (kind & KEEP) != 0;
        boolean http11 = (kind & HTTP_11) != 0;
        String connection = !keep ? "Connection: close\r\n" : http11 ? "" : "Connection: keep-alive\r\n";
        return "HTTP/1.1 200 OK\r\nServer: pagerace-null\r\nContent-Type: text/html\r\nContent-Length: " + bodyBytes
                + "\r\n" + connection + "\r\n";
    }

    /** Returns the answers with buffers of their own for a thread, which {@link #kind} chooses from. */
    List<Answer> ofThread() {
        return answers.stream()
                .map(answer -> new Answer(answer.bytes.duplicate(), answer.headBytes, answer.length))
                .toList();
    }

    static int kind(RequestScanner request) {
        return (request.head() ? HEAD : 0) + (request.keepAlive() ? KEEP : 0) + (request.http11() ? HTTP_11 : 0);
    }

    /**
     * One of them. For one thread.
     *
     * @param bytes the head and as much of the body as is in memory
     * @param length of the whole answer
     */
    record Answer(ByteBuffer bytes, int headBytes, long length) {
        boolean isSmall() {
            return length <= SMALL;
        }

        /** Returns what to send next where so many bytes are left to be sent; use it at once. */
        ByteBuffer next(long left) {
            long sent = length - left;
            int all = bytes.capacity();
            // any bytes of the body are as good as those whose turn it is
            int from = sent < headBytes ? (int) sent : all - (int) Math.min(all - headBytes, left);
            return bytes.limit(all).position(from);
        }
    }
}
