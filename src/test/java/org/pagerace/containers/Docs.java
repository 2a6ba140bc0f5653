package org.pagerace.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A page of the documentation: what it tells a reader to write is what the tests write. */
public record Docs(String text) {

    public static Docs containers() throws IOException {
        return new Docs(Files.readString(Path.of("docs/containers.md")));
    }

    /** Returns the one line that begins so, without its indentation. */
    String line(String start) {
        var found = text.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(start))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException(found.size() + " lines of docs/containers.md begin with " + start);
        }
        return found.get(0);
    }

    /** Returns the indented block that begins with this line, up to the next line that is not indented. */
    String block(String firstLine) {
        return text.lines()
                .dropWhile(line -> !line.equals("    " + firstLine))
                .takeWhile(line -> line.isEmpty() || line.startsWith("    "))
                .map(line -> line + "\n")
                .collect(Collectors.joining())
                .stripIndent()
                .strip();
    }

    /** Returns the cells of the one row of a table whose first cell begins so. */
    List<String> row(String start) {
        return Arrays.stream(line("| " + start).split("\\|", -1))
                .map(String::strip)
                .toList();
    }

    /** Returns the text with single blanks between the words, however its lines are broken. */
    public String words() {
        return text.replaceAll("\\s+", " ");
    }
}
