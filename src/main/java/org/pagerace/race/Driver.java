package org.pagerace.race;

import org.pagerace.load.LoadException;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.result.LoadResult;

/** What makes the load of one run. Later also wrk and ab. */
interface Driver {
    /** Runs once and returns what was measured; an interrupt ends the run. */
    LoadResult run(LoadSpec spec, Progress progress) throws LoadException, InterruptedException;

    /** Our own, in this process. */
    static Driver builtIn() {
        return (spec, progress) -> new LoadRunner(spec, progress).run();
    }
}
