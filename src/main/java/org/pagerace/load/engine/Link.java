package org.pagerace.load.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** The socket of one connection slot, one after another, with or without TLS. For the thread of its worker. */
final class Link {
    /*
     * Every system call saved here is one per request where connections are not kept:
     *
     * - To an address of this machine, the handshake is over when connect() returns, although it says "in progress": the
     *   kernel answers its own SYN before it comes back. Asking at once saves a change of interest and an event.
     * - Interest is only set when it changes, and stays OP_READ mostly.
     * - Nagle's algorithm delays a small write only while another one is unacknowledged, which cannot be where a
     *   connection carries one small request.
     * - A channel that still has a key is shut down before it is closed, with two more calls; one whose key is gone is
     *   not. So the worker closes it a moment later, see Worker.closeSoon.
     */

    private final Worker worker;
    private final Connection owner;
    private final boolean noDelay;
    private Endpoint endpoint; // null before the first connect
    private SocketChannel channel; // null while there is none
    private SelectionKey key;
    private TlsChannel tls; // null over plain HTTP
    private int interest;

    Link(Worker worker, Connection owner, boolean noDelay) {
        this.worker = worker;
        this.owner = owner;
        this.noDelay = noDelay;
    }

    boolean isOpen() {
        return channel != null;
    }

    boolean leadsTo(Endpoint wanted) {
        return wanted.equals(endpoint);
    }

    /** Takes a socket; the only thing that can be missing is a descriptor. */
    void open(Endpoint to) throws IOException {
        channel = SocketChannel.open(to.family());
        endpoint = to;
        tls = null;
    }

    /**
     * Begins to connect.
     *
     * @param source null for the system's choice
     * @return whether it is connected already
     */
    boolean connect(InetAddress source) throws IOException {
        channel.configureBlocking(false);
        if (noDelay && endpoint.isTcp()) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        if (source != null) {
            channel.bind(new InetSocketAddress(source, 0));
        }
        boolean connected = channel.connect(endpoint.address()) || (endpoint.isLocal() && channel.finishConnect());
        interest = connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT;
        key = channel.register(worker.selector(), interest, owner);
        return connected;
    }

    void finishConnect() throws IOException {
        channel.finishConnect();
        awaitReadable();
    }

    /**
     * Begins the TLS handshake or goes on with it; returns whether it is done, as it is at once without TLS.
     *
     * @param scratch of 64 KiB at least
     */
    boolean secure(ByteBuffer scratch) throws IOException {
        if (endpoint.tls().isEmpty()) {
            return true;
        }
        if (tls == null) {
            tls = new TlsChannel(channel, endpoint.tls().get().newEngine());
        }
        boolean done = tls.handshake(scratch);
        if (tls.hasPending()) {
            awaitBoth();
        } else {
            awaitReadable();
        }
        return done;
    }

    int read(ByteBuffer buffer) throws IOException {
        return tls == null ? channel.read(buffer) : tls.read(buffer);
    }

    int write(ByteBuffer buffer) throws IOException {
        return tls == null ? channel.write(buffer) : tls.write(buffer);
    }

    /** Sends what TLS holds back; returns whether it holds back nothing any more. */
    boolean flush() throws IOException {
        return tls == null || tls.flush();
    }

    /** Whether there is more to read that no event will tell of. */
    boolean hasBuffered() {
        return tls != null && tls.hasBuffered();
    }

    /** Whether the end of the stream is one that the peer meant. */
    boolean hasEndedInOrder() {
        return tls == null || tls.hasEndedInOrder();
    }

    /** Says that nothing more will be sent; what comes of it shows when reading. */
    void endOutput() {
        try {
            channel.shutdownOutput();
        } catch (IOException e) {
            // The connection is gone: the next read says so.
        }
    }

    void awaitReadable() {
        await(SelectionKey.OP_READ);
    }

    void awaitBoth() {
        await(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }

    private void await(int wanted) {
        if (interest != wanted) {
            interest = wanted;
            key.interestOps(wanted);
        }
    }

    void close() {
        if (channel == null) {
            return;
        }
        if (key == null) {
            closeQuietly(channel);
        } else {
            key.cancel();
            worker.closeSoon(channel);
        }
        channel = null;
        key = null;
        tls = null;
    }

    static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing is left to be lost: its requests have been counted.
        }
    }
}
