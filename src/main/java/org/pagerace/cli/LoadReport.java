package org.pagerace.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.load.Columns;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;
import org.pagerace.statistics.BatchMeans;

/** A load result as text for a terminal, 80 columns wide. */
final class LoadReport {
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9};
    private static final double LEAST_LITTLE_RATIO = 0.95;
    private static final double MOST_LITTLE_RATIO = 1.05;
    /** From this share on nothing is missing. */
    private static final double WHOLE = 0.995;

    private static final double LEAST_ACHIEVED = 0.99;
    private static final long MOST_SLIP_NANOS = 1_000_000;
    private static final double MOST_BUSY = 0.8;
    private static final double MOST_PAUSES = 0.01;
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
        report.checks();
        report.notes();
        return report.text.toString();
    }

    /** Returns what tells a run from the others of its sweep. */
    static String step(LoadResult result) {
        String rate = result.settings().further().get("rate");
        return plural(result.settings().connections(), "connection") + (rate == null ? "" : ", rate " + rate);
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
        if (!settings.further().isEmpty()) {
            line(
                    "%s",
                    settings.further().entrySet().stream()
                            .map(entry -> entry.getKey() + ": " + entry.getValue())
                            .collect(Collectors.joining("; ")));
        }
        String warmup = settings.warmup().isZero() ? "" : " after " + time(settings.warmup()) + " of warm-up";
        String early = result.stoppedEarly() ? ", stopped early" : "";
        line("%s started in %s%s%s", plural(result.started(), "request"), time(result.elapsed()), warmup, early);
        line("");
    }

    private void rates() {
        double seconds = result.elapsed().toNanos() / NANOS_PER_SECOND;
        double received = seconds == 0 ? 0 : result.receivedBytes() / seconds;
        line("  %-12s%,14.1f requests/s answered right%s", "rate", result.perSecond(), interval());
        line(
                "  %-12s%,14.2f MB/s of right answers (1 MB = 1,000,000 bytes)",
                "bodies", result.bodyBytesPerSecond() / 1e6);
        line("  %-12s%,14.2f MB/s with heads and framing", "received", received / 1e6);
        line("");
    }

    private String interval() {
        double[] whole = result.seconds().stream()
                .filter(second -> second.length().equals(Duration.ofSeconds(1)))
                .mapToDouble(LoadResult.Second::ok)
                .toArray();
        return BatchMeans.of(whole)
                .map(known -> String.format(Locale.ROOT, ", +-%.1f %% (95 %%)", 100 * known.relativeHalfWidth()))
                .orElse("");
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
        line("  first byte, total: right answers, timed from when they were %s", isPaced() ? "due" : "sent");
        if (result.censored() > 0) {
            line("  >=: %,d out of time are in them with the time they had", result.censored());
        }
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
        line("%9s", (result.censored() > 0 ? ">=" : "") + time(latency.max()));
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

    /** What tells whether the figures above can be believed. */
    private void checks() {
        if (isPaced()) {
            LoadResult.Pacing pacing = result.pacing();
            line("  %-24s%14.2f %% of %,d requests that were due", "sent", 100 * pacing.achieved(), pacing.due());
            line(
                    "  %-24s%14s p99, %s max",
                    "sent late by",
                    time(pacing.slip().percentile(99)),
                    time(pacing.slip().max()));
        } else {
            line("  %-24s%14.2f %% of the time, by Little's law", "connections busy", 100 * result.littleRatio());
            if (openShare() < WHOLE) {
                line(
                        "  %-24s%14.2f %% of the time since each was opened",
                        "", 100 * result.littleRatio() / openShare());
            }
        }
        if (!result.driver().threads().isEmpty()) {
            line(
                    "  %-24s%14.1f %% busy, %.1f us/request, GC %.2f %%",
                    "driver CPU",
                    100 * busiest(),
                    cpuMicrosPerRequest(),
                    100 * share(result.driver().pauses()));
            line(
                    "  %-24s%14s p99, %s max",
                    "driver lag",
                    time(result.driver().lag().percentile(99)),
                    time(result.driver().lag().max()));
        }
    }

    private boolean isPaced() {
        return result.settings().further().containsKey("rate");
    }

    private double busiest() {
        return result.driver().threads().stream().mapToDouble(this::share).max().orElse(0);
    }

    private double share(Duration part) {
        return result.elapsed().isZero()
                ? 0
                : (double) part.toNanos() / result.elapsed().toNanos();
    }

    private double cpuMicrosPerRequest() {
        double nanos = result.driver().threads().stream()
                .mapToDouble(Duration::toNanos)
                .sum();
        return nanos / 1e3 / Math.max(1, result.started());
    }

    private void notes() {
        if (!isPaced() && result.ok() > 0) {
            littleNote();
        }
        if (isPaced() && result.pacing().achieved() < LEAST_ACHIEVED) {
            note(
                    "the rate was not kept: %,d requests found no free connection.",
                    result.pacing().unsent());
            line("What the figures say is that this rate is too high for the server, or -c too low.");
        } else if (isPaced() && result.pacing().slip().percentile(99) > MOST_SLIP_NANOS) {
            note(
                    "more than 1 %% of the requests were sent over 1 ms late; raise -c%s or -t.",
                    connectRate() > 0 ? ", --connect-rate" : "");
        }
        driverNotes();
    }

    /** Judges the time since connections were allowed to open: before that nobody could be busy. */
    private void littleNote() {
        double ratio = result.littleRatio() / openShare();
        if (ratio >= LEAST_LITTLE_RATIO && ratio <= MOST_LITTLE_RATIO) {
            return;
        }
        int connections = result.settings().connections();
        if (isHeldBack()) {
            note("by Little's law %.1f of %d connections were busy; the others", ratio * connections, connections);
            line("waited for their turn to connect: --connect-rate was the limit, not the server.");
        } else {
            note(
                    "by Little's law %.1f of %d connections were busy; failures, back-off",
                    ratio * connections, connections);
            line("or a run too short for its response times left the others idle.");
        }
    }

    /** Whether new connections came as fast as they were allowed to. */
    private boolean isHeldBack() {
        double seconds = result.elapsed().toNanos() / NANOS_PER_SECOND;
        return !result.settings().keepAlive()
                && connectRate() > 0
                && result.connectionsOpened() / seconds > LEAST_LITTLE_RATIO * connectRate();
    }

    /** Returns the rate that was asked for; 0 for the usual one, which no server meets. */
    private double connectRate() {
        return Double.parseDouble(result.settings().further().getOrDefault("connect-rate", "0"));
    }

    /**
     * Returns the share of the measured part for which kept connections could be open at all: with a rate of r per second
     * the n-th opens after n / r.
     */
    private double openShare() {
        double seconds = result.elapsed().toNanos() / NANOS_PER_SECOND;
        if (connectRate() == 0 || seconds == 0 || !result.settings().keepAlive()) {
            return 1;
        }
        double warmup = result.settings().warmup().toNanos() / NANOS_PER_SECOND;
        double missing = missing(warmup + seconds) - missing(warmup);
        return 1 - missing / (seconds * result.settings().connections());
    }

    /** Returns the seconds that all connections together were not open yet, up to this time since the start. */
    private double missing(double seconds) {
        int connections = result.settings().connections();
        double opening = Math.min(seconds, connections / connectRate());
        return connections * opening - connectRate() * opening * opening / 2;
    }

    private void driverNotes() {
        String limits = Stream.of(
                        busiest() > MOST_BUSY ? "a thread was busy over 80 % of the time" : "",
                        result.driver().lag().percentile(99) > MOST_SLIP_NANOS ? "its lag was over 1 ms" : "",
                        share(result.driver().pauses()) > MOST_PAUSES ? "its GC took over 1 %" : "")
                .filter(limit -> !limit.isEmpty())
                .collect(Collectors.joining(", "));
        if (!limits.isEmpty()) {
            note("the driver may have been the limit, not the server:");
            line("%s; raise -t if there are cores left.", limits);
        }
    }

    private void note(String format, Object... values) {
        line("");
        line("note: " + format, values);
    }

    private void line(String format, Object... values) {
        String line = String.format(Locale.ROOT, format, values);
        int indent = line.length() - line.stripLeading().length();
        text.append(Columns.wrap(line, indent + 2)).append('\n');
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
