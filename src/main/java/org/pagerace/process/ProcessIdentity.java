package org.pagerace.process;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One process of all that ever had this pid, so that a pid read from a file is never mistaken for a later process.
 *
 * @param startInstant when it started, as the operating system says
 */
public record ProcessIdentity(long pid, Instant startInstant) {
    /** The start is computed from the boot time, which moves by up to a second when the clock is set. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private static final long POLL_MILLIS = 20;

    /** Returns the identity of a living process, or nothing when it has ended. */
    public static Optional<ProcessIdentity> of(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(handle -> handle.info().startInstant())
                .map(start -> new ProcessIdentity(pid, start));
    }

    /**
     * Returns the process while it lives; nothing when it has ended, even if another one has its pid now. A zombie has
     * ended: where nobody reaps orphans, as in many containers, it keeps its pid for ever.
     */
    public Optional<ProcessHandle> find() {
        return ProcessHandle.of(pid)
                .filter(handle -> !ProcessGroup.isZombie(pid))
                .filter(ProcessHandle::isAlive)
                .filter(handle -> handle.info()
                        .startInstant()
                        .map(start ->
                                Duration.between(start, startInstant).abs().compareTo(TOLERANCE) <= 0)
                        .orElse(false));
    }

    /** Stops the process: TERM, then KILL when it is still there after {@code patience}. Does nothing when it is gone. */
    public void stop(Duration patience) throws IOException, InterruptedException {
        if (find().isPresent() && !ended("TERM", patience)) {
            ended("KILL", patience);
        }
    }

    private boolean ended(String signal, Duration limit) throws IOException, InterruptedException {
        ProcessGroup.signal(signal, pid);
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (find().isPresent()) { // it is no child of ours, so there is nothing to wait on
            if (System.nanoTime() - deadlineNanos >= 0) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }
}
