package org.pagerace.load.compat;

import java.io.IOException;
import java.io.Writer;

/** Writes the same text to standard output and to a file; what was written is safe there at once. */
final class Tee implements AutoCloseable {
    private final Console console;
    private final Writer file;

    Tee(Console console, Writer file) {
        this.console = console;
        this.file = file;
    }

    void print(String text) throws IOException {
        console.print(text);
        printToFile(text);
    }

    void printToFile(String text) throws IOException {
        file.write(text);
        file.flush();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
