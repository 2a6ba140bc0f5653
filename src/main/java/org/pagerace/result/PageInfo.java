package org.pagerace.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What each stack answered for one page before the race.
 *
 * @param page its key (index, jquery, info, db, open), or the name of a file that was checked but not raced
 * @param identical whether the bodies had to be, and were, byte-identical
 * @param right what every body had to be, in words
 * @param bodies by stack
 * @param sql by stack, what a request cost the database; empty for pages that do not ask it, and in results of old
 */
public record PageInfo(
        String page, boolean identical, String right, Map<String, Body> bodies, Map<String, SqlCount> sql) {
    public PageInfo {
        bodies = new LinkedHashMap<>(bodies);
        sql = sql == null ? Map.of() : new LinkedHashMap<>(sql);
    }

    /** Returns what a request cost the database, one saying for all stacks that agree; empty without counts. */
    public String sqlInWords() {
        Map<String, List<String>> stacks = new LinkedHashMap<>();
        sql.forEach((stack, count) -> stacks.computeIfAbsent(count.inWords(), words -> new ArrayList<>())
                .add(stack));
        return stacks.entrySet().stream()
                .map(saying -> saying.getKey() + " on " + String.join(", ", saying.getValue()))
                .collect(Collectors.joining("; "));
    }

    /**
     * A body without its transfer coding.
     *
     * @param sha256 64 hex digits
     */
    public record Body(String path, long bytes, String sha256) {}
}
