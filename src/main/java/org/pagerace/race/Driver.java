package org.pagerace.race;

import java.util.List;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.result.LoadResult;

/** What makes the load of one run. */
interface Driver {
    /** Runs once and returns what was measured; an interrupt ends the run. */
    LoadResult run(LoadSpec spec, Progress progress) throws LoadException, InterruptedException;

    /** Returns its name, with the version where it is not of this program. */
    default String name() {
        return Tool.BUILTIN.label();
    }

    /** Returns the processes that make the load just now, for samplers on other threads. */
    default List<Long> pids() {
        return List.of(ProcessHandle.current().pid());
    }

    /** Our own, in this process. */
    static Driver builtIn() {
        return (spec, progress) -> new LoadRunner(spec, progress).run();
    }

    /** Finds the tool on this machine. */
    static Driver of(Tool tool) throws RaceException, InterruptedException {
        return switch (tool) {
            case BUILTIN -> builtIn();
            case WRK -> ToolDriver.find(tool, new Wrk());
            case AB -> ToolDriver.find(tool, new ApacheBench());
        };
    }
}
