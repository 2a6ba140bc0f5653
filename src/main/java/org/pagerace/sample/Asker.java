package org.pagerace.sample;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;

/** Sends one request and takes all bytes until the other side closes, within a time. For one thread. */
final class Asker implements AutoCloseable {
    private static final int FIRST_BYTES = 1 << 13;
    private static final int MOST_BYTES = 1 << 18;

    private final Selector selector;
    private ByteBuffer buffer = ByteBuffer.allocate(FIRST_BYTES);

    Asker() throws IOException {
        this.selector = Selector.open();
    }

    /** @throws IOException if nobody is there, or it takes too long; unix sockets and TCP */
    byte[] ask(SocketAddress where, byte[] request, Duration within) throws IOException {
        long deadline = System.nanoTime() + within.toNanos();
        try (SocketChannel channel = open(where)) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
            try {
                if (!channel.connect(where)) {
                    await(deadline, within);
                    channel.finishConnect();
                }
                key.interestOps(SelectionKey.OP_READ);
                channel.write(ByteBuffer.wrap(request)); // a few hundred bytes: an empty socket takes them at once
                return answer(channel, deadline, within);
            } finally {
                key.cancel();
            }
        } finally {
            selector.selectNow(); // forgets the key, so that the channel is really closed
        }
    }

    private byte[] answer(SocketChannel channel, long deadline, Duration within) throws IOException {
        buffer.clear();
        while (true) {
            await(deadline, within);
            if (channel.read(buffer) < 0) {
                return Arrays.copyOf(buffer.array(), buffer.position());
            }
            if (!buffer.hasRemaining()) {
                if (buffer.capacity() >= MOST_BYTES) {
                    throw new IOException("the answer is longer than " + MOST_BYTES + " bytes");
                }
                buffer = ByteBuffer.allocate(2 * buffer.capacity()).put(buffer.flip());
            }
        }
    }

    private void await(long deadline, Duration within) throws IOException {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        selector.selectedKeys().clear();
        if (millis <= 0 || selector.select(millis) == 0) {
            throw new IOException("no answer within " + within.toMillis() + " ms; perhaps all its workers are busy");
        }
    }

    private static SocketChannel open(SocketAddress where) throws IOException {
        if (where instanceof UnixDomainSocketAddress) {
            return SocketChannel.open(StandardProtocolFamily.UNIX);
        }
        if (where instanceof InetSocketAddress tcp && tcp.isUnresolved()) {
            throw new IOException("the name " + tcp.getHostString() + " has no address");
        }
        return SocketChannel.open();
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
