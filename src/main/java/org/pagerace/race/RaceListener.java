package org.pagerace.race;

import java.time.Duration;
import java.util.function.Supplier;
import org.pagerace.result.RaceResult;

/** Told how a race gets on, on the thread that runs it. */
public interface RaceListener {

    /** One step or warning, in one line. */
    void onMessage(String line);

    /** Some times a second while the driver is at work. */
    void onProgress(Standing standing);

    /**
     * Between two blocks, where nothing is being measured; so even a race that is killed can leave a result.
     *
     * @param soFar returns what was measured until now, marked incomplete; takes as long as writing it
     */
    default void onBlock(Supplier<RaceResult> soFar) {}

    /**
     * Where the race stands.
     *
     * @param what stack, page, mode and round under way
     * @param perSecond right answers per second of this run so far; NaN if a tool does not tell
     * @param fractionDone of warm-up and rounds, 0 to 1
     * @param remaining until the last round ends, estimated
     */
    record Standing(String what, double perSecond, double fractionDone, Duration remaining) {}
}
