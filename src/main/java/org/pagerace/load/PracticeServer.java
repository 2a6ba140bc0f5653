package org.pagerace.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A server on a free loopback port that answers every request with two bytes; one thread for all connections. */
final class PracticeServer implements AutoCloseable {
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nServer: rehearsal\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_BYTES = 8 << 10; // of requests in one read

    private final ServerSocketChannel listener;
    private final Selector selector;
    private final ByteBuffer requests = ByteBuffer.allocate(MOST_BYTES);
    private volatile boolean closed;

    /** How far the head of the next request has come. */
    private static final class Head {
        private int newlines; // at the end of what came

        /** Returns whether the head is whole with this byte. */
        boolean endsWith(byte b) {
            newlines = b == '\n' ? newlines + 1 : b == '\r' ? newlines : 0;
            boolean whole = newlines == 2;
            newlines = whole ? 0 : newlines;
            return whole;
        }
    }

    PracticeServer() throws IOException {
        listener = ServerSocketChannel.open();
        try {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            listener.configureBlocking(false);
            selector = Selector.open();
            listener.register(selector, SelectionKey.OP_ACCEPT);
            var thread = new Thread(this::serve, "rehearsal");
            thread.setDaemon(true);
            thread.start();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            listener.close();
            throw e;
        }
    }

    URI uri() throws IOException {
        var address = (InetSocketAddress) listener.getLocalAddress();
        return URI.create("http://127.0.0.1:" + address.getPort() + "/");
    }

    private void serve() {
        try (selector;
                listener) {
            while (!closed) {
                selector.select(this::onKey);
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            // Nobody is served any more: the practice is over.
        }
    }

    private void onKey(SelectionKey key) {
        try {
            if (key.channel() == listener) {
                accept();
            } else {
                answer((SocketChannel) key.channel(), (Head) key.attachment());
            }
        } catch (IOException e) {
            closeQuietly(key); // the driver has gone, as it may
        }
    }

    private void accept() throws IOException {
        for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, new Head());
        }
    }

    private void answer(SocketChannel channel, Head head) throws IOException {
        if (channel.read(requests.clear()) < 0) {
            channel.close();
            return;
        }
        requests.flip();
        int whole = 0;
        while (requests.hasRemaining()) {
            whole += head.endsWith(requests.get()) ? 1 : 0;
        }
        ByteBuffer answers = ByteBuffer.allocate(whole * ANSWER.length);
        while (answers.hasRemaining()) {
            answers.put(ANSWER);
        }
        channel.write(answers.flip()); // a few hundred bytes, for which there is always room
    }

    private static void closeQuietly(SelectionKey key) {
        try {
            key.channel().close();
        } catch (IOException e) {
            // Nothing is left to be done.
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }
}
