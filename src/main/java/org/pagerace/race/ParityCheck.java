package org.pagerace.race;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.pagerace.result.PageInfo;

/**
 * Whether all stacks do the same work: every page answered with 200, the same bytes everywhere, and for info, which
 * tells each server's own story, a size of its class. Pure.
 */
final class ParityCheck {
    /** Pages that differ by nature. */
    private static final Set<String> OWN_BODY = Set.of("info");

    /** Smaller is an error page or a stub, larger dumps what the others do not. */
    private static final int LEAST_INFO_BYTES = 40_000;

    private static final int MOST_INFO_BYTES = 200_000;
    private static final int OK = 200;
    private static final int SHOWN_HASH = 16;

    private ParityCheck() {}

    static boolean isIdentical(String page) {
        return !OWN_BODY.contains(page);
    }

    /**
     * Returns what to record of the page, or refuses the race.
     *
     * @param answers by stack, at least one
     * @throws RaceException naming the page, the stacks, both sizes and hashes, and the first byte that differs
     */
    static PageInfo check(String page, Map<String, Answer> answers) throws RaceException {
        for (Map.Entry<String, Answer> answer : answers.entrySet()) {
            checkAlone(page, answer.getKey(), answer.getValue());
        }
        if (isIdentical(page)) {
            checkIdentical(page, List.copyOf(answers.entrySet()));
        }
        Map<String, PageInfo.Body> bodies = new LinkedHashMap<>();
        answers.forEach((stack, answer) -> bodies.put(stack, answer.info()));
        return new PageInfo(page, isIdentical(page), bodies);
    }

    private static void checkAlone(String page, String stack, Answer answer) throws RaceException {
        if (answer.status() != OK) {
            throw new RaceException(String.format(
                    Locale.ROOT,
                    "not comparable: %s answers page %s (%s) with status %d instead of 200",
                    stack,
                    page,
                    answer.path(),
                    answer.status()));
        }
        int bytes = answer.length();
        if (!isIdentical(page) && (bytes < LEAST_INFO_BYTES || bytes > MOST_INFO_BYTES)) {
            throw new RaceException(String.format(
                    Locale.ROOT,
                    "not comparable: page %s of %s has %,d bytes, outside %,d to %,d; is it a whole phpinfo() page?",
                    page,
                    stack,
                    bytes,
                    LEAST_INFO_BYTES,
                    MOST_INFO_BYTES));
        }
    }

    private static void checkIdentical(String page, List<Map.Entry<String, Answer>> answers) throws RaceException {
        Map.Entry<String, Answer> first = answers.get(0);
        for (Map.Entry<String, Answer> other : answers) {
            int differs = first.getValue().mismatch(other.getValue());
            if (differs >= 0) {
                throw new RaceException(String.format(
                        Locale.ROOT,
                        "not comparable: page %s differs between %s and %s; the first differing byte is number %,d"
                                + " (counted from 0)",
                        page,
                        describe(first),
                        describe(other),
                        differs));
            }
        }
    }

    private static String describe(Map.Entry<String, Answer> answer) {
        return String.format(
                Locale.ROOT,
                "%s (%,d bytes, SHA-256 %s…)",
                answer.getKey(),
                answer.getValue().length(),
                answer.getValue().sha256().substring(0, SHOWN_HASH));
    }
}
