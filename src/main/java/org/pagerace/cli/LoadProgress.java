package org.pagerace.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.pagerace.load.Progress;
import org.pagerace.result.LoadResult;

/** What a run under way shows: one line on a terminal, else a plain line now and then; and its seconds, for the log. */
final class LoadProgress implements Progress, AutoCloseable {
    /** Rare enough for a log file. */
    private static final Duration PLAIN_INTERVAL = Duration.ofSeconds(10);

    private final ProgressLine line = ProgressLine.onStandardError();
    private final PrintWriter err;
    private final Optional<HdrLog> hdr;
    private long linesPrinted;

    LoadProgress(PrintWriter err, Optional<HdrLog> hdr) {
        this.err = err;
        this.hdr = hdr;
    }

    @Override
    public void update(Snapshot snapshot) {
        if (line.isVisible()) {
            line.show(() -> text(snapshot));
        } else if (snapshot.elapsed().compareTo(PLAIN_INTERVAL.multipliedBy(linesPrinted + 1)) >= 0) {
            linesPrinted = snapshot.elapsed().dividedBy(PLAIN_INTERVAL);
            err.println("load: " + text(snapshot).strip());
        }
    }

    @Override
    public void onSecond(LoadResult.Second second, Histogram latency) {
        hdr.ifPresent(log -> log.add(second, latency));
    }

    @Override
    public void onWarning(String warning) {
        line.close(); // it comes again with the next update
        err.println("load: warning: " + warning);
    }

    static String text(Snapshot snapshot) {
        if (snapshot.elapsed().isNegative()) {
            return String.format(Locale.ROOT, "%3.0f %%  warming up", 100 * snapshot.fractionDone());
        }
        String times = snapshot.p99Nanos() == 0
                ? ""
                : "  p50 " + LoadReport.time(snapshot.p50Nanos()) + "  p99 " + LoadReport.time(snapshot.p99Nanos());
        return String.format(
                Locale.ROOT,
                "%3.0f %%  %,.0f requests/s%s  %,d ok  %,d failed%s",
                100 * snapshot.fractionDone(),
                snapshot.perSecond(),
                times,
                snapshot.ok(),
                snapshot.failed(),
                left(snapshot));
    }

    /** What has gone so far tells how long the rest will take; the warm-up is left out of both. */
    private static String left(Snapshot snapshot) {
        double done = snapshot.fractionDone();
        if (done < 0.01 || done >= 1) {
            return "";
        }
        long nanos = (long) (snapshot.elapsed().toNanos() * (1 - done) / done);
        return String.format(Locale.ROOT, "  %d s left", Duration.ofNanos(nanos).toSeconds() + 1);
    }

    @Override
    public void close() {
        line.close();
    }
}
