package org.pagerace.verdict;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.pagerace.Peers;

/** A control group of a test's own, whose processes may use a part of the processors; of either version. */
final class CpuGroup implements AutoCloseable {
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final long PERIOD_MICROS = 100_000;
    private static final Duration EMPTY_WITHIN = Duration.ofSeconds(10);

    private final Path group;

    CpuGroup(double processors) throws IOException {
        String name = "pagerace-test-" + ProcessHandle.current().pid();
        String quota = Long.toString((long) (processors * PERIOD_MICROS));
        Path first = GROUPS.resolve("cpu");
        Path made = (Files.isDirectory(first) ? first : GROUPS).resolve(name);
        boolean possible = false;
        try {
            Files.createDirectory(made);
            Path second = made.resolve("cpu.max");
            if (Files.exists(second)) {
                Files.writeString(second, quota + " " + PERIOD_MICROS);
            } else {
                Files.writeString(made.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
                Files.writeString(made.resolve("cpu.cfs_quota_us"), quota);
            }
            possible = true;
        } catch (IOException e) {
            Files.deleteIfExists(made);
        }
        Peers.requireNamespaces(
                possible, "control groups need root, and the controller 'cpu' to be given to new groups");
        group = made;
    }

    /** Returns the words that start a command in it. */
    List<String> prefix() {
        return List.of("sh", "-c", "echo $$ > '" + group.resolve("cgroup.procs") + "' && exec \"$@\"", "sh");
    }

    /** Once its processes have ended; the kernel takes a moment to forget them. */
    @Override
    public void close() throws IOException {
        long deadline = System.nanoTime() + EMPTY_WITHIN.toNanos();
        while (true) {
            try {
                Files.delete(group);
                return;
            } catch (IOException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw e;
                }
                LockSupport.parkNanos(5_000_000);
            }
        }
    }
}
