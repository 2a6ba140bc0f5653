package org.pagerace.pages;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The virtual machine and the machine below it: figures, no paths, no host name, no process id. */
final class MachineSections {
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    // made once by the platform, but most are looked up anew each time it is asked, some 15 us for a page
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final RuntimeMXBean RUNTIME = ManagementFactory.getRuntimeMXBean();
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final List<MemoryPoolMXBean> MEMORY_POOLS = ManagementFactory.getMemoryPoolMXBeans();
    private static final List<BufferPoolMXBean> BUFFER_POOLS =
            ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class);
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean(); // null with -Xint

    private MachineSections() {}

    static void general(InfoWriter out, InfoRequest in) {
        Build build = in.application().build();
        out.table();
        property(out, "System", "os.name");
        property(out, "System Version", "os.version");
        property(out, "Architecture", "os.arch");
        out.info("Processors", Runtime.getRuntime().availableProcessors());
        SystemFigures.Sample system = in.application().systemFigures().sample();
        out.info("Memory, as limited by a container", Redaction.bytes(system.memoryTotal()));
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
                Redaction.fact(Instant.ofEpochMilli(RUNTIME.getStartTime()).toString()));
        out.info(
                "Application Started", Redaction.fact(in.application().started().toString()));
        out.info("Uptime", Redaction.fact(inWords(Duration.ofMillis(RUNTIME.getUptime()))));
        out.info("Pagerace", Redaction.fact(build.version()));
        out.info("Pagerace Commit", Redaction.fact(build.commit()));
        out.endTable();
    }

    /** Days, then hours, minutes and seconds with their thousandths. */
    static String inWords(Duration uptime) {
        return String.format(
                Locale.ROOT,
                "%d d %02d:%02d:%02d.%03d",
                uptime.toDays(),
                uptime.toHoursPart(),
                uptime.toMinutesPart(),
                uptime.toSecondsPart(),
                uptime.toMillisPart());
    }

    private static void property(InfoWriter out, String label, String key) {
        out.info(label, Redaction.property(key, System.getProperty(key, "")));
    }

    static void memory(InfoWriter out, InfoRequest in) {
        out.table("Memory", "Used", "Committed", "Maximum");
        usage(out, "Heap", MEMORY.getHeapMemoryUsage());
        usage(out, "Outside the heap", MEMORY.getNonHeapMemoryUsage());
        for (MemoryPoolMXBean pool : MEMORY_POOLS) {
            usage(out, pool.getName(), pool.getUsage());
        }
        out.endTable();
        out.table("Buffers", "Count", "Used", "Capacity");
        for (BufferPoolMXBean pool : BUFFER_POOLS) {
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
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            out.info(
                    Redaction.fact(collector.getName()),
                    Redaction.number(collector.getCollectionCount()),
                    Redaction.number(collector.getCollectionTime()));
        }
        out.endTable();
    }

    static void threads(InfoWriter out, InfoRequest in) {
        out.table();
        out.info("Live", THREADS.getThreadCount());
        out.info("Daemon", THREADS.getDaemonThreadCount());
        out.info("Peak", THREADS.getPeakThreadCount());
        out.info("Started", THREADS.getTotalStartedThreadCount());
        out.info("Virtual threads", Redaction.flag(Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS));
        out.endTable();

        Map<Thread.State, Integer> counts = new EnumMap<>(Thread.State.class);
        for (ThreadInfo info : THREADS.getThreadInfo(THREADS.getAllThreadIds())) { // without stacks, so without a pause
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
        out.table();
        out.info("Loaded now", CLASSES.getLoadedClassCount());
        out.info("Loaded in all", CLASSES.getTotalLoadedClassCount());
        out.info("Unloaded", CLASSES.getUnloadedClassCount());
        out.info("Compiler", Redaction.fact(COMPILER == null ? null : COMPILER.getName()));
        if (COMPILER != null && COMPILER.isCompilationTimeMonitoringSupported()) {
            out.info("Compile time in ms", COMPILER.getTotalCompilationTime());
        }
        out.endTable();
    }

    static void limits(InfoWriter out, InfoRequest in) {
        SystemFigures.Sample sample = in.application().systemFigures().sample();
        out.table();
        if (SYSTEM instanceof UnixOperatingSystemMXBean unix) {
            out.info("Open descriptors", sample.openDescriptors());
            out.info("Maximum descriptors", unix.getMaxFileDescriptorCount());
        }
        out.info("Virtual memory committed", Redaction.bytes(sample.virtualMemory()));
        out.info("Memory free", Redaction.bytes(sample.memoryFree()));
        out.info("Memory total", Redaction.bytes(sample.memoryTotal()));
        out.info("Swap free", Redaction.bytes(sample.swapFree()));
        out.info("Swap total", Redaction.bytes(sample.swapTotal()));
        out.info("CPU time of this process in ns", sample.cpuTimeNanos());
        out.info("The figures above as of", Redaction.fact(sample.readAt().toString()));
        double load = SYSTEM.getSystemLoadAverage();
        out.info("Load average", Redaction.fact(load < 0 ? null : String.format(Locale.ROOT, "%.2f", load)));
        out.endTable();
    }
}
