package org.pagerace.load.engine;

/**
 * What connections do otherwise than usual, as some of the classic tools do.
 *
 * @param bufferBytes of a socket's buffers, each; 0 for the system's choice
 * @param bodyBytesPerSecond how fast a body is read at most; 0 for as fast as it comes
 * @param unread whether a connection is closed as soon as its request is sent; only in the closed loop
 * @param reset whether connections end with RST, so that their ports are free at once
 * @param timeoutOfSilence whether the timeout of an answer begins anew with each byte
 */
public record Wire(int bufferBytes, long bodyBytesPerSecond, boolean unread, boolean reset, boolean timeoutOfSilence) {
    public static final Wire USUAL = new Wire(0, 0, false, false, false);

    private static final int MOST_BUFFER_BYTES = 1 << 30;

    public Wire {
        if (bufferBytes < 0 || bufferBytes > MOST_BUFFER_BYTES) {
            throw new IllegalArgumentException("a socket buffer has 1 to " + MOST_BUFFER_BYTES + " bytes, but is given "
                    + bufferBytes + "; check -b");
        }
        if (bodyBytesPerSecond < 0) {
            throw new IllegalArgumentException(
                    "bodies are read at 1 byte/s or more, but given is " + bodyBytesPerSecond + "; check -Throttle");
        }
    }

    public Wire withBufferBytes(int bytes) {
        return new Wire(bytes, bodyBytesPerSecond, unread, reset, timeoutOfSilence);
    }

    public Wire withBodyBytesPerSecond(long bytes) {
        return new Wire(bufferBytes, bytes, unread, reset, timeoutOfSilence);
    }

    public Wire withUnread() {
        return new Wire(bufferBytes, bodyBytesPerSecond, true, reset, timeoutOfSilence);
    }

    public Wire withReset() {
        return new Wire(bufferBytes, bodyBytesPerSecond, unread, true, timeoutOfSilence);
    }

    public Wire withTimeoutOfSilence() {
        return new Wire(bufferBytes, bodyBytesPerSecond, unread, reset, true);
    }
}
