package org.pagerace.sample;

import java.util.EnumMap;
import java.util.Map;
import org.pagerace.result.Metric;

/** CPU of the stack, the driver, the database and everybody else. */
final class ProcessProbe implements Probe {
    private static final Map<Party, Metric> CPU = new EnumMap<>(Map.of(
            Party.SERVER, Metric.SERVER_CPU,
            Party.DATABASE, Metric.DATABASE_CPU,
            Party.DRIVER, Metric.DRIVER_CPU));
    private static final String NOT_HERE = "its processes are not on this machine, or not known";
    private static final double MOST_OF_A_THREAD = 1;

    private final ProcessTable table;
    private final MachineProbe machine;
    private final Visibility visibility;
    private long lastNanos;
    private boolean known;

    /** @param machine looked at with this, since both together tell the foreign CPU */
    ProcessProbe(ProcessTable table, MachineProbe machine, Visibility visibility) {
        this.table = table;
        this.machine = machine;
        this.visibility = visibility;
    }

    @Override
    public void look(Journal journal) {
        long now = System.nanoTime();
        double programs = machine.look(journal, now);
        Map<Party, Member.Usage> used = table.look();
        if (known) {
            note(journal, now, used, programs);
        }
        known = true;
        lastNanos = now;
    }

    private void note(Journal journal, long now, Map<Party, Member.Usage> used, double programs) {
        double seconds = now - lastNanos;
        CPU.forEach((party, metric) -> {
            if (table.of(party).isEmpty()) {
                journal.unseen(metric, NOT_HERE);
            } else {
                journal.add(metric, now, usage(used, party).cpuNanos() / seconds);
            }
        });
        detail(journal, now, used, Party.SERVER, Metric.SERVER_BUSIEST_THREAD);
        detail(journal, now, used, Party.DRIVER, Metric.DRIVER_BUSIEST_THREAD);
        waits(journal, now, used, Party.SERVER, Metric.SERVER_CPU_WAIT);
        waits(journal, now, used, Party.DRIVER, Metric.DRIVER_CPU_WAIT);
        foreign(journal, now, used, programs);
    }

    private void detail(Journal journal, long now, Map<Party, Member.Usage> used, Party party, Metric metric) {
        double busiest = usage(used, party).busiestNanos() / (double) (now - lastNanos);
        if (table.of(party).isEmpty()) {
            journal.unseen(metric, NOT_HERE);
        } else if (!visibility.threads()) {
            journal.unseen(metric, "this kernel does not tell the CPU time of single threads in schedstat");
        } else { // reading takes its time too, so a busy thread's share may come out a little above
            journal.add(metric, now, Math.min(MOST_OF_A_THREAD, busiest));
        }
    }

    private void waits(Journal journal, long now, Map<Party, Member.Usage> used, Party party, Metric metric) {
        if (table.of(party).isEmpty()) {
            journal.unseen(metric, NOT_HERE);
        } else if (visibility.waits()) {
            journal.add(metric, now, usage(used, party).waitNanos() / (double) (now - lastNanos));
        } else {
            journal.unseen(metric, "this kernel does not keep account of waiting for a processor");
        }
    }

    private void foreign(Journal journal, long now, Map<Party, Member.Usage> used, double programs) {
        double foreign = usage(used, Party.FOREIGN).cpuNanos() / (double) (now - lastNanos);
        if (!visibility.allProcesses()) { // a container's /proc lists its own processes, but counts all CPU
            double known = 0;
            for (Member.Usage usage : used.values()) {
                known += usage.cpuNanos() / (double) (now - lastNanos);
            }
            foreign += Math.max(0, programs - known);
        }
        journal.add(Metric.FOREIGN_CPU, now, foreign);
    }

    private static Member.Usage usage(Map<Party, Member.Usage> used, Party party) {
        return used.getOrDefault(party, Member.Usage.NONE);
    }
}
