package org.pagerace.load;

import java.util.Objects;
import org.pagerace.result.LoadResult;

/** Runs one {@link LoadSpec} once. */
public final class LoadRunner {
    private final LoadSpec spec;
    private final Progress progress;
    private volatile boolean stopped;

    public LoadRunner(LoadSpec spec, Progress progress) {
        this.spec = Objects.requireNonNull(spec, "spec");
        this.progress = Objects.requireNonNull(progress, "progress");
    }

    /**
     * Resolves the target once, runs and returns what was measured. Call it once only.
     *
     * @throws UnreachableException if the name does not resolve or not one connection could be made
     * @throws TargetRefusedException if the address is public and was not allowed
     * @throws InterruptedException if the calling thread was interrupted; the workers have then ended
     */
    public LoadResult run() throws LoadException, InterruptedException {
        if (!stopped) {
            throw new LoadException("the engine is not built yet: " + spec + progress);
        }
        throw new InterruptedException();
    }

    /** Ends the run early, from any thread; {@link #run} then returns what was measured so far. */
    public void stop() {
        stopped = true;
    }
}
