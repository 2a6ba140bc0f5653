package org.pagerace.pages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * {@code /open}: opens index.html for each request and sends what it reads, as PHP's {@code readfile} does.
 *
 * <p>Nothing is cached but by the operating system, and no part of a request has a say in which file it is.
 */
public final class OpenServlet extends PageServlet {
    private static final long serialVersionUID = 1;

    private static final int BUFFER_BYTES = 64 * 1024;

    private transient Path file;

    @Override
    public void init() {
        String path = getServletContext().getRealPath("/index.html");
        if (path == null) {
            throw new IllegalStateException(
                    "/open needs the archive unpacked; set unpackWARs or extractWAR in this container");
        }
        file = Path.of(path);
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response, boolean head) throws IOException {
        SeekableByteChannel channel;
        try {
            channel = Files.newByteChannel(file);
        } catch (IOException e) {
            fail(response, e, head);
            return;
        }
        try (channel) {
            long length = channel.size();
            response.setContentType(HTML);
            response.setContentLengthLong(length);
            if (!head) {
                copy(channel, length, response.getOutputStream());
            }
        }
    }

    /** Sends exactly {@code length} bytes, or throws: then the container cuts the connection. */
    private static void copy(SeekableByteChannel channel, long length, OutputStream out) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        long left = length;
        while (left > 0) {
            buffer.clear().limit((int) Math.min(BUFFER_BYTES, left));
            int count = channel.read(buffer);
            if (count < 0) {
                throw new EOFException("index.html became shorter while it was sent");
            }
            out.write(buffer.array(), 0, count);
            left -= count;
        }
    }
}
