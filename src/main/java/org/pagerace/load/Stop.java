package org.pagerace.load;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** When a run ends. The warm-up comes before; only its requests still under way at its end belong to the run. */
public sealed interface Stop {

    /** Returns the number of requests that ends the run, if one does. */
    OptionalLong mostRequests();

    /** Returns the time that ends the run, if one does. */
    Optional<Duration> longest();

    /** After exactly this many requests were started and have ended; at least 1. */
    record AfterRequests(long count) implements Stop {
        public AfterRequests {
            if (count < 1) {
                throw new IllegalArgumentException(
                        "a run has at least 1 request, but is given " + count + "; check -n");
            }
        }

        @Override
        public OptionalLong mostRequests() {
            return OptionalLong.of(count);
        }

        @Override
        public Optional<Duration> longest() {
            return Optional.empty();
        }
    }

    /** After this time; requests under way are then counted as aborted. 1 ms to 24 h. */
    record AfterDuration(Duration duration) implements Stop {
        public AfterDuration {
            Limits.check("the duration", duration, Limits.SHORTEST, Limits.LONGEST_RUN, "-d");
        }

        @Override
        public OptionalLong mostRequests() {
            return OptionalLong.empty();
        }

        @Override
        public Optional<Duration> longest() {
            return Optional.of(duration);
        }
    }

    /** After this many requests or this time, whichever comes first; {@code ab -t} does so with 50,000. */
    record FirstOf(AfterRequests requests, AfterDuration duration) implements Stop {
        public FirstOf {
            Objects.requireNonNull(requests, "requests");
            Objects.requireNonNull(duration, "duration");
        }

        @Override
        public OptionalLong mostRequests() {
            return requests.mostRequests();
        }

        @Override
        public Optional<Duration> longest() {
            return duration.longest();
        }
    }

    /**
     * As soon as the rate of right answers is known well enough: when its 95 % confidence interval, by batch means of
     * seconds, lies within this share of the mean; after {@code most} in any case. Never before 10 s.
     *
     * @param relativeHalfWidth 0.02 for 2 % more or less; 0.001 to 0.5
     * @param most 10 s to 24 h
     */
    record WhenRateIsKnown(double relativeHalfWidth, Duration most) implements Stop {
        private static final double NARROWEST = 0.001;
        private static final double WIDEST = 0.5;

        public WhenRateIsKnown {
            if (!(relativeHalfWidth >= NARROWEST && relativeHalfWidth <= WIDEST)) {
                throw new IllegalArgumentException("the interval of the rate is 0.1 to 50 % to each side, but is given "
                        + 100 * relativeHalfWidth + " %; check --until-ci");
            }
            Limits.check("the longest duration", most, Limits.LEAST_FOR_INTERVAL, Limits.LONGEST_RUN, "-d");
        }

        @Override
        public OptionalLong mostRequests() {
            return OptionalLong.empty();
        }

        @Override
        public Optional<Duration> longest() {
            return Optional.of(most);
        }
    }
}
