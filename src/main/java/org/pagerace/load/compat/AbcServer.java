package org.pagerace.load.compat;

import java.nio.file.Path;
import java.util.List;
import org.pagerace.load.compat.ServerProcesses.Task;
import org.pagerace.load.compat.ServerProcesses.Ticks;

/** The server's processes over the sweep: what they use, and whether they are still the same. */
final class AbcServer {
    private final String name;
    private final ServerProcesses processes;
    private final AbcMachine machine;
    private final long usedAtStart;
    private List<Task> tasks;
    private int launches = 1;
    private Ticks used = new Ticks(0, 0);

    private AbcServer(String name, ServerProcesses processes, AbcMachine machine) {
        this.name = name;
        this.processes = processes;
        this.machine = machine;
        this.tasks = processes.find();
        this.usedAtStart = machine.usedKilobytes();
    }

    static AbcServer find(String name, AbcMachine machine) {
        int own = (int) ProcessHandle.current().pid();
        return new AbcServer(name, new ServerProcesses(Path.of("/proc"), name, own), machine);
    }

    boolean isThere() {
        return !tasks.isEmpty();
    }

    String topology() {
        return AbcText.topology(name, processes, tasks);
    }

    /** Starts to watch a round; looks first whether the processes have changed. */
    AbcSampler sample() {
        List<Task> now = processes.find();
        if (!now.equals(tasks)) {
            tasks = now;
            launches++;
        }
        return new AbcSampler(processes, machine, tasks, usedAtStart);
    }

    /** Adds the ticks of a round. */
    void used(Ticks more) {
        used = new Ticks(used.user() + more.user(), used.kernel() + more.kernel());
    }

    Ticks used() {
        return used;
    }

    int launches() {
        return launches;
    }
}
