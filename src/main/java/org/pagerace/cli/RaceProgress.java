package org.pagerace.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.pagerace.race.RaceListener;
import org.pagerace.report.OutputFolder;
import org.pagerace.report.ReportException;
import org.pagerace.result.RaceResult;

/**
 * Progress of a race on stderr: on a terminal one line that is written anew, elsewhere a plain line now and then. Its
 * result so far goes to the folder, if there is one, for the case that the race is killed.
 */
final class RaceProgress implements RaceListener {
    private static final long PLAIN_EVERY_NANOS = Duration.ofSeconds(10).toNanos();

    private static final long RESULT_EVERY_NANOS = Duration.ofSeconds(10).toNanos();

    private final PrintWriter err;
    private final ProgressLine line = ProgressLine.onStandardError();
    private boolean plainWritten;
    private long lastPlainNanos;
    private Optional<OutputFolder> folder = Optional.empty();
    private boolean resultWritten;
    private long lastResultNanos;

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

    /** From now on the result so far is written there, on the thread that races. */
    void keepResultIn(OutputFolder place) {
        folder = Optional.of(place);
    }

    @Override
    public void onBlock(Supplier<RaceResult> soFar) {
        long now = System.nanoTime();
        if (folder.isPresent() && (!resultWritten || now - lastResultNanos >= RESULT_EVERY_NANOS)) {
            resultWritten = true;
            lastResultNanos = now;
            try {
                folder.get().writeResult(soFar.get());
            } catch (ReportException e) {
                // No room now; there may be at the end, and that is when the user is told.
            }
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
