package org.pagerace.load;

import java.math.BigDecimal;
import java.time.Duration;

/** The bounds of a {@link LoadSpec}, in one place. */
final class Limits {
    /** More need more than one machine, and 28,232 ephemeral ports are not far. */
    static final int MOST_CONNECTIONS = 10_000;

    static final int MOST_THREADS = 256;
    static final int DEEPEST_PIPELINE = 1_000;
    static final double HIGHEST_RATE = 1e6;
    static final Duration SHORTEST = Duration.ofMillis(1);
    /** Ten batches of a second. */
    static final Duration LEAST_FOR_INTERVAL = Duration.ofSeconds(10);

    static final Duration LONGEST_RUN = Duration.ofHours(24);
    /** What the histograms reach. */
    static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    private Limits() {}

    static void check(String name, Duration value, Duration least, Duration most, String option) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + " is " + text(least) + " to " + text(most) + ", but is given "
                    + text(value) + "; check " + option);
        }
    }

    static void check(String name, int value, int most, String option) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(
                    name + " are 1 to " + most + ", but given are " + value + "; check " + option);
        }
    }

    private static String text(Duration duration) {
        if (duration.equals(Duration.ofHours(duration.toHours())) && !duration.isZero()) {
            return duration.toHours() + " h";
        }
        return duration.equals(Duration.ofSeconds(duration.toSeconds()))
                ? duration.toSeconds() + " s"
                : BigDecimal.valueOf(duration.toNanos(), 6).stripTrailingZeros().toPlainString() + " ms";
    }
}
