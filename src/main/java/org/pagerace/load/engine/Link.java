package org.pagerace.load.engine;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.pagerace.result.FailureKind;

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
    private final LoadPlan plan;
    private final Wire wire;
    private final boolean noDelay;
    private Endpoint endpoint; // null before the first connect
    private SocketChannel channel; // null while there is none
    private SelectionKey key;
    private TlsChannel tls; // null over plain HTTP
    private int interest;
    private FailureKind failure = FailureKind.OK; // of the last connect

    /** How far a connect has come. */
    enum Progress {
        DONE,
        /** It goes on when the selector has news. */
        PENDING,
        FAILED
    }

    Link(Worker worker, Connection owner, LoadPlan plan) {
        this.worker = worker;
        this.owner = owner;
        this.plan = plan;
        this.wire = plan.wire();
        this.noDelay = plan.needsNoDelay();
    }

    boolean isOpen() {
        return channel != null;
    }

    boolean leadsTo(Endpoint wanted) {
        return wanted.equals(endpoint);
    }

    /**
     * Begins to connect, and to secure the connection where TLS is wanted.
     *
     * @param source null for the system's choice
     * @param scratch room for a record of TLS, where that is wanted
     */
    Progress connect(Endpoint to, InetAddress source, ByteBuffer scratch) {
        endpoint = to;
        tls = null;
        try {
            channel = SocketChannel.open(to.family());
        } catch (IOException e) { // the only thing that can be missing
            return failed(FailureKind.NO_FD);
        }
        try {
            if (!connect(source)) {
                return Progress.PENDING;
            }
        } catch (IOException e) {
            return failed(kindOf(e));
        }
        return secure(scratch);
    }

    private boolean connect(InetAddress source) throws IOException {
        channel.configureBlocking(false);
        if (endpoint.isTcp()) {
            setTcpOptions();
        }
        if (source != null) {
            channel.bind(new InetSocketAddress(source, 0));
        }
        boolean connected = channel.connect(endpoint.address()) || (endpoint.isLocal() && channel.finishConnect());
        interest = connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT;
        key = channel.register(worker.selector(), interest, owner);
        return connected;
    }

    private void setTcpOptions() throws IOException {
        if (noDelay) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        if (wire.bufferBytes() > 0) { // before the connect, which announces the window
            channel.setOption(StandardSocketOptions.SO_SNDBUF, wire.bufferBytes());
            channel.setOption(StandardSocketOptions.SO_RCVBUF, wire.bufferBytes());
        }
        if (wire.reset()) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
    }

    /** Goes on to connect, since there is news. */
    Progress proceed(ByteBuffer scratch) {
        if (!channel.isConnected()) {
            try {
                if (!channel.finishConnect()) {
                    return Progress.PENDING; // the news was of something else
                }
            } catch (IOException e) {
                return failed(kindOf(e));
            }
            awaitReadable();
        }
        return secure(scratch);
    }

    private static FailureKind kindOf(IOException connectFailure) {
        if (connectFailure instanceof BindException) { // what EADDRNOTAVAIL becomes
            return FailureKind.NO_PORT;
        }
        String message = String.valueOf(connectFailure.getMessage());
        return message.contains("timed out") ? FailureKind.CONNECT_TIMEOUT : FailureKind.REFUSED;
    }

    private Progress secure(ByteBuffer scratch) {
        if (endpoint.tls().isEmpty()) {
            return Progress.DONE;
        }
        try {
            if (tls == null) {
                tls = new TlsChannel(channel, endpoint.tls().get().newEngine(), plan.needsTlsFacts());
            }
            boolean done = tls.handshake(scratch);
            if (tls.hasPending()) {
                awaitBoth();
            } else {
                awaitReadable();
            }
            if (done && plan.needsTlsFacts()) {
                plan.log().orElseThrow().onSecured(tls.facts());
            }
            return done ? Progress.DONE : Progress.PENDING;
        } catch (IOException e) {
            worker.reach().onTlsFailure(e);
            return failed(FailureKind.TLS);
        }
    }

    private Progress failed(FailureKind kind) {
        failure = kind;
        return Progress.FAILED;
    }

    /** Returns why it could not connect. */
    FailureKind failure() {
        return failure;
    }

    /** Returns how much of the buffer a read may fill: a body that is read slowly comes in small pieces. */
    int mostBytesToRead(ByteBuffer buffer) {
        // A record of TLS comes whole or not at all.
        return wire.bodyBytesPerSecond() == 0 || tls != null
                ? buffer.capacity()
                : (int) Math.min(buffer.capacity(), 1 + wire.bodyBytesPerSecond() / 2);
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

    /** Leaves what comes in the socket's buffer. */
    void awaitNothing() {
        await(0);
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
