package org.pagerace.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.pagerace.race.RaceListener;

/** Progress of a race on stderr: on a terminal one line that is written anew, elsewhere a plain line now and then. */
final class RaceProgress implements RaceListener {
    private static final long PLAIN_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean terminal;
    private boolean lineOpen;
    private boolean plainWritten;
    private long lastPlainNanos;

    RaceProgress(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    /** Returns whether stderr is a terminal; {@code System.console()} would tell about stdin and stdout. */
    static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false; // no /proc: plain lines are right everywhere
        }
    }

    @Override
    public void onMessage(String line) {
        end();
        err.println("race: " + line);
        err.flush();
    }

    @Override
    public void onProgress(Standing standing) {
        if (terminal) {
            err.print(CLEAR_LINE + text(standing));
            err.flush();
            lineOpen = true;
            return;
        }
        long now = System.nanoTime();
        if (!plainWritten || now - lastPlainNanos >= PLAIN_EVERY_NANOS) {
            plainWritten = true;
            lastPlainNanos = now;
            err.println("race: " + text(standing));
            err.flush();
        }
    }

    /** Ends the line that is being rewritten, if there is one. */
    void end() {
        if (lineOpen) {
            err.print(CLEAR_LINE);
            err.flush();
            lineOpen = false;
        }
    }

    private static String text(Standing standing) {
        long seconds = Math.max(0, standing.remaining().plusMillis(500).toSeconds());
        return String.format(
                Locale.ROOT,
                "%3.0f %%, %d:%02d left: %s, %,.0f req/s",
                100 * standing.fractionDone(),
                seconds / 60,
                seconds % 60,
                standing.what(),
                standing.perSecond());
    }
}
