package org.pagerace.load.engine;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** What the measured part takes of the machine. Written by a worker's thread; read after that has ended. */
final class DriverWatch {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private long beginCpuNanos;
    private long beginPauseMillis;
    private long cpuNanos;
    private long pauseMillis;

    void begin() {
        beginCpuNanos = threadNanos();
        beginPauseMillis = collectorMillis();
    }

    void end() {
        cpuNanos = threadNanos() - beginCpuNanos;
        pauseMillis = collectorMillis() - beginPauseMillis;
    }

    /** Returns the thread's user and system time together. */
    long cpuNanos() {
        return cpuNanos;
    }

    /** Returns how long the garbage collector stopped the whole JVM. */
    long pauseMillis() {
        return pauseMillis;
    }

    private static long threadNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
    }

    private static long collectorMillis() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            String name = collector.getName();
            boolean pauses = !name.contains("Concurrent") && !name.contains("Cycles"); // those run beside us
            sum += pauses ? Math.max(0, collector.getCollectionTime()) : 0;
        }
        return sum;
    }
}
