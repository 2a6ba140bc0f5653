package org.pagerace.load.stats;

/**
 * Told of every request of the measured part when it ends, whatever its end: as many calls as requests were started.
 *
 * <p>Called on the workers' threads, several at a time but one for each {@link RequestSample#worker}; what it does there
 * delays the next request, so it should only store numbers. All calls happen before the run returns.
 */
public interface RequestLog {
    void onEnd(RequestSample sample);

    /** Whether {@link RequestSample#crc32c} is wanted. */
    default boolean needsChecksum() {
        return false;
    }

    /** Whether {@link RequestSample#head} is wanted. */
    default boolean needsHead() {
        return false;
    }

    /** How many bytes of what came together with the end of the head are wanted behind it. */
    default int bytesBehindHead() {
        return 0;
    }

    /** Whether {@link #onSecured} is to be called. */
    default boolean needsTlsFacts() {
        return false;
    }

    /** Told of each TLS handshake that has succeeded, of the warm-up too, before its first request is sent. */
    default void onSecured(TlsFacts facts) {}
}
