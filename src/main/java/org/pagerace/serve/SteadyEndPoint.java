package org.pagerace.serve;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A connection whose idle time ends with progress, not with any byte: a client that sends or takes one byte a second does
 * not keep it.
 */
class SteadyEndPoint extends SocketChannelEndPoint {

    /*
     * Jetty begins the idle time anew with each byte in either direction. Its minimum rates do not help: of heads there is
     * none, and that of answers is heeded in older servlet environments only. Here these begin it anew:
     *
     *   - the first bytes of a request; the others must come before the idle time is over, and one that comes later than
     *     "receive" after the first ends the connection;
     *   - the first bytes of an answer;
     *   - further bytes of it, as long as they leave at a least rate, on average since the idle time began anew. A client
     *     on a slow line is none that attacks: a thousand that share 100 Mbit/s get 12 KB/s each.
     *
     * That another message has begun shows in the connection's counts of them. A request's moves when its whole head is
     * there, so its body, which no page wants, has as much time again. Where nobody counts (TLS), each byte that comes is
     * progress, as in Jetty.
     *
     * Reading and writing are each done by one thread at a time, which Jetty sees to.
     */

    private static final long LEAST_BYTES_PER_SECOND = 1024;
    private static final long MILLIS_PER_SECOND = 1000;

    private final long idleMillis;
    private final long receiveMillis;
    private long requests = Long.MIN_VALUE; // the count at which the idle time last began anew
    private long answers = Long.MIN_VALUE;
    private long sentBytes; // since then

    SteadyEndPoint(
            SocketChannel channel,
            ManagedSelector selector,
            SelectionKey key,
            Scheduler scheduler,
            ServeOptions options) {
        super(channel, selector, key, scheduler);
        idleMillis = options.idle().toMillis();
        receiveMillis = options.receive().toMillis();
        setIdleTimeout(idleMillis);
    }

    /** What Jetty takes for progress: any byte, and that it waits for one. */
    @Override
    public void notIdle() {}

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        int count = super.fill(buffer);
        if (count > 0) {
            long now = getConnection().getMessagesIn();
            if (now != requests || now < 0) {
                requests = now;
                super.notIdle();
            } else if (getIdleFor() > receiveMillis) {
                throw new IOException("a request came too slowly");
            }
        }
        return count;
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
        long before = BufferUtil.remaining(buffers);
        boolean all = super.flush(buffers);
        long count = before - BufferUtil.remaining(buffers);
        if (count > 0) {
            onSent(count);
        }
        return all;
    }

    /** Called by what writes to the channel itself, not by {@link #flush}; {@code count} is above 0. */
    void onSent(long count) {
        sentBytes += count;
        long now = getConnection().getMessagesOut();
        if (now != answers || sentBytes * MILLIS_PER_SECOND >= getIdleFor() * LEAST_BYTES_PER_SECOND) {
            answers = now;
            sentBytes = 0;
            super.notIdle();
        }
    }

    /**
     * What a client has not taken by then would lie in the kernel for as long as it likes: a reset frees it. Not while the
     * server is being stopped, when Jetty's patience is a second: then the kernel delivers what it has.
     */
    @Override
    protected void onIdleExpired(TimeoutException timeout) {
        if (getWriteFlusher().isPending() && getIdleFor() >= idleMillis) {
            try {
                getChannel().setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException e) {
                // closed meanwhile
            }
        }
        super.onIdleExpired(timeout);
    }
}
