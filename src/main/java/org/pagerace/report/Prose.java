package org.pagerace.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pagerace.result.PlanInfo.Mode;

/** Turns keys and counts into English. */
final class Prose {
    private static final List<String> SMALL =
            List.of("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");

    private static final Map<String, String> PAGES = Map.of(
            "index", "index: a static page",
            "jquery", "jquery: a static script",
            "info", "info: phpinfo() and its Java twin",
            "db", "db: twenty rows from the database",
            "open", "open: a program opens and prints a file");

    private Prose() {}

    /** Returns what a page is, for a heading. */
    static String page(String key) {
        return PAGES.getOrDefault(key, key);
    }

    /** Returns "four pages", "one page" or "12 pages". */
    static String count(int count, String noun) {
        String number = count < SMALL.size() ? SMALL.get(count) : Integer.toString(count);
        return number + " " + noun + (count == 1 ? "" : "s");
    }

    /** Returns a mode with its name and its limits. */
    static String title(Mode mode) {
        return mode.name() + ": " + limit(mode) + ", " + mode(mode);
    }

    /** Returns "10 s", "1,000 requests" or "10 s (at most 1,000 requests)". */
    static String limit(Mode mode) {
        Optional<String> requests = mode.requests().map(count -> Numbers.count(count, "request"));
        return mode.duration()
                .map(duration -> Numbers.duration(duration)
                        + requests.map(most -> " (at most " + most + ")").orElse(""))
                .or(() -> requests)
                .orElseThrow();
    }

    /** Returns how a mode asks, in words. */
    static String mode(Mode mode) {
        return Numbers.count(mode.connections(), "connection") + " on " + Numbers.count(mode.threads(), "driver thread")
                + ", HTTP/" + mode.http() + ", " + (mode.keepAlive() ? "keep-alive" : "no keep-alive");
    }

    /** Returns a command such that a shell reads the same words. */
    static String command(List<String> words) {
        return words.stream()
                .map(word -> word.matches("[\\w./:,=@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    /** Returns "a", "a and b", or "a, b and c". */
    static String list(List<String> items) {
        if (items.size() < 2) {
            return String.join("", items);
        }
        int last = items.size() - 1;
        return String.join(", ", items.subList(0, last)) + " and " + items.get(last);
    }
}
