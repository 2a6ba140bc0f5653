package org.pagerace.race;

import java.util.List;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo.Mode;

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

    /** Returns whether its runs last whole seconds. */
    default boolean countsSeconds() {
        return false;
    }

    /** Returns whether it can run a mode with this one thing changed. */
    default boolean canChange(Mode mode, Change change) {
        return true;
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
