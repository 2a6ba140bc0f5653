package org.pagerace.race;

import java.time.Duration;
import org.pagerace.load.LoadException;
import org.pagerace.race.RacePlan.Step;
import org.pagerace.result.LoadResult;
import org.pagerace.result.Samples;

/** Looks at the machine while a run of the driver lasts. */
interface Observer {
    /** Nobody looks. */
    Observer NONE = (step, leadIn, run) -> new Observed(run.go(), Samples.NONE);

    /**
     * Calls {@code run} once, on this thread, and tells what was to be seen meanwhile. Not asked during the warm-up.
     *
     * @param leadIn how long after the start of the run its measured part begins
     */
    Observed during(Step step, Duration leadIn, Run run) throws LoadException, InterruptedException;

    /** The run itself. */
    interface Run {
        LoadResult go() throws LoadException, InterruptedException;
    }

    /** What was measured, and what was seen meanwhile. */
    record Observed(LoadResult load, Samples samples) {}
}
