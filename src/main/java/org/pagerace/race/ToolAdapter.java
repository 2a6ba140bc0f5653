package org.pagerace.race;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pagerace.load.LoadSpec;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.PlanInfo.Mode;

/** How a load tool is called, and what its words mean. Stateless. */
interface ToolAdapter {
    /** Returns the option that makes it print its version. */
    String versionOption();

    /** Returns the version in what it printed; empty if there is none. */
    Optional<String> version(String output);

    /**
     * Returns the arguments of a run.
     *
     * @param folder an empty one, for files that it writes
     */
    List<String> arguments(LoadSpec spec, Path folder);

    /** Returns whether it can run a mode with this one thing changed. */
    boolean canChange(Mode mode, Change change);

    /**
     * Reads what a run left behind.
     *
     * @param folder as above
     * @throws IllegalArgumentException it is not what this tool prints
     */
    ToolReport read(String output, Path folder);
}
