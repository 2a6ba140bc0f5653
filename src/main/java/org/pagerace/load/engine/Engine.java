package org.pagerace.load.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.pagerace.load.stats.SecondStats;
import org.pagerace.load.stats.WorkerStats;
import org.pagerace.result.FailureKind;

/** All workers of one run. Start it, look at it, join it; one thread does that, {@link #stop} comes from any. */
public final class Engine {
    private final LoadPlan plan;
    private final Clock clock;
    private final List<Worker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile long startNanos; // set by start()
    private final AtomicReference<Throwable> crash = new AtomicReference<>();

    /**
     * Makes the workers.
     *
     * @throws IOException if the workers do not get their descriptors
     */
    public Engine(LoadPlan plan, Clock clock) throws IOException {
        this.plan = plan;
        this.clock = clock;
        try {
            for (int i = 0; i < plan.threads(); i++) {
                workers.add(new Worker(plan, i, clock));
            }
        } catch (IOException e) {
            for (Worker worker : workers) {
                worker.selector().close();
            }
            throw e;
        }
    }

    /** Starts the threads, and with them the run's time. They are daemons: a program that is told to end does not wait for them. */
    public void start() {
        startNanos = clock.nanos();
        workers.forEach(worker -> worker.startAt(startNanos));
        for (int i = 0; i < workers.size(); i++) {
            Worker worker = workers.get(i);
            var thread = new Thread(() -> run(worker), "load-" + (i + 1));
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void run(Worker worker) {
        try {
            worker.run();
        } catch (RuntimeException | Error e) {
            crash.compareAndSet(null, e);
            stop(); // a run with a dead worker measures something else
        }
    }

    /** Cuts the run short. */
    public void stop() {
        workers.forEach(Worker::stop);
    }

    /** Waits until all threads have ended, at most about this long; returns whether they have. */
    public boolean join(Duration limit) throws InterruptedException {
        long deadline = clock.nanos() + limit.toNanos();
        for (Thread thread : threads) {
            long millis = Duration.ofNanos(deadline - clock.nanos()).toMillis();
            thread.join(Math.max(1, millis)); // 0 would mean for ever
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /** Returns what all workers have published, a twentieth of a second old at most. */
    public WorkerView view() {
        WorkerView sum = WorkerView.START;
        for (Worker worker : workers) {
            sum = sum.plus(worker.view());
        }
        return sum;
    }

    /** Returns the time since the start of the measured part; negative during the warm-up. */
    public Duration elapsed() {
        return Duration.ofNanos(clock.nanos() - startNanos - plan.warmupNanos());
    }

    /** Returns a reason why connects failed, OK if none did. */
    public FailureKind connectFailure() {
        return workers.stream()
                .map(worker -> worker.reach().lastFailure())
                .filter(kind -> kind != FailureKind.OK)
                .findFirst()
                .orElse(FailureKind.OK);
    }

    /** Returns what the last failed TLS handshake said; nothing if none failed. */
    public String tlsFailure() {
        return workers.stream()
                .map(worker -> worker.reach().lastTlsFailure())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns the seconds of the measured part that have ended since the last call, of all workers. */
    public List<SecondStats> takeSeconds() {
        return workers.stream()
                .flatMap(worker -> worker.stats().takeSeconds().stream())
                .toList();
    }

    /** Returns the CPU time of each worker in the measured part; all must have ended. */
    public List<Duration> cpuTimes() {
        return workers.stream()
                .map(worker -> Duration.ofNanos(worker.watch().cpuNanos()))
                .toList();
    }

    /** Returns how long the garbage collector stopped the JVM in the measured part; all must have ended. */
    public Duration collectorPauses() {
        return Duration.ofMillis(workers.stream()
                .mapToLong(worker -> worker.watch().pauseMillis())
                .max()
                .orElse(0));
    }

    /** Returns the sum of all workers, which must have ended; a worker's crash comes out here. */
    public WorkerStats stats() {
        if (crash.get() != null) {
            throw new IllegalStateException("a load worker crashed", crash.get());
        }
        var sum = new WorkerStats();
        workers.forEach(worker -> sum.add(worker.stats()));
        return sum;
    }

    /** Returns the length of the measured part: from its start to the last end of a request or the end of the run. */
    public Duration measured() {
        long nanos = 0;
        for (Worker worker : workers) {
            nanos = Math.max(nanos, worker.finishNanos() - startNanos - plan.warmupNanos());
        }
        return Duration.ofNanos(nanos);
    }
}
