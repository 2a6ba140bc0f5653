package org.pagerace.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of the documentation: what it tells a reader to write is what the tests write. */
record Docs(String text) {

    static Docs containers() throws IOException {
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
}
