package org.pagerace.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One child process in its own session, which ends with this JVM whatever happens to it. Safe for any thread.
 *
 * <p>Everything it prints goes to its log (mode 0600, limited in size); it gets no standard input.
 */
public final class ChildProcess implements AutoCloseable {
    private static final Set<String> INHERITED = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "TZ",
            "TMPDIR",
            "LD_LIBRARY_PATH",
            "XDG_CACHE_HOME",
            "XDG_DATA_HOME",
            "XDG_RUNTIME_DIR",
            "PAGERACE_CACHE",
            "PAGERACE_DATA");
    private static final int SIGNALLED = 128;
    private static final int LAST_WORDS = 3;
    private static final Duration AFTER_KILL = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(20);

    private final Spec spec;
    private final Process process;
    private final Instant startInstant;
    private final ProcessGroup group;
    private final OutputLog output = new OutputLog();

    /**
     * What to start.
     *
     * @param name for messages and thread names
     * @param command a list, never a shell line; a name without slash is looked up on PATH and in the sbin folders
     * @param environment added to the few variables every program needs (PATH, HOME, LANG, TZ …); nothing else of our
     *     own environment reaches the child
     * @param directory its working directory
     * @param log file for its output, replaced if there
     * @param stopSignal name without SIG: TERM, QUIT or INT, what this program takes for a tidy end
     * @param stopWithin how long it may take to end before its whole group is killed
     */
    public record Spec(
            String name,
            List<String> command,
            Map<String, String> environment,
            Path directory,
            Path log,
            String stopSignal,
            Duration stopWithin) {
        public Spec {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            if (command.isEmpty()) {
                throw new IllegalArgumentException("the command of " + name + " is empty; it needs a program at least");
            }
            if (!stopSignal.matches("[A-Z][A-Z0-9]*") || stopSignal.startsWith("SIG")) {
                throw new IllegalArgumentException("the stop signal of " + name + " is '" + stopSignal
                        + "', but must be a name without SIG, for example TERM or QUIT");
            }
            if (stopWithin.isNegative()) {
                throw new IllegalArgumentException("the time to stop " + name + " must not be negative: " + stopWithin);
            }
        }
    }

    private ChildProcess(Spec spec, Process process) {
        this.spec = spec;
        this.process = process;
        this.startInstant = process.info().startInstant().orElseGet(Instant::now);
        this.group = ProcessGroup.of(process.pid());
    }

    /**
     * Starts a child. It may still fail at once; whoever needs it ready waits for what it does.
     *
     * @throws ProcessException if the program is missing or cannot be run, or its folder or log cannot be used
     */
    public static ChildProcess start(Spec spec) throws ProcessException {
        return start(spec, Guardian.find());
    }

    static ChildProcess start(Spec spec, Guardian guardian) throws ProcessException {
        String program = spec.command().get(0);
        Path file = Programs.find(program)
                .orElseThrow(() -> new ProcessException("cannot start " + spec.name() + ": there is no program "
                        + program
                        + (program.contains("/") ? "" : " on PATH or in the sbin folders")
                        + "; install it or correct the name"));
        if (!Files.isDirectory(spec.directory())) {
            throw new ProcessException("cannot start " + spec.name() + ": its working folder " + spec.directory()
                    + " does not exist; create it first");
        }
        List<String> command = new ArrayList<>(spec.command());
        command.set(0, file.toString());
        try {
            OutputLog.create(spec.log());
            var builder = new ProcessBuilder(guardian.command(command, spec.stopSignal()))
                    .directory(spec.directory().toFile())
                    .redirectErrorStream(true);
            builder.environment().keySet().retainAll(INHERITED);
            builder.environment().putAll(spec.environment());
            var child = new ChildProcess(spec, builder.start());
            child.output.pump(child.process.getInputStream(), spec.log(), spec.name());
            return child;
        } catch (ProcessException e) {
            throw e;
        } catch (IOException e) {
            throw new ProcessException("cannot start " + spec.name() + ": " + e.getMessage(), e);
        }
    }

    public String name() {
        return spec.name();
    }

    public long pid() {
        return process.pid();
    }

    /** Returns when the child started; with the pid it names one process for good. */
    public Instant startInstant() {
        return startInstant;
    }

    public ProcessIdentity identity() {
        return new ProcessIdentity(pid(), startInstant);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the exit status, 128 plus the number of the signal that ended it, or nothing while it lives. */
    public OptionalInt exitStatus() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    /**
     * Returns what to say of a child that has ended although nobody closed it: how, and its last words, in one line.
     * Empty while it lives. Costs no system call worth mentioning, so it may be asked often.
     */
    public Optional<String> failure() {
        OptionalInt status = exitStatus();
        if (status.isEmpty()) {
            return Optional.empty();
        }
        int code = status.getAsInt();
        String how = code > SIGNALLED ? "was ended by signal " + (code - SIGNALLED) : "ended with status " + code;
        String words = String.join(" | ", lastLines(LAST_WORDS));
        return Optional.of(
                this + " " + how + "; " + (words.isEmpty() ? "it said nothing" : "its last lines: " + words));
    }

    /** Returns the newest lines of its output, oldest first, 50 at most. */
    public List<String> lastLines(int atMost) {
        return output.lastLines(atMost);
    }

    public Path log() {
        return spec.log();
    }

    /** Waits for the child itself; returns false when it still lives after {@code limit}. */
    public boolean awaitExit(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        output.awaitEnd(Duration.ofMillis(200)); // others of the group may hold the pipe for longer
        return true;
    }

    /**
     * Waits for an output line that holds {@code fragment}, also among the last 50 so far.
     *
     * @return false when the output ended or {@code limit} passed first
     */
    public boolean awaitLine(String fragment, Duration limit) throws InterruptedException {
        return output.awaitLine(fragment, limit);
    }

    /** Returns the living processes of the child's session and group, itself first. */
    public List<Long> pids() {
        return group.members();
    }

    /**
     * Ends the child and its group: stop signal to the child, then, when anything of the group is left after
     * {@link Spec#stopWithin}, KILL to all. Returns when all have ended; does nothing when they had before. An
     * interrupt does not cut it short, since a server killed halfway leaves a mess; the flag is set again at the end.
     */
    @Override
    public synchronized void close() {
        boolean interrupted = Thread.interrupted();
        try {
            if (process.isAlive()) {
                ProcessGroup.signal(spec.stopSignal(), pid());
            }
            interrupted |= awaitEmpty(spec.stopWithin());
            if (!isEmpty()) {
                group.kill();
                interrupted |= awaitEmpty(AFTER_KILL);
            }
        } catch (IOException e) {
            process.destroyForcibly(); // no shell to send signals with; the guardian sees to the rest of the group
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Sets the guardian to work on what is left of the group. Java does it too, but only at the output's end. */
    private void closePipe() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // Nothing was ever written to it, so nothing is lost.
        }
    }

    private boolean isEmpty() {
        return !process.isAlive() && group.members().isEmpty();
    }

    /** Returns whether the thread was interrupted meanwhile. */
    private boolean awaitEmpty(Duration limit) {
        boolean interrupted = false;
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (!isEmpty() && System.nanoTime() - deadlineNanos < 0) {
            try {
                if (process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                    closePipe();
                    Thread.sleep(POLL.toMillis()); // no event tells of the end of those that are not our children
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        return interrupted;
    }

    @Override
    public String toString() {
        return spec.name() + " (pid " + pid() + ")";
    }
}
