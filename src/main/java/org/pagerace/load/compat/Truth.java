package org.pagerace.load.compat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.pagerace.load.Columns;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;

/** The second block: what Pagerace counted itself, and which habits of the original coloured the first. */
final class Truth {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BUSY_FROM = 0.95;
    private static final double BUSY_TO = 1.05;
    private static final long NANOS_PER_MICRO = 1000;
    /** From this share of a core on, a thread has no reserve. */
    private static final double SATURATED = 0.9;

    private static final int VALUE_COLUMN = 16;
    private static final int NOTE_COLUMN = 4;

    private final StringBuilder text;
    private final List<String> notes = new ArrayList<>();

    private Truth(String tool) {
        text = new StringBuilder("\nwhat really happened (beside what " + tool + " says)\n");
    }

    /** Begins with the figures of one run. */
    static Truth of(String tool, LoadResult result) {
        var truth = new Truth(tool);
        truth.figures(result);
        return truth;
    }

    /** Begins with nothing but the title. */
    static Truth of(String tool) {
        return new Truth(tool);
    }

    private void figures(LoadResult result) {
        row("requests", "%,d started = %s", result.started(), outcomes(result.outcomes()));
        row("statuses", "%s", statuses(result));
        row(
                "rate",
                "%,.1f right answers/s in %.3f s",
                result.perSecond(),
                result.elapsed().toNanos() / NANOS_PER_SECOND);
        row("latency", "%s", latency(result.total()));
        row(
                "connections",
                "%,d opened, %,d requests on used ones",
                result.connectionsOpened(),
                result.reusedRequests());
        row("bytes", "%,d received, %,d sent", result.receivedBytes(), result.sentBytes());
        if (result.pacing().due() > 0) {
            pacing(result.pacing());
        } else {
            double busy = result.littleRatio();
            row(
                    "Little's law",
                    "%.2f of %,d connections busy%s",
                    busy,
                    result.settings().connections(),
                    busy >= BUSY_FROM && busy <= BUSY_TO
                            ? ", as a closed loop should be"
                            : "; 0.95 to 1.05 is a full load");
        }
        driver(result);
    }

    private void pacing(LoadResult.Pacing pacing) {
        row(
                "given rate",
                "%,d requests were due, %,d of them never sent; sent late by p99 %,d us",
                pacing.due(),
                pacing.unsent(),
                micros(pacing.slip(), 99));
    }

    /** Says whether the driver itself was what limited the run. */
    private void driver(LoadResult result) {
        LoadResult.DriverUse driver = result.driver();
        if (driver.threads().isEmpty() || result.elapsed().isZero()) {
            return;
        }
        double busiest =
                driver.threads().stream().mapToLong(Duration::toNanos).max().orElse(0)
                        / (double) result.elapsed().toNanos();
        row(
                "driver",
                "busiest thread %.0f %% of a core, garbage collection %,d ms, lag p99 %,d us",
                100 * busiest,
                driver.pauses().toMillis(),
                micros(driver.lag(), 99));
        noteIf(
                busiest >= SATURATED,
                "the driver's thread was busy all the time: these figures may be its limit, not the server's");
    }

    private static String outcomes(Map<FailureKind, Long> outcomes) {
        String kinds = outcomes.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> String.format(
                        Locale.ROOT, "%,d %s", entry.getValue(), entry.getKey().label()))
                .collect(Collectors.joining(" + "));
        return kinds.isEmpty() ? "0" : kinds;
    }

    private static String statuses(LoadResult result) {
        return result.statuses().isEmpty()
                ? "none"
                : result.statuses().entrySet().stream()
                        .map(entry -> String.format(Locale.ROOT, "%d: %,d", entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static String latency(Latency latency) {
        if (latency.count() == 0) {
            return "no right answer";
        }
        return String.format(
                Locale.ROOT,
                "p50 %,d  p90 %,d  p99 %,d  p99.9 %,d  max %,d us (right answers, sent to last byte)",
                micros(latency, 50),
                micros(latency, 90),
                micros(latency, 99),
                micros(latency, 99.9),
                micros(latency, 100));
    }

    private static long micros(Latency latency, double percent) {
        return (latency.percentile(percent) + NANOS_PER_MICRO / 2) / NANOS_PER_MICRO;
    }

    /** Adds a line with a name. */
    Truth row(String name, String format, Object... arguments) {
        String line = String.format(Locale.ROOT, "  %-13s %s", name, String.format(Locale.ROOT, format, arguments));
        text.append(Columns.wrap(line, VALUE_COLUMN)).append('\n');
        return this;
    }

    /** Adds a remark if it applies. */
    Truth noteIf(boolean applies, String format, Object... arguments) {
        if (applies) {
            notes.add(String.format(Locale.ROOT, format, arguments));
        }
        return this;
    }

    String text() {
        var all = new StringBuilder(text);
        notes.forEach(
                note -> all.append(Columns.wrap("  - " + note, NOTE_COLUMN)).append('\n'));
        return all.toString();
    }
}
