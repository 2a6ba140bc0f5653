package org.pagerace.race;

import org.pagerace.load.LoadException;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.result.LoadResult;

/** What makes the load of one run. Later also wrk and ab. */
interface Driver {
    /**
     * Runs once and returns what was measured; an interrupt ends the run.
     *
     * @param mostRequests ends the run when about so many were started, in addition to the limit of the spec
     */
    LoadResult run(LoadSpec spec, long mostRequests, Progress progress) throws LoadException, InterruptedException;

    /** Our own, in this process. */
    static Driver builtIn() {
        return (spec, mostRequests, progress) -> {
            LoadRunner[] runner = new LoadRunner[1];
            runner[0] = new LoadRunner(spec, snapshot -> {
                if (snapshot.started() >= mostRequests) {
                    runner[0].stop();
                }
                progress.update(snapshot);
            });
            return runner[0].run();
        };
    }
}
