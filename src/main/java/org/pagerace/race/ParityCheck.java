package org.pagerace.race;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.pagerace.result.SqlCount;

/**
 * Whether all stacks do the same work, and the right one: every page answered with 200, its right body and one type,
 * whatever form it is asked for in; the same bytes everywhere but for info, which tells each server's own story; and one
 * SELECT for each request of db. Pure; each difference is a sentence.
 */
final class ParityCheck {
    private final CheckedPage page;
    private final List<String> differences = new ArrayList<>();

    private ParityCheck(CheckedPage page) {
        this.page = page;
    }

    /**
     * What one stack answered for a page.
     *
     * @param got by the form it was asked for, at least one; the first is what others are compared with
     * @param head the answer to HEAD
     */
    record Answers(Map<HttpForm, WireAnswer> got, WireAnswer head) {
        Answers {
            got = new LinkedHashMap<>(got);
        }

        WireAnswer first() {
            return got.values().iterator().next();
        }
    }

    /**
     * Returns what is wrong with the page or not alike, naming stacks, sizes, hashes and the first byte that differs.
     *
     * @param answers by stack, at least one
     */
    static List<String> differences(CheckedPage page, Map<String, Answers> answers) {
        var check = new ParityCheck(page);
        Map<String, Answers> right = new LinkedHashMap<>();
        answers.forEach((stack, answer) -> {
            if (check.isRight(stack, answer)) {
                right.put(stack, answer);
            }
        });
        check.compare(right);
        return check.differences;
    }

    /** Returns what the stacks make the database do other than the page's one SELECT and a connect for it. */
    static List<String> differences(String page, Map<String, SqlCount> counts) {
        return counts.entrySet().stream()
                .filter(count -> count.getValue().notCounted().isEmpty()
                        && !count.getValue().matchesOneSelect())
                .map(count -> String.format(
                        Locale.ROOT,
                        "%s runs %s for a request of page %s, which is 1 SELECT and at most 1 connect",
                        count.getKey(),
                        count.getValue().inWords(),
                        page))
                .toList();
    }

    /** Judges the answers of one stack by themselves; the first thing wrong is enough. */
    private boolean isRight(String stack, Answers answers) {
        WireAnswer first = answers.first();
        for (Map.Entry<HttpForm, WireAnswer> entry : answers.got().entrySet()) {
            WireAnswer exchange = entry.getValue();
            Optional<String> problem =
                    alone(stack, exchange.answer()).or(() -> unlike(stack, first, entry.getKey(), exchange));
            if (problem.isPresent()) {
                differences.add(problem.get());
                return false;
            }
        }
        WireAnswer head = answers.head();
        if (head.answer().status() != Answer.OK || !head.contentType().equals(first.contentType())) {
            differences.add(String.format(
                    Locale.ROOT,
                    "page %s of %s is %s, but %s when asked for with HEAD",
                    page.name(),
                    stack,
                    statusAndType(first),
                    statusAndType(head)));
        }
        return true;
    }

    private Optional<String> alone(String stack, Answer answer) {
        if (answer.status() != Answer.OK) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%s answers page %s (%s) with status %d instead of 200",
                    stack,
                    page.name(),
                    answer.path(),
                    answer.status()));
        }
        return page.right().problem(answer).map(problem -> "page " + page.name() + " of " + stack + " " + problem);
    }

    private Optional<String> unlike(String stack, WireAnswer first, HttpForm form, WireAnswer other) {
        String what = "HTTP " + form.label() + " and other forms";
        if (isIdentical() && first.answer().mismatch(other.answer()) >= 0) {
            return Optional.of("page " + page.name() + " of " + stack + " differs between " + what + " ("
                    + other.answer().describe() + " and " + first.answer().describe() + ")"
                    + firstByte(first.answer().mismatch(other.answer())));
        }
        return first.contentType().equals(other.contentType())
                ? Optional.empty()
                : Optional.of("page " + page.name() + " of " + stack + " has another type in " + what + ", '"
                        + other.contentType() + "' and '" + first.contentType() + "'");
    }

    private void compare(Map<String, Answers> answers) {
        Optional<Map.Entry<String, Answers>> any = answers.entrySet().stream().findFirst();
        for (Map.Entry<String, Answers> other : answers.entrySet()) {
            WireAnswer mine = any.orElseThrow().getValue().first();
            WireAnswer theirs = other.getValue().first();
            int differs = isIdentical() ? mine.answer().mismatch(theirs.answer()) : -1;
            if (differs >= 0) {
                differences.add(String.format(
                        Locale.ROOT,
                        "page %s differs between %s (%s) and %s (%s)%s",
                        page.name(),
                        any.get().getKey(),
                        mine.answer().describe(),
                        other.getKey(),
                        theirs.answer().describe(),
                        firstByte(differs)));
            } else if (!mine.contentType().equals(theirs.contentType())) {
                differences.add(String.format(
                        Locale.ROOT,
                        "page %s is '%s' on %s, but '%s' on %s",
                        page.name(),
                        mine.contentType(),
                        any.get().getKey(),
                        theirs.contentType(),
                        other.getKey()));
            }
        }
    }

    private boolean isIdentical() {
        return page.kind() != CheckedPage.Kind.OWN;
    }

    private static String statusAndType(WireAnswer exchange) {
        return exchange.answer().status() + " '" + exchange.contentType() + "'";
    }

    private static String firstByte(int index) {
        return String.format(Locale.ROOT, "; the first differing byte is number %,d (counted from 0)", index);
    }
}
