package org.pagerace.result;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What each stack answered for one page before the race.
 *
 * @param page its key: index, jquery, info, db, open
 * @param identical whether the bodies had to be, and were, byte-identical
 * @param right what every body had to be, in words
 * @param bodies by stack
 */
public record PageInfo(String page, boolean identical, String right, Map<String, Body> bodies) {
    public PageInfo {
        bodies = new LinkedHashMap<>(bodies);
    }

    /**
     * A body without its transfer coding.
     *
     * @param sha256 64 hex digits
     */
    public record Body(String path, long bytes, String sha256) {}
}
