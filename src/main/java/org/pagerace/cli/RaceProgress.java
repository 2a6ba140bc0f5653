package org.pagerace.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import org.pagerace.race.RaceListener;

/** Progress of a race on stderr: on a terminal one line that is written anew, elsewhere a plain line now and then. */
final class RaceProgress implements RaceListener {
    private static final long PLAIN_EVERY_NANOS = Duration.ofSeconds(10).toNanos();

    private final PrintWriter err;
    private final ProgressLine line = ProgressLine.onStandardError();
    private boolean plainWritten;
    private long lastPlainNanos;

    RaceProgress(PrintWriter err) {
        this.err = err;
    }

    @Override
    public void onMessage(String message) {
        end();
        err.println("race: " + message);
        err.flush();
    }

    @Override
    public void onProgress(Standing standing) {
        if (line.isVisible()) {
            line.show(() -> text(standing));
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
        line.close();
    }

    private static String text(Standing standing) {
        long seconds = Math.max(0, standing.remaining().plusMillis(500).toSeconds());
        String rate = Double.isNaN(standing.perSecond())
                ? ""
                : String.format(Locale.ROOT, ", %,.0f req/s", standing.perSecond());
        return String.format(
                Locale.ROOT,
                "%3.0f %%, %d:%02d left: %s%s",
                100 * standing.fractionDone(),
                seconds / 60,
                seconds % 60,
                standing.what(),
                rate);
    }
}
