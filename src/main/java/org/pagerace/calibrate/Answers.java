package org.pagerace.calibrate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All answers there are, made in advance. Bodies are equal bytes. Safe for any thread. */
final class Answers implements AutoCloseable {
    /** What a body consists of. */
    static final byte FILL = 'x';

    /** Longer bodies are sent from a file by the kernel, as real servers do: it saves a copy of every byte. */
    static final int LONGEST_IN_MEMORY = 1 << 16;

    static final long LONGEST = 1L << 30;

    private static final int HEAD = 1;
    private static final int KEEP = 2;
    private static final int HTTP_11 = 4;

    private final List<ByteBuffer> answers = new ArrayList<>(); // by the sum of these
    private final long fileBytes; // 0: bodies are in memory
    private final FileChannel file; // null: likewise

    Answers(long bodyBytes) throws IOException {
        if (bodyBytes < 0 || bodyBytes > LONGEST) {
            throw new IllegalArgumentException(
                    "a body has 0 to " + LONGEST + " bytes, but is to have " + bodyBytes + "; check --body-bytes");
        }
        boolean inMemory = bodyBytes <= LONGEST_IN_MEMORY;
        for (int kind = 0; kind < 2 * HTTP_11; kind++) {
            byte[] head = head(kind, bodyBytes).getBytes(StandardCharsets.US_ASCII);
            byte[] body = new byte[inMemory && (kind & HEAD) == 0 ? (int) bodyBytes : 0];
            Arrays.fill(body, FILL);
            answers.add(ByteBuffer.allocateDirect(head.length + body.length)
                    .put(head)
                    .put(body)
                    .flip());
        }
        fileBytes = inMemory ? 0 : bodyBytes;
        file = inMemory ? null : file(bodyBytes);
    }

    private static String head(int kind, long bodyBytes) {
        boolean keep = (kind & KEEP) != 0;
        boolean http11 = (kind & HTTP_11) != 0;
        String connection = !keep ? "Connection: close\r\n" : http11 ? "" : "Connection: keep-alive\r\n";
        return "HTTP/1.1 200 OK\r\nServer: pagerace-null\r\nContent-Type: text/html\r\nContent-Length: " + bodyBytes
                + "\r\n" + connection + "\r\n";
    }

    /** Nobody sees the file, and it is gone with this process. */
    private static FileChannel file(long bytes) throws IOException {
        Path path = Files.createTempFile("pagerace-null", null);
        try {
            FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
            byte[] part = new byte[LONGEST_IN_MEMORY];
            Arrays.fill(part, FILL);
            for (long written = 0; written < bytes; ) {
                written += file.write(ByteBuffer.wrap(part, 0, (int) Math.min(part.length, bytes - written)));
            }
            return file;
        } finally {
            Files.delete(path);
        }
    }

    /** Returns buffers of its own for a thread, which {@link #kind} chooses from. */
    ByteBuffer[] buffers() {
        return answers.stream().map(ByteBuffer::duplicate).toArray(ByteBuffer[]::new);
    }

    static int kind(RequestScanner request) {
        return (request.head() ? HEAD : 0) + (request.keepAlive() ? KEEP : 0) + (request.http11() ? HTTP_11 : 0);
    }

    /** Returns how many bytes of the file follow the buffer of that kind. */
    long fileBytes(int kind) {
        return (kind & HEAD) == 0 ? fileBytes : 0;
    }

    /** Only where some follow. */
    FileChannel file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
