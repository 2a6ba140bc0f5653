package org.pagerace.stacks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Runs one command after the other; {@link #end} may come from any thread. */
final class CommandRunner {
    private final Consumer<String> progress;
    private final Duration endWithin;
    private Process running; // guarded by this; null before the first command
    private boolean ended; // guarded by this

    /**
     * Creates a runner.
     *
     * @param progress gets every command before it runs, then its output line by line
     * @param endWithin how long a command may take to end when it is told to
     */
    CommandRunner(Consumer<String> progress, Duration endWithin) {
        this.progress = progress;
        this.endWithin = endWithin;
    }

    /** Runs a command to its end and returns its exit status. */
    int run(List<String> command) throws IOException, InterruptedException {
        progress.accept("$ " + String.join(" ", command));
        Process process = start(command);
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(progress);
            return process.waitFor();
        } finally {
            end(process);
        }
    }

    private synchronized Process start(List<String> command) throws IOException {
        if (ended) {
            throw new IOException("nothing more is started, since this program is ending");
        }
        running = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null")) // sudo asks for a password on the terminal itself
                .redirectErrorStream(true)
                .start();
        return running;
    }

    /**
     * Ends the command under way and waits for it and all it has started; from now on none can be started.
     *
     * @return false if something of it is still at work after the time given to it
     */
    boolean end() {
        Process process;
        synchronized (this) {
            ended = true;
            process = running;
        }
        return process == null || end(process);
    }

    /** What runs under sudo is not ours to signal: it got the terminal's Ctrl-C itself, or is waited for to its end. */
    private boolean end(Process process) {
        List<CompletableFuture<ProcessHandle>> ends = new ArrayList<>(); // known before they lose their parent
        process.descendants().forEach(descendant -> ends.add(descendant.onExit()));
        ends.add(process.toHandle().onExit());
        process.toHandle().destroy(); // Process.destroy would close the output that run() is reading
        try {
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                    .get(endWithin.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
