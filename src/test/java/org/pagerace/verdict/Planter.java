package org.pagerace.verdict;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.Programs;

/** Starts the processes of a test, each in a session of its own, and ends them with it, the last one first. */
final class Planter implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofSeconds(20);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

    private final Path folder;
    private final Deque<ChildProcess> children = new ArrayDeque<>();

    Planter(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    ChildProcess start(String name, List<String> command, Map<String, String> environment) throws IOException {
        List<String> words = new ArrayList<>();
        for (String word : command) { // taskset and its like look on PATH only, which may have no sbin folders
            words.add(word.matches("nginx|php-fpm[0-9.]*|tc|ip") ? program(word) : word);
        }
        ChildProcess child = ChildProcess.start(new ChildProcess.Spec(
                name,
                words,
                environment,
                folder,
                folder.resolve(name + children.size() + ".log"),
                "TERM",
                STOP_WITHIN));
        children.push(child);
        return child;
    }

    static String program(String name) {
        return Programs.find(name).map(Path::toString).orElse(name);
    }

    /**
     * Lets the sessions of these processes have processors before others do. Where the kernel groups processes by their
     * session (sched_autogroup), nice counts within a session only, so the session itself is raised.
     */
    static void prefer(long... pids) throws IOException {
        for (long pid : pids) {
            Path autogroup = Path.of("/proc", Long.toString(pid), "autogroup");
            if (Files.exists(autogroup)) {
                Files.writeString(autogroup, "-20");
            }
        }
    }

    /** Something that uses a processor up, bound to one if a number is given. */
    ChildProcess spinner(String... taskset) throws IOException {
        List<String> command = new ArrayList<>();
        if (taskset.length > 0) {
            command.addAll(List.of("taskset", "-c", taskset[0]));
        }
        command.addAll(List.of("sh", "-c", "while :; do :; done"));
        return start("spinner", command, Map.of());
    }

    static void await(String what, ChildProcess child, BooleanSupplier ready) throws IOException {
        long deadline = System.nanoTime() + READY_WITHIN.toNanos();
        while (!ready.getAsBoolean()) {
            if (!child.isAlive() || System.nanoTime() - deadline > 0) {
                throw new IOException("waited in vain for " + what + ": " + child.lastLines(20));
            }
            LockSupport.parkNanos(5_000_000); // between two looks
        }
    }

    @Override
    public void close() {
        children.forEach(ChildProcess::close);
    }
}
