package org.pagerace.load.stats;

import org.pagerace.result.FailureKind;

/**
 * What happened to one request, for a {@link RequestLog}. The same object is filled again for the next one: read it
 * during the call, and keep only copies of its numbers.
 *
 * <p>All times are nanoseconds since the beginning of the measured part (negative for what a warm-up began), or
 * {@link #NONE}. In order: due, began, connected, sent, first byte, ended; what did not happen is left out.
 */
public final class RequestSample {
    /** The time of what did not happen. */
    public static final long NONE = Long.MIN_VALUE;

    /** The thread, from 0. */
    public int worker;
    /** The connection slot, 0 to connections - 1 of the whole run; it holds one TCP connection after another. */
    public int slot;
    /** The index of the target in the spec. */
    public int target;

    public FailureKind kind;
    /** Whether it went over a connection that had carried a request before. */
    public boolean reused;
    /** Whether it was sent once more, over a fresh connection. */
    public boolean retried;
    /** Of {@code RESET_BEFORE_RESPONSE}: whether the peer closed with FIN, not with RST. */
    public boolean closedInOrder;

    /** Given rate: when it was to be sent. Closed loop: {@link #NONE}. */
    public long dueNanos;
    /** When the slot took it up: before the connect, if there was one; on a used connection as sent, or just before. */
    public long beginNanos;
    /** When its own connect was over, the TLS handshake included; NONE on a used connection. */
    public long connectedNanos;
    /** When its first byte was written, the first time if it was retried. */
    public long sendNanos;
    /** When the first byte of its answer was read; in a pipeline when it was looked at. */
    public long firstByteNanos;
    /** When its last byte was read, or it failed. */
    public long endNanos;

    /** 0 if there was no whole status line; 200 for the answers of HTTP/0.9. */
    public int status;
    /** Of the answer, interim answers and line ends included, as far as it came. */
    public long headBytes;
    /** Of the body without chunked coding, as far as it came. */
    public long bodyBytes;
    /** Of the body; 0 unless the log or the body check asks for it. */
    public long crc32c;
    /** Whether the server keeps the connection open. */
    public boolean persistent;

    /** The head of the final answer as it came, {@code headLength} bytes; empty unless the log asks for it. */
    public byte[] head = new byte[0];

    public int headLength;

    /** How many bytes behind the head are in {@link #head} too, as they came, if the log asks for any. */
    public int behindLength;
}
