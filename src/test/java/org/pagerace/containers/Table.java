package org.pagerace.containers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The rows of a text file beside this class: columns between bars; blank lines and lines after # are for the reader. */
final class Table {
    private Table() {}

    static List<List<String>> rows(String file) throws IOException {
        try (InputStream in = Table.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> Arrays.stream(line.split("\\|", -1))
                            .map(String::strip)
                            .toList())
                    .toList();
        }
    }
}
