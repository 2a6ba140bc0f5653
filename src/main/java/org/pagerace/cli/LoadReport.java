package org.pagerace.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;

/** A load result as text for a terminal, 80 columns wide. */
final class LoadReport {
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9};
    private static final double LEAST_LITTLE_RATIO = 0.95;
    private static final double MOST_LITTLE_RATIO = 1.05;
    private static final double NANOS_PER_SECOND = 1e9;

    private final LoadResult result;
    private final StringBuilder text = new StringBuilder();

    private LoadReport(LoadResult result) {
        this.result = result;
    }

    static String render(LoadResult result) {
        var report = new LoadReport(result);
        report.head();
        report.rates();
        report.latencies();
        report.outcomes();
        report.connections();
        report.notes();
        return report.text.toString();
    }

    private void head() {
        LoadResult.Settings settings = result.settings();
        line("%s %s", settings.method(), settings.target());
        line(
                "at %s, %s, %s, %s %s",
                result.address(),
                plural(settings.connections(), "connection"),
                plural(settings.threads(), "thread"),
                settings.version(),
                settings.keepAlive() ? "keep-alive" : "close");
        String warmup = settings.warmup().isZero() ? "" : " after " + time(settings.warmup()) + " of warm-up";
        String early = result.stoppedEarly() ? ", stopped early" : "";
        line("%s started in %s%s%s", plural(result.started(), "request"), time(result.elapsed()), warmup, early);
        line("");
    }

    private void rates() {
        double seconds = result.elapsed().toNanos() / NANOS_PER_SECOND;
        double received = seconds == 0 ? 0 : result.receivedBytes() / seconds;
        line("  %-12s%,14.1f requests/s answered right", "rate", result.perSecond());
        line(
                "  %-12s%,14.2f MB/s of right answers (1 MB = 1,000,000 bytes)",
                "bodies", result.bodyBytesPerSecond() / 1e6);
        line("  %-12s%,14.2f MB/s with heads and framing", "received", received / 1e6);
        line("");
    }

    private void latencies() {
        var names = new StringBuilder(String.format(Locale.ROOT, "  %-12s", "latency"));
        for (double percentile : PERCENTILES) {
            names.append(String.format(
                    Locale.ROOT, "%9s", "p" + (percentile % 1 == 0 ? "%.0f" : "%.1f").formatted(percentile)));
        }
        text.append(names).append("      max\n");
        latency("connect", result.connect());
        latency("first byte", result.firstByte());
        latency("total", result.total());
        if (result.notRight().count() > 0) {
            latency("not right", result.notRight());
        }
        line("  first byte, total: right answers; those out of time with the time they had");
        line("");
    }

    private void latency(String name, Latency latency) {
        if (latency.count() == 0) {
            line("  %-12s%9s", name, "none");
            return;
        }
        text.append(String.format(Locale.ROOT, "  %-12s", name));
        for (double percentile : PERCENTILES) {
            text.append(String.format(Locale.ROOT, "%9s", time(latency.percentile(percentile))));
        }
        line("%9s", time(latency.max()));
    }

    private void outcomes() {
        for (FailureKind kind : FailureKind.values()) {
            long count = result.count(kind);
            if (count > 0 || kind == FailureKind.OK) {
                line("  %-24s%,14d  %.2f %%", kind.label(), count, 100.0 * count / Math.max(1, result.started()));
            }
            if (kind == FailureKind.PROTOCOL) {
                protocolErrors();
            }
        }
        if (!result.statuses().isEmpty()) {
            line("  %-30s%s", "status", statuses());
        }
        line("");
    }

    private void protocolErrors() {
        result.protocolErrors().forEach((reason, count) -> line("    %,d: %s", count, reason));
    }

    private String statuses() {
        return result.statuses().entrySet().stream().map(LoadReport::status).collect(Collectors.joining(", "));
    }

    private static String status(Map.Entry<Integer, Long> status) {
        return String.format(Locale.ROOT, "%d: %,d", status.getKey(), status.getValue());
    }

    private void connections() {
        String when = result.settings().warmup().isZero() ? "" : " after the warm-up";
        line("  %-24s%,14d%s", "connections opened", result.connectionsOpened(), when);
        line("  %-24s%14.2f %% of requests on a used connection", "keep-alive", 100 * result.keepAliveAchieved());
        if (result.retries() > 0) {
            line("  %-24s%,14d (a used connection had closed)", "requests sent again", result.retries());
        }
    }

    private void notes() {
        double ratio = result.littleRatio();
        if (result.ok() > 0 && (ratio < LEAST_LITTLE_RATIO || ratio > MOST_LITTLE_RATIO)) {
            line("");
            line(
                    "note: by Little's law %.1f of %d connections were busy; failures, back-off",
                    ratio * result.settings().connections(), result.settings().connections());
            line("or a run too short for its response times left the others idle.");
        }
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String plural(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }

    private static String time(Duration duration) {
        return time(duration.toNanos());
    }

    /** Returns a time with three significant digits, all that a histogram knows. */
    static String time(long nanos) {
        if (nanos < 1_000) {
            return nanos + "ns";
        }
        if (nanos < 1_000_000) {
            return digits(nanos / 1e3) + "us";
        }
        return nanos < 1_000_000_000 ? digits(nanos / 1e6) + "ms" : digits(nanos / NANOS_PER_SECOND) + "s";
    }

    private static String digits(double value) {
        String format = value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f";
        return String.format(Locale.ROOT, format, value);
    }
}
