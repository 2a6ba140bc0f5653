package org.pagerace.sample;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Names with numbers, as status pages and many files give them. Lines that are something else are left out. */
record Table(Map<String, Long> values) {
    Table {
        values = Map.copyOf(values);
    }

    /** Reads lines like {@code Name: 12} or {@code Name:  12 kB}; of a number with a fraction the whole part. */
    static Table ofLines(String text) {
        Map<String, Long> values = new HashMap<>();
        for (String line : text.split("\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                leadingNumber(line.substring(colon + 1))
                        .ifPresent(number -> values.put(line.substring(0, colon).strip(), number));
            }
        }
        return new Table(values);
    }

    /**
     * Finds one number in pairs of lines, {@code Tcp: A B} and {@code Tcp: 1 2} (net/snmp, net/netstat), of a hundred that
     * are not asked for.
     */
    static OptionalLong ofPairs(String text, String group, String name) {
        String begin = group + ": ";
        int names = text.startsWith(begin) ? 0 : text.indexOf("\n" + begin) + 1;
        int numbers = text.indexOf('\n', names) + 1;
        if (!text.startsWith(begin, names) || numbers == 0 || !text.startsWith(begin, numbers)) {
            return OptionalLong.empty();
        }
        int number = numbers;
        for (int word = names; word < numbers && number > 0; ) {
            int end = wordEnd(text, word);
            if (end - word == name.length() && text.startsWith(name, word)) {
                return leadingNumber(text.substring(number, wordEnd(text, number)));
            }
            word = end + 1;
            number = nextWord(text, number);
        }
        return OptionalLong.empty();
    }

    private static int wordEnd(String text, int word) {
        int end = word;
        while (end < text.length() && text.charAt(end) != ' ' && text.charAt(end) != '\n') {
            end++;
        }
        return end;
    }

    /** Returns where the next word of the line begins, 0 if there is none. */
    private static int nextWord(String text, int word) {
        int end = wordEnd(text, word);
        return end < text.length() && text.charAt(end) == ' ' ? end + 1 : 0;
    }

    private static OptionalLong leadingNumber(String text) {
        String word = text.strip();
        int end = 0;
        while (end < word.length() && Character.isDigit(word.charAt(end))) {
            end++;
        }
        boolean number = end > 0 && end < 19 && (end == word.length() || " .\t".indexOf(word.charAt(end)) >= 0);
        return number ? OptionalLong.of(Long.parseLong(word.substring(0, end))) : OptionalLong.empty();
    }

    OptionalLong find(String name) {
        Long value = values.get(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
