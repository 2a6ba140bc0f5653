package org.pagerace.pages;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/** The virtual machine and the machine below it: figures, no paths, no host name, no process id. */
final class MachineSections {
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private MachineSections() {}

    static void general(InfoWriter out, InfoRequest in) {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        Build build = in.application().build();
        out.table();
        property(out, "System", "os.name");
        property(out, "System Version", "os.version");
        property(out, "Architecture", "os.arch");
        out.info("Processors", Runtime.getRuntime().availableProcessors());
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        out.info("Memory, as limited by a container", system.getTotalMemorySize());
        property(out, "Java Version", "java.version");
        property(out, "Build Date", "java.version.date");
        property(out, "Vendor", "java.vendor");
        property(out, "Vendor Version", "java.vendor.version");
        property(out, "Virtual Machine", "java.vm.name");
        property(out, "Virtual Machine Vendor", "java.vm.vendor");
        property(out, "Virtual Machine Version", "java.vm.version");
        property(out, "Virtual Machine Mode", "java.vm.info");
        property(out, "Class File Version", "java.class.version");
        out.info(
                "Started",
                Redaction.fact(Instant.ofEpochMilli(runtime.getStartTime()).toString()));
        out.info(
                "Application Started", Redaction.fact(in.application().started().toString()));
        out.info("Uptime", Redaction.fact(Duration.ofMillis(runtime.getUptime()).toString()));
        out.info("Pagerace", Redaction.fact(build.version()));
        out.info("Pagerace Commit", Redaction.fact(build.commit()));
        out.endTable();
    }

    private static void property(InfoWriter out, String label, String key) {
        out.info(label, Redaction.property(key, System.getProperty(key, "")));
    }

    static void memory(InfoWriter out, InfoRequest in) {
        out.table("Memory", "Used", "Committed", "Maximum");
        usage(out, "Heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage());
        usage(out, "Outside the heap", ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage());
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            usage(out, pool.getName(), pool.getUsage());
        }
        out.endTable();
        out.table("Buffers", "Count", "Used", "Capacity");
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            out.info(
                    Redaction.fact(pool.getName()),
                    Redaction.number(pool.getCount()),
                    Redaction.number(pool.getMemoryUsed()),
                    Redaction.number(pool.getTotalCapacity()));
        }
        out.endTable();
    }

    private static void usage(InfoWriter out, String name, MemoryUsage usage) {
        out.info(
                Redaction.fact(name),
                Redaction.number(usage.getUsed()),
                Redaction.number(usage.getCommitted()),
                usage.getMax() < 0 ? Redaction.fact("no limit") : Redaction.number(usage.getMax()));
    }

    static void gc(InfoWriter out, InfoRequest in) {
        out.table("Collector", "Collections", "Time in ms");
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            out.info(
                    Redaction.fact(collector.getName()),
                    Redaction.number(collector.getCollectionCount()),
                    Redaction.number(collector.getCollectionTime()));
        }
        out.endTable();
    }

    static void threads(InfoWriter out, InfoRequest in) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        out.table();
        out.info("Live", threads.getThreadCount());
        out.info("Daemon", threads.getDaemonThreadCount());
        out.info("Peak", threads.getPeakThreadCount());
        out.info("Started", threads.getTotalStartedThreadCount());
        out.info("Virtual threads", Redaction.flag(Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS));
        out.endTable();

        Map<Thread.State, Integer> counts = new EnumMap<>(Thread.State.class);
        for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) { // without stacks, so without a pause
            if (info != null) { // it has ended meanwhile
                counts.merge(info.getThreadState(), 1, Integer::sum);
            }
        }
        out.table("State", "Threads");
        for (Thread.State state : Thread.State.values()) {
            out.info(state.name(), counts.getOrDefault(state, 0));
        }
        out.endTable();
    }

    static void classes(InfoWriter out, InfoRequest in) {
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        out.table();
        out.info("Loaded now", classes.getLoadedClassCount());
        out.info("Loaded in all", classes.getTotalLoadedClassCount());
        out.info("Unloaded", classes.getUnloadedClassCount());
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        out.info("Compiler", Redaction.fact(compiler == null ? null : compiler.getName())); // none with -Xint
        if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
            out.info("Compile time in ms", compiler.getTotalCompilationTime());
        }
        out.endTable();
    }

    static void limits(InfoWriter out, InfoRequest in) {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        out.table();
        if (system instanceof UnixOperatingSystemMXBean unix) {
            out.info("Open descriptors", unix.getOpenFileDescriptorCount());
            out.info("Maximum descriptors", unix.getMaxFileDescriptorCount());
        }
        out.info("Virtual memory committed", system.getCommittedVirtualMemorySize());
        out.info("Memory free", system.getFreeMemorySize());
        out.info("Memory total", system.getTotalMemorySize());
        out.info("Swap free", system.getFreeSwapSpaceSize());
        out.info("Swap total", system.getTotalSwapSpaceSize());
        out.info("CPU time of this process in ns", system.getProcessCpuTime());
        out.info("Load average in %", Math.round(100 * system.getSystemLoadAverage()));
        out.endTable();
    }
}
