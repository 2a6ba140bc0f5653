package org.pagerace.load.compat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pagerace.load.compat.ServerProcesses.Task;
import org.pagerace.load.compat.ServerProcesses.Ticks;

/** Watches the server's memory during one round, on a thread of its own, and takes its CPU time at the end. */
final class AbcSampler {
    private static final long FIRST_LOOK_MILLIS = 100;
    private static final long INTERVAL_MILLIS = 10;
    /** As the original, which was made for rounds of a second; later growth is not seen. */
    private static final int MOST_LOOKS = 80;

    private static final double BYTES_PER_MB = 1024 * 1024;
    private static final double KBYTES_PER_MB = 1024;

    private final ServerProcesses processes;
    private final AbcMachine machine;
    private final List<Task> tasks;
    private final Ticks before;
    private final long usedAtStart;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread thread;
    private long mostBytes;
    private long mostUsed;
    private Ticks used = new Ticks(0, 0);

    /**
     * Starts.
     *
     * @param usedAtStart of the machine, before the sweep, in kilobytes
     */
    AbcSampler(ServerProcesses processes, AbcMachine machine, List<Task> tasks, long usedAtStart) {
        this.processes = processes;
        this.machine = machine;
        this.tasks = tasks;
        this.usedAtStart = usedAtStart;
        this.before = processes.ticks(tasks);
        this.thread = new Thread(this::watch, "abc-sampler");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        try {
            if (done.await(FIRST_LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
            for (int i = 0; i < MOST_LOOKS; i++) {
                mostBytes = Math.max(mostBytes, processes.residentBytes(tasks));
                mostUsed = Math.max(mostUsed, machine.usedKilobytes() - usedAtStart);
                if (done.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the watch; figures may be read afterwards. */
    void end() throws InterruptedException {
        done.countDown();
        thread.join();
        used = processes.ticks(tasks).minus(before);
    }

    Ticks used() {
        return used;
    }

    /** Returns the four columns of a row. */
    String columns() {
        return CFormat.format(
                "%7lld, %7lld, %6.02f, %6.01f,",
                used.user(), used.kernel(), mostBytes / BYTES_PER_MB, mostUsed / KBYTES_PER_MB);
    }
}
