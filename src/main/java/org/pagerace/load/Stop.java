package org.pagerace.load;

import java.time.Duration;

/** When a run ends. The warm-up comes before; only its requests still under way at its end belong to the run. */
public sealed interface Stop {

    /** After exactly this many requests were started and have ended; at least 1. */
    record AfterRequests(long count) implements Stop {
        public AfterRequests {
            if (count < 1) {
                throw new IllegalArgumentException(
                        "a run has at least 1 request, but is given " + count + "; check -n");
            }
        }
    }

    /** After this time; requests under way are then counted as aborted. 1 ms to 24 h. */
    record AfterDuration(Duration duration) implements Stop {
        public AfterDuration {
            Limits.check("the duration", duration, Limits.SHORTEST, Limits.LONGEST_RUN, "-d");
        }
    }
}
