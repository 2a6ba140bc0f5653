package org.pagerace.load.compat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.pagerace.result.LoadResult;

/** What weighttp 0.5 prints. */
final class Weighttp5Text {
    private static final int[] PERCENTS = {0, 50, 66, 75, 80, 90, 95, 98, 99, 100};
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long BYTES_PER_KBYTE = 1024;

    private Weighttp5Text() {}

    /**
     * Statistics of one list of times, in microseconds.
     *
     * @param mean cut to a whole number
     * @param percents as in {@link #PERCENTS}
     */
    private record Times(int count, long mean, double deviation, List<Long> percents) {
        /** @param even what an even count takes off the place of each percentile, beside that of the median */
        static Times of(long[] sorted, int even) {
            int count = sorted.length;
            if (count == 0) {
                return new Times(0, 0, 0, Collections.nCopies(PERCENTS.length, 0L));
            }
            long mean = Arrays.stream(sorted).sum() / count;
            double squares = Arrays.stream(sorted)
                    .mapToDouble(value -> (double) (value - mean) * (value - mean))
                    .sum();
            int odd = count % 2;
            List<Long> percents = Arrays.stream(PERCENTS)
                    .mapToObj(percent -> {
                        int off = odd == 1 ? 0 : percent == 50 ? 1 : even;
                        int place = (int) ((long) count * percent / 100) - off;
                        return sorted[percent == 100 ? count - 1 : Math.max(0, place)];
                    })
                    .toList();
            return new Times(count, mean, Math.sqrt(squares / Math.max(1, count - 1)), percents);
        }

        long median() {
            return percents.get(1);
        }
    }

    static String start(Weighttp5Options options) {
        if (options.output().quiet()) {
            return "";
        }
        var text = new StringBuilder(Weighttp5Arguments.BANNER).append("starting benchmark...\n");
        for (int i = 0; i < options.run().threads(); i++) {
            text.append(CFormat.format(
                    "spawning thread #%d: %d concurrent requests, %lu total requests\n",
                    i + 1, options.run().connectionsOf(i), options.run().requestsOf(i)));
        }
        return text.toString();
    }

    /** A JSON object; what was errored is never counted. */
    static String report(Weighttp5Options options, Weighttp5Tally.Figures figures, Duration elapsed) {
        long micros = Math.max(1, elapsed.toNanos() / 1000);
        long bytes = figures.headBytes + figures.bodyBytes;
        boolean brief = options.output().brief();
        return format("{\n  \"reqs_per_sec\": %d,\n", figures.retired * MICROS_PER_SECOND / micros)
                + format("  \"kBps_per_sec\": %d,\n", bytes / BYTES_PER_KBYTE * MICROS_PER_SECOND / micros)
                + format("  \"secs_elapsed\": %d.%06d,\n", micros / MICROS_PER_SECOND, micros % MICROS_PER_SECOND)
                + format(
                        """
                          "request_counts": {
                            "started":    %d,
                            "retired":    %d,
                            "keep-alive": %d
                          },
                          "response_counts": {
                            "pass": %d,
                            "fail": %d,
                            "errs": 0
                          },
                        """,
                        figures.started,
                        figures.retired,
                        figures.retired - figures.connects.sorted().length,
                        figures.passed,
                        figures.failed)
                + format("""
                          "status_codes": {
                            "2xx":  %d,
                            "3xx":  %d,
                            "4xx":  %d,
                            "5xx":  %d
                          },
                        """, figures.statuses[2], figures.statuses[3], figures.statuses[4], figures.statuses[5])
                + format("""
                          "traffic": {
                            "bytes_total":   %12d,
                            "bytes_headers": %12d,
                            "bytes_body":    %12d
                          },
                        """, bytes, figures.headBytes, figures.bodyBytes)
                + block("connect_times", Times.of(figures.connects.sorted(), 1), brief, ",")
                + block("time_to_first_byte", Times.of(figures.firstBytes.sorted(), 0), brief, ",")
                + block("response_times", Times.of(figures.responses.sorted(), 0), brief, ",")
                + block("total_times", Times.of(figures.totals.sorted(), 0), brief, "")
                + "}\n";
    }

    private static String block(String name, Times times, boolean brief, String behind) {
        var text = new StringBuilder(format(
                "  \"%s\": {\n     \"num\": %9d,\n     \"avg\": %9d,\n     \"stddev\": %6.0f,\n     \"unit\": \"us\",\n",
                name, times.count(), times.mean(), times.deviation()));
        for (int i = 0; i < PERCENTS.length; i++) {
            if (!brief || PERCENTS[i] == 0 || PERCENTS[i] == 50 || PERCENTS[i] == 100) {
                String label = "\"" + PERCENTS[i] + "%\"";
                text.append(format("%10s: %9d%s\n", label, times.percents().get(i), PERCENTS[i] == 100 ? "" : ","));
            }
        }
        return text.append("  }").append(behind).append('\n').toString();
    }

    /** Rows from the minimum to the maximum of all times. */
    static String csv(Weighttp5Tally.Figures figures) {
        long[] sorted = figures.totals.sorted();
        var text = new StringBuilder("Percentage served,Time in us\n");
        for (int percent = 0; percent <= 100 && sorted.length > 0; percent++) {
            int place = Math.min(sorted.length - 1, (int) ((long) sorted.length * percent / 100));
            text.append(percent).append(',').append(sorted[place]).append('\n');
        }
        return text.toString();
    }

    /** Returns what is written to standard error where mean and median are far apart. */
    static String doubts(Weighttp5Tally.Figures figures) {
        return doubt("connect time", Times.of(figures.connects.sorted(), 1))
                + doubt("time to first byte", Times.of(figures.firstBytes.sorted(), 0))
                + doubt("response time", Times.of(figures.responses.sorted(), 0))
                + doubt("total time", Times.of(figures.totals.sorted(), 0));
    }

    private static String doubt(String what, Times times) {
        double apart = Math.abs((double) times.mean() - times.median());
        if (apart > 2 * times.deviation()) {
            return "ERROR: " + what + " median and mean differ by > 2 standard deviations.\n"
                    + "       These results are NOT reliable.\n";
        }
        return apart > times.deviation()
                ? "WARNING: " + what + " median and mean differ by > 1 standard deviation.\n"
                        + "         These results are probably not that reliable.\n"
                : "";
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    static String truth(Weighttp5Options options, Weighttp5Tally.Figures figures, LoadResult result) {
        return Truth.of("weighttp", result)
                .noteIf(
                        figures.errors > 0,
                        "\"errs\": 0 hides %,d errors below HTTP, which are among the failed",
                        figures.errors)
                .noteIf(
                        figures.failed > figures.errors,
                        "%,d of the failed are whole answers of 4xx or 5xx",
                        figures.failed - figures.errors)
                .noteIf(
                        figures.forgotten > 0,
                        "%,d requests were under way for less than %d s at the end and are in no figure",
                        figures.forgotten,
                        options.cutOffSeconds())
                .noteIf(
                        !options.hasUnixSocket(),
                        "connections end with RST, as weighttp's do: no port waits, unlike those of real clients")
                .noteIf(options.fastOpen(), "-F had no effect: Java cannot send data before the connection stands")
                .text();
    }
}
