package org.pagerace.race;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pagerace.result.PageInfo;

/**
 * Whether all stacks do the same work, and the right one: every page answered with 200 and its right body, the same bytes
 * everywhere but for info, which tells each server's own story. Pure.
 */
final class ParityCheck {
    /** Pages that differ by nature. */
    private static final Set<String> OWN_BODY = Set.of("info");

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
    static PageInfo check(String page, RightBody right, Map<String, Answer> answers) throws RaceException {
        for (Map.Entry<String, Answer> answer : answers.entrySet()) {
            checkAlone(page, right, answer.getKey(), answer.getValue());
        }
        if (isIdentical(page)) {
            checkIdentical(page, List.copyOf(answers.entrySet()));
        }
        Map<String, PageInfo.Body> bodies = new LinkedHashMap<>();
        answers.forEach((stack, answer) -> bodies.put(stack, answer.info()));
        return new PageInfo(page, isIdentical(page), right.words(), bodies);
    }

    private static void checkAlone(String page, RightBody right, String stack, Answer answer) throws RaceException {
        if (answer.status() != Answer.OK) {
            throw new RaceException(String.format(
                    Locale.ROOT,
                    "not comparable: %s answers page %s (%s) with status %d instead of 200",
                    stack,
                    page,
                    answer.path(),
                    answer.status()));
        }
        Optional<String> problem = right.problem(answer);
        if (problem.isPresent()) {
            throw new RaceException("not comparable: page " + page + " of " + stack + " " + problem.get());
        }
    }

    private static void checkIdentical(String page, List<Map.Entry<String, Answer>> answers) throws RaceException {
        Map.Entry<String, Answer> first = answers.get(0);
        for (Map.Entry<String, Answer> other : answers) {
            int differs = first.getValue().mismatch(other.getValue());
            if (differs >= 0) {
                throw new RaceException(String.format(
                        Locale.ROOT,
                        "not comparable: page %s differs between %s (%s) and %s (%s); the first differing byte is number"
                                + " %,d (counted from 0)",
                        page,
                        first.getKey(),
                        first.getValue().describe(),
                        other.getKey(),
                        other.getValue().describe(),
                        differs));
            }
        }
    }
}
