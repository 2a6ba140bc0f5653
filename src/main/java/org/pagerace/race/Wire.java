package org.pagerace.race;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** One connection to a server, without a proxy or a library between. An interrupt closes it. For one thread. */
final class Wire implements AutoCloseable {
    private static final int HTTP_PORT = 80;

    private final Socket socket;
    private final AnswerReader reader;
    private final Duration timeout;
    private long deadlineNanos;

    /** Connects to the host and port of an address. */
    Wire(URI server, Duration timeout) throws IOException {
        this(new InetSocketAddress(server.getHost(), server.getPort() == -1 ? HTTP_PORT : server.getPort()), timeout);
    }

    /**
     * Connects.
     *
     * @param timeout for connecting and for each whole answer
     */
    Wire(InetSocketAddress server, Duration timeout) throws IOException {
        this.timeout = timeout;
        this.socket = SocketChannel.open().socket(); // of a channel, since that can be interrupted
        try {
            socket.connect(server, (int) timeout.toMillis());
            socket.setTcpNoDelay(true);
            this.reader = new AnswerReader(new Limited(socket.getInputStream()));
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends a request without a body and reads the answer; the next may follow if that is persistent. */
    WireAnswer ask(String method, HttpForm form, URI target) throws IOException {
        send(method, form, target);
        return read(method, target);
    }

    /** Sends a request without a body; {@link #read} comes next. */
    void send(String method, HttpForm form, URI target) throws IOException {
        send(form.request(method, target));
    }

    /** Sends a request as it is. */
    void send(byte[] request) throws IOException {
        deadlineNanos = System.nanoTime() + timeout.toNanos();
        socket.getOutputStream().write(request);
    }

    /** Reads the answer to what was sent last. */
    WireAnswer read(String method, URI target) throws IOException {
        return reader.read(method, HttpForm.path(target));
    }

    /** Whether more has come than the answers that were read; never waits. */
    boolean hasMore() throws IOException {
        return reader.hasMore();
    }

    /** Waits for the server to close the connection; returns false if it sends something instead. */
    boolean endsHere() throws IOException {
        deadlineNanos = System.nanoTime() + timeout.toNanos();
        return reader.isAtEnd();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Lets no read last longer than what is left of the time for the whole answer. */
    private final class Limited extends InputStream {
        private final InputStream in;

        Limited(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            long leftMillis =
                    Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
            try {
                if (leftMillis <= 0) {
                    throw new SocketTimeoutException();
                }
                socket.setSoTimeout((int) leftMillis);
                return in.read(bytes, offset, length);
            } catch (SocketTimeoutException e) {
                throw new IOException("no whole answer within " + timeout.toMillis() + " ms", e);
            }
        }
    }
}
