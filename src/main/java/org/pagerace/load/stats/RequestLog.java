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
}
