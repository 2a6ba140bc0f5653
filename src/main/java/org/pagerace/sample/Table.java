package org.pagerace.sample;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Names with numbers, as many files and status pages give them. Lines that are something else are left out. */
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

    /** Reads pairs of lines, {@code Tcp: A B} and {@code Tcp: 1 2}, into {@code Tcp.A} and {@code Tcp.B} (net/snmp). */
    static Table ofPairs(String text) {
        Map<String, Long> values = new HashMap<>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i + 1 < lines.length; i += 2) {
            String[] names = lines[i].split(" ", -1);
            String[] numbers = lines[i + 1].split(" ", -1);
            if (!names[0].endsWith(":") || !names[0].equals(numbers[0])) {
                break; // from here on names and numbers would not belong together
            }
            String group = names[0].substring(0, names[0].length() - 1);
            for (int k = 1; k < Math.min(names.length, numbers.length); k++) {
                String name = group + "." + names[k];
                leadingNumber(numbers[k]).ifPresent(number -> values.put(name, number));
            }
        }
        return new Table(values);
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
