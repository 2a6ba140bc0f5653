package org.pagerace.load.engine;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.pagerace.load.stats.TlsFacts;

/** TLS over a channel that does not block. For the thread of its worker, and for one connection. */
final class TlsChannel {
    /*
     * The engine turns plain bytes into records and back, in memory; this class moves the records. Both buffers hold at
     * least one whole record. "incoming" is kept ready for writing, "outgoing" ready for reading. The engine's long
     * tasks (certificate and key checks) run right here: a handshake delays the other connections of the worker by their
     * milliseconds, which the event-loop lag shows.
     */

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final ByteBuffer incoming;
    private final ByteBuffer outgoing;
    private final KeyExchange keyExchange; // null unless somebody wants to know
    private boolean buffered; // a record may be left in "incoming" that had no room

    /** @param looks whether {@link #facts} will be asked for */
    TlsChannel(SocketChannel channel, SSLEngine engine, boolean looks) {
        this.channel = channel;
        this.engine = engine;
        int record = engine.getSession().getPacketBufferSize();
        incoming = ByteBuffer.allocateDirect(record);
        outgoing = ByteBuffer.allocateDirect(record).flip();
        keyExchange = looks ? new KeyExchange() : null;
    }

    TlsFacts facts() {
        return new TlsFacts(engine.getSession(), keyExchange.group(), keyExchange.primeBits());
    }

    /**
     * Goes on with the handshake as far as the network allows.
     *
     * @param scratch room for what is decrypted meanwhile, a record at least
     * @return whether it is done; otherwise call again when the channel is ready, see {@link #hasPending}
     */
    boolean handshake(ByteBuffer scratch) throws IOException {
        if (engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING && !engine.isOutboundDone()) {
            engine.beginHandshake();
        }
        boolean going = true;
        while (going) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> {
                    wrap(NOTHING);
                    going = flush();
                }
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> going = unwrapHandshake(scratch.clear());
                case FINISHED, NOT_HANDSHAKING -> {
                    return flush();
                }
            }
        }
        return false;
    }

    private boolean unwrapHandshake(ByteBuffer scratch) throws IOException {
        Status status = unwrap(scratch).getStatus();
        if (status == Status.CLOSED) {
            throw new EOFException("the peer ended the handshake");
        }
        if (status != Status.BUFFER_UNDERFLOW) {
            return true;
        }
        int length = channel.read(incoming);
        if (length < 0) {
            throw new EOFException("the peer closed during the handshake");
        }
        if (keyExchange != null && length > 0) {
            keyExchange.feed(incoming.duplicate().flip().position(incoming.position() - length));
        }
        return length > 0;
    }

    private void runTasks() {
        Runnable task = engine.getDelegatedTask();
        while (task != null) {
            task.run();
            task = engine.getDelegatedTask();
        }
    }

    /** As {@link SocketChannel#read}: returns the plain bytes that were there, 0 for none, -1 for the end. */
    int read(ByteBuffer plain) throws IOException {
        int start = plain.position();
        boolean going = true;
        boolean ended = false;
        buffered = false;
        while (going) {
            SSLEngineResult result = unwrap(plain);
            switch (result.getStatus()) {
                case OK -> onPostHandshake(result);
                case BUFFER_UNDERFLOW -> {
                    int length = channel.read(incoming);
                    ended = length < 0;
                    going = length > 0;
                }
                case BUFFER_OVERFLOW -> {
                    buffered = true;
                    going = false;
                }
                case CLOSED -> {
                    ended = true;
                    going = false;
                }
            }
        }
        int length = plain.position() - start;
        return length == 0 && ended ? -1 : length;
    }

    /** New session tickets and key updates may want an answer. */
    private void onPostHandshake(SSLEngineResult result) throws IOException {
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            runTasks();
        } else if (result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && flush()) {
            wrap(NOTHING);
            flush();
        }
    }

    /** As {@link SocketChannel#write}: returns how many plain bytes were taken; some may wait in {@link #hasPending}. */
    int write(ByteBuffer plain) throws IOException {
        int start = plain.position();
        while (flush() && plain.hasRemaining()) {
            wrap(plain);
        }
        return plain.position() - start;
    }

    /** Sends the records that wait; returns whether none waits any more. */
    boolean flush() throws IOException {
        if (outgoing.hasRemaining()) {
            channel.write(outgoing);
        }
        return !outgoing.hasRemaining();
    }

    /** Whether records wait for room in the socket buffer. */
    boolean hasPending() {
        return outgoing.hasRemaining();
    }

    /** Whether {@link #read} would find more although the channel has nothing to read. */
    boolean hasBuffered() {
        return buffered;
    }

    /** Whether the peer has said that this is the end; without that, an end may be an attacker's (RFC 8446 section 6.1). */
    boolean hasEndedInOrder() {
        return engine.isInboundDone();
    }

    private void wrap(ByteBuffer plain) throws IOException {
        outgoing.clear();
        Status status = engine.wrap(plain, outgoing).getStatus();
        outgoing.flip();
        if (status == Status.CLOSED && plain.hasRemaining()) {
            throw new EOFException("the TLS connection is closed");
        }
    }

    private SSLEngineResult unwrap(ByteBuffer plain) throws IOException {
        incoming.flip();
        SSLEngineResult result;
        try {
            result = engine.unwrap(incoming, plain);
        } finally {
            incoming.compact();
        }
        if (result.getStatus() == Status.BUFFER_OVERFLOW && plain.position() == 0) { // the next try would end so too
            throw new SSLException("a record does not fit into " + plain.capacity() + " bytes");
        }
        return result;
    }
}
