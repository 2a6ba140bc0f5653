package org.pagerace.load.compat;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sweep over concurrency.
 *
 * @param text as given; empty for the default
 * @param requests of one round
 * @param rounds of one concurrency
 */
record AbcRange(Optional<String> text, int from, int to, int requests, boolean keepAlive, int step, int rounds) {
    static final AbcRange DEFAULT = new AbcRange(Optional.empty(), 0, 1000, 100_000, true, 10, 3);

    /** The brackets belong to it, as in {@code [0-1k:100kA+10x3]}; the A stands right before the plus. */
    private static final Pattern FORM = Pattern.compile("\\[([^-]*)-([^:]*):([^+]*)\\+([^x]*)x([^\\]]*)\\].*");

    /** Returns the parts, or nothing if one of the five is missing. */
    static Optional<AbcRange> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        return Optional.of(new AbcRange(
                Optional.of(text),
                number(form.group(1)),
                number(form.group(2)),
                number(form.group(3)),
                form.group(3).endsWith("A"),
                number(form.group(4)),
                number(form.group(5))));
    }

    /** Reads digits with k (1000), K (1024), m (1000000) or M (1048576) after them, up to anything else. */
    static int number(String text) {
        long number = 0;
        for (int i = 0; i < text.length() && number <= Integer.MAX_VALUE; i++) {
            char c = text.charAt(i);
            switch (c) {
                case 'k' -> number *= 1000;
                case 'K' -> number <<= 10;
                case 'm' -> number *= 1_000_000;
                case 'M' -> number <<= 20;
                default -> {
                    if (!CNumber.isDigit(c)) {
                        return (int) number;
                    }
                    number = 10 * number + c - '0';
                }
            }
        }
        return (int) Math.min(number, Integer.MAX_VALUE);
    }
}
