package org.pagerace.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the database server counted while one stack answered some requests, one after the other.
 *
 * @param requests at least 1
 * @param selects statements that read rows, as text or prepared before
 * @param connects connections opened
 * @param others what else was run, by the server's names: set_option, stmt_execute (the prepared ones of the selects), …
 * @param notCounted why the numbers mean nothing; absent where they hold
 */
public record SqlCount(
        int requests, long selects, long connects, Map<String, Long> others, Optional<String> notCounted) {
    private static final String PREPARED = "stmt_execute";

    public SqlCount {
        if (requests < 1) {
            throw new IllegalArgumentException("statements are counted over at least 1 request, not " + requests);
        }
        others = new TreeMap<>(others);
    }

    /** Returns a count that failed. */
    public static SqlCount notCounted(int requests, String reason) {
        return new SqlCount(requests, 0, 0, Map.of(), Optional.of(reason));
    }

    /** Returns whether a request is one SELECT, however it is sent, after at most one connect, and nothing else. */
    public boolean matchesOneSelect() {
        long prepared = others.getOrDefault(PREPARED, 0L);
        return selects == requests
                && connects <= requests
                && prepared <= selects
                && others.keySet().stream().allMatch(PREPARED::equals);
    }

    /** Returns what one request cost, in words. */
    public String inWords() {
        if (notCounted.isPresent()) {
            return "not counted: " + notCounted.get();
        }
        List<String> words = new ArrayList<>();
        words.add(perRequest(selects, "SELECT") + (others.containsKey(PREPARED) ? " (prepared)" : ""));
        words.add(connects == 0 ? "no connect" : perRequest(connects, "connect"));
        others.forEach((kind, number) -> {
            if (!kind.equals(PREPARED)) {
                words.add(perRequest(number, kind));
            }
        });
        return String.join(", ", words);
    }

    /** Returns how the page came to its connection to the database, in words. */
    public String connectionsInWords() {
        if (notCounted.isPresent()) {
            return "not counted (" + notCounted.get() + ")";
        }
        return connects == 0
                ? "none opened for a request, kept open between them"
                : perRequest(connects, "opened for each request");
    }

    private String perRequest(long number, String what) {
        return number % requests == 0
                ? number / requests + " " + what
                : String.format(Locale.ROOT, "%.1f %s", (double) number / requests, what);
    }
}
