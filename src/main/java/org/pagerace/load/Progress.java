package org.pagerace.load;

import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.pagerace.result.LoadResult;

/** Told about a run four times a second, on the thread that called {@link LoadRunner#run}. */
public interface Progress {
    /** Says nothing. */
    Progress NONE = snapshot -> {};

    void update(Snapshot snapshot);

    /**
     * A second of the measured part is over; the last ones are told when the run has ended.
     *
     * @param latency in nanoseconds, of right answers and what was out of time; not to be changed
     */
    default void onSecond(LoadResult.Second second, Histogram latency) {}

    /** Something will probably go wrong, or is less safe than usual; before the first connect. */
    default void onWarning(String warning) {}

    /**
     * Where a run stands. Counts lag by up to a tenth of a second.
     *
     * @param elapsed since the start of the measured part; negative during the warm-up
     * @param ok answers below 400 with the right body
     * @param failed all that ended otherwise
     * @param perSecond ok answers per second of the measured part so far
     * @param fractionDone of warm-up and measured part, 0 to 1
     * @param p50Nanos of the whole seconds so far, as {@code p99Nanos}; 0 if there is none
     */
    record Snapshot(
            Duration elapsed,
            long started,
            long ok,
            long failed,
            double perSecond,
            double fractionDone,
            long p50Nanos,
            long p99Nanos) {

        /** Before the first second is over. */
        public Snapshot(Duration elapsed, long started, long ok, long failed, double perSecond, double fractionDone) {
            this(elapsed, started, ok, failed, perSecond, fractionDone, 0, 0);
        }
    }
}
