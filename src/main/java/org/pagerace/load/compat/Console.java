package org.pagerace.load.compat;

import java.io.PrintStream;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;

/**
 * What a dialect has around it.
 *
 * @param out what the original writes to standard output, and nothing else
 * @param err what the original writes to standard error, and after it the truth
 * @param wallClock prints dates only
 * @param publicTargetOk the host for which a public address is allowed
 */
public record Console(
        PrintStream out, PrintStream err, Clock wallClock, Optional<String> publicTargetOk, Interrupts interrupts) {

    /** Says when the user wants the command to end. */
    public interface Interrupts {
        /** Calls the action at Ctrl-C, instead of ending the process at once. */
        void onInterrupt(Runnable action);
    }

    public Console {
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(err, "err");
        Objects.requireNonNull(wallClock, "wallClock");
        Objects.requireNonNull(publicTargetOk, "publicTargetOk");
        Objects.requireNonNull(interrupts, "interrupts");
    }

    /** Writes and shows it at once: what comes next may take a while. */
    void print(String text) {
        out.print(text);
        out.flush();
    }

    void printError(String text) {
        err.print(text);
        err.flush();
    }
}
