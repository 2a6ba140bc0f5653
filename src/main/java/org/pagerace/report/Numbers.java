package org.pagerace.report;

import java.time.Duration;
import java.util.Locale;
import org.pagerace.statistics.Interval;

/** Prints numbers with as many digits as they deserve: about three significant ones, thousands apart. */
final class Numbers {
    private static final double NANOS_PER_MILLI = 1e6;

    private Numbers() {}

    /** Returns a rate: 12,345 or 87.6 or 4.56. */
    static String rate(double perSecond) {
        if (perSecond >= 100) {
            return format("%,.0f", perSecond);
        }
        return format(perSecond >= 10 ? "%.1f" : "%.2f", perSecond);
    }

    static String count(long count) {
        return format("%,d", count);
    }

    /** Returns 1 cell or 1,234 cells. */
    static String count(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }

    /** Returns milliseconds without the unit: 1,234 or 56.7 or 4.56 or 0.123. */
    static String millis(long nanos) {
        double millis = nanos / NANOS_PER_MILLI;
        if (millis >= 100) {
            return format("%,.0f", millis);
        }
        if (millis >= 10) {
            return format("%.1f", millis);
        }
        return format(millis >= 1 ? "%.2f" : "%.3f", millis);
    }

    /** Returns a share of the fastest: 1.00 or 0.42. */
    static String ratio(double ratio) {
        return format("%.2f", ratio);
    }

    /** Returns a ratio with as many digits as tell it from 1: 1.3, 0.42, 0.0123. */
    static String times(double ratio) {
        return ratio >= 100 || ratio == 0 ? format("%.0f", ratio) : ratio >= 0.1 ? ratio(ratio) : format("%.3f", ratio);
    }

    /** Returns a value and how far its interval reaches to the farther side, as {@code 4,130 +- 2 %}. */
    static String around(double median, Interval interval, String sign) {
        double reach = Math.max(interval.high() - median, median - interval.low());
        return rate(median) + " " + sign + " " + (median == 0 ? "0 %" : format("%.0f %%", 100 * reach / median));
    }

    /** Returns bytes per second in MB/s of 1,000,000 bytes, without the unit. */
    static String megabytes(double bytesPerSecond) {
        return rate(bytesPerSecond / 1e6);
    }

    /** Returns 12 % or 0.3 %. */
    static String percent(double share) {
        double percent = 100 * share;
        return format(percent >= 9.95 || percent == 0 ? "%.0f %%" : "%.1f %%", percent);
    }

    /** Returns p50 or p99.9. */
    static String percentile(double percent) {
        return "p" + (percent == Math.rint(percent) ? format("%.0f", percent) : Double.toString(percent));
    }

    /** Returns a time for an axis: 20 µs, 5 ms or 2 s. */
    static String shortTime(double nanos) {
        if (nanos < NANOS_PER_MILLI) {
            return significant(nanos / 1e3) + " µs";
        }
        return nanos < 1e9 ? significant(nanos / NANOS_PER_MILLI) + " ms" : significant(nanos / 1e9) + " s";
    }

    /** Returns a count for an axis: 500, 20k or 1.5M. */
    static String shortCount(double count) {
        if (count >= 1e6) {
            return significant(count / 1e6) + "M";
        }
        return count >= 1e4 ? significant(count / 1e3) + "k" : significant(count);
    }

    /** Returns a p value: 0.031 or < 0.001. */
    static String p(double p) {
        return p < 0.001 ? "< 0.001" : format("%.3f", p);
    }

    /** Returns 84 MiB or 1.5 GiB. */
    static String memory(double bytes) {
        return bytes >= 1L << 30 ? gibibytes((long) bytes) : rate(bytes / (1 << 20)) + " MiB";
    }

    private static String significant(double value) {
        double rounded = Math.rint(value * 100) / 100;
        return rounded == Math.rint(rounded) ? format("%,.0f", rounded) : Double.toString(rounded);
    }

    static String gibibytes(long bytes) {
        return format("%.1f GiB", bytes / (double) (1L << 30));
    }

    /** Returns 850 ms, 1.5 s, 90 s or 12 min 5 s. */
    static String duration(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return duration.toMillis() + " ms";
        }
        if (duration.compareTo(Duration.ofMinutes(2)) >= 0) {
            return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
        }
        if (duration.compareTo(Duration.ofSeconds(10)) >= 0) {
            return format("%.0f s", duration.toMillis() / 1000.0);
        }
        return format(duration.toMillis() % 1000 == 0 ? "%.0f s" : "%.2f s", duration.toMillis() / 1000.0);
    }

    /** Returns 21:00:00, hours first. */
    static String clock(double seconds) {
        Duration whole = Duration.ofSeconds(Math.round(seconds));
        return format("%d:%02d:%02d", whole.toHours(), whole.toMinutesPart(), whole.toSecondsPart());
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
