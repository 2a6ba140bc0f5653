package org.pagerace.load;

import java.time.Duration;

/** Told about a run four times a second, on the thread that called {@link LoadRunner#run}. */
public interface Progress {
    /** Says nothing. */
    Progress NONE = snapshot -> {};

    void update(Snapshot snapshot);

    /**
     * Where a run stands. Counts lag by up to a tenth of a second.
     *
     * @param elapsed since the start of the measured part; negative during the warm-up
     * @param ok answers below 400 with the right body
     * @param failed all that ended otherwise
     * @param perSecond ok answers per second of the measured part so far
     * @param fractionDone of warm-up and measured part, 0 to 1
     */
    record Snapshot(Duration elapsed, long started, long ok, long failed, double perSecond, double fractionDone) {}
}
