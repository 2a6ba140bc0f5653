package org.pagerace.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * One line on a terminal, written over and over and gone at the end. Silent where standard error is a file or a pipe:
 * a log full of progress helps nobody.
 */
final class ProgressLine implements AutoCloseable {
    private static final String ERASE = "\r\u001b[K";
    /** Switches wrapping off and on: what is too long for the terminal would leave lines behind. */
    private static final String CUT = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";
    /** Where Linux says what standard error is; since JDK 22 a console exists without any terminal. */
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private final PrintStream out;
    private final boolean visible;
    private boolean written;

    ProgressLine(PrintStream out, boolean visible) {
        this.out = out;
        this.visible = visible;
    }

    static ProgressLine onStandardError() {
        return new ProgressLine(System.err, isTerminal(STANDARD_ERROR));
    }

    static boolean isTerminal(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether somebody can see it. */
    boolean isVisible() {
        return visible;
    }

    /** Shows a text in place of the last one; asks for it only if somebody can see it. */
    void show(Supplier<String> text) {
        if (visible) {
            out.print(ERASE + CUT + text.get() + WRAP);
            out.flush();
            written = true;
        }
    }

    /** Clears the line. */
    @Override
    public void close() {
        if (written) {
            out.print(ERASE);
            out.flush();
            written = false;
        }
    }
}
