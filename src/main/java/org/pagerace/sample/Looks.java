package org.pagerace.sample;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.pagerace.result.Metric;

/** All sources of one stack together. For one thread. */
final class Looks implements AutoCloseable {
    private static final String ROOT = "/proc";
    private static final Visibility VISIBILITY = Visibility.of(new ProcFiles(ROOT, 0), ROOT);
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    /** Of more processes nobody binds each to a processor of its own, and all are of one control group. */
    private static final int BOUND = 8;

    private final Sources sources;
    private final Journal journal;
    private final ProcessTable table;
    private final List<Probe> probes;
    private final LineProbe line;
    private final StatusProbes status;
    private final WindowReader windows;
    private final MemoryReader memory;
    private final CpuLimit limit;

    Looks(Sources sources, Journal journal) {
        this.sources = sources;
        this.journal = journal;
        ProcFiles proc = sources.files();
        // a process's folder shows the network namespace in which that process is
        String net =
                sources.server().stream().findFirst().map(pid -> pid + "/net").orElse("self/net");
        var network = new NetworkProbe(proc, net, sources);
        table = new ProcessTable(proc, sources, ProcessHandle.current().pid());
        line = new LineProbe(proc, net, sources);
        status = new StatusProbes(sources.status(), network);
        windows = new WindowReader(sources);
        memory = new MemoryReader(proc);
        limit = new CpuLimit(proc, GROUPS);
        var processes = new ProcessProbe(table, new MachineProbe(proc), VISIBILITY);
        // what may wait for an answer comes last
        probes = List.of(processes, line, network, new TreeProbe(proc, table), this::database, status);
    }

    /** Asks what needs time: before the measured part. */
    void prepare() {
        line.lookAtQueue(journal);
        sources.tools().learnLengths(sources.listens());
    }

    void all() {
        probes.forEach(probe -> probe.look(journal));
    }

    void line() {
        line.look(journal);
    }

    /** Asks what needs a process of its own, but can be seen under load only: once. */
    void windows() {
        windows.read(journal);
    }

    boolean hasLine() {
        return sources.line().isPresent();
    }

    /**
     * Asks what needs time or changes slowly: after the measured part.
     *
     * @param thorough whether memory is wanted too
     */
    void end(boolean thorough) {
        line.lookAtQueue(journal);
        List<Member> server = table.of(Party.SERVER);
        if (thorough) {
            memory.read(journal, server);
        }
        journal.unseen(
                "asking for it takes long, so it is asked for in some rounds only",
                Metric.SERVER_MEMORY,
                Metric.CLIENT_WINDOW_FULL,
                Metric.CLIENT_UNREAD);
        limit(Metric.SERVER_CPU_LIMIT, server);
        limit(Metric.DATABASE_CPU_LIMIT, table.of(Party.DATABASE));
        status.end(journal);
    }

    private void limit(Metric metric, List<Member> members) {
        OptionalDouble processors =
                limit.of(members.stream().limit(BOUND).map(Member::pid).toList());
        if (processors.isPresent()) {
            journal.constant(metric, processors.getAsDouble());
        } else {
            journal.unseen(metric, "its processes are not on this machine, or not known");
        }
    }

    private void database(Journal into) {
        if (sources.databaseRunning().isEmpty()) {
            into.unseen(Metric.DATABASE_RUNNING, "nobody may ask the database server, or there is none");
            return;
        }
        Supplier<OptionalInt> running = sources.databaseRunning().get();
        OptionalInt number = running.get();
        if (number.isPresent()) {
            into.standing(Metric.DATABASE_RUNNING, System.nanoTime(), number.getAsInt());
        } else {
            into.unseen(Metric.DATABASE_RUNNING, "the database server did not answer");
        }
    }

    long costNanos() {
        return status.costNanos();
    }

    @Override
    public void close() {
        status.close();
    }
}
