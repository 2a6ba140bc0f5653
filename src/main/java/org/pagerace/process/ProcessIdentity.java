package org.pagerace.process;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One process of all that ever had this pid, so that a pid read from a file is never mistaken for a later process.
 *
 * @param startInstant when it started, as the operating system says
 */
public record ProcessIdentity(long pid, Instant startInstant) {
    /** The start is computed from the boot time, which moves by up to a second when the clock is set. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    /** Returns the identity of a living process, or nothing when it has ended. */
    public static Optional<ProcessIdentity> of(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(handle -> handle.info().startInstant())
                .map(start -> new ProcessIdentity(pid, start));
    }

    /** Returns the process while it lives; nothing when it has ended, even if another one has its pid now. */
    public Optional<ProcessHandle> find() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(handle -> handle.info()
                        .startInstant()
                        .map(start ->
                                Duration.between(start, startInstant).abs().compareTo(TOLERANCE) <= 0)
                        .orElse(false));
    }

    /** Stops the process: TERM, then KILL when it is still there after {@code patience}. Does nothing when it is gone. */
    public void stop(Duration patience) throws IOException, InterruptedException {
        Optional<ProcessHandle> process = find();
        if (process.isPresent() && !ended(process.get(), "TERM", patience)) {
            ended(process.get(), "KILL", patience);
        }
    }

    private static boolean ended(ProcessHandle process, String signal, Duration limit)
            throws IOException, InterruptedException {
        ProcessGroup.signal(signal, process.pid());
        try {
            process.onExit().get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IOException("cannot wait for the end of process " + process.pid(), e);
        }
    }
}
