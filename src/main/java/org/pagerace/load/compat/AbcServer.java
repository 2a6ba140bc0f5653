package org.pagerace.load.compat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.pagerace.load.compat.ServerProcesses.Task;
import org.pagerace.load.compat.ServerProcesses.Ticks;

/** The server's processes over the sweep: what they use, and whether they are still the same. */
final class AbcServer {
    private static final Pattern SAY_VERSION =
            Pattern.compile("(nginx|lighttpd|apache2|httpd|gwan|h2o|monkey|cherokee|php-fpm|php-cgi)[\\d.]*");
    private static final long VERSION_SECONDS = 2;

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
        Optional<Path> program = tasks.stream()
                .filter(task -> !task.isThread())
                .findFirst()
                .flatMap(task -> processes.program(task.id()))
                .map(Path::of);
        return AbcText.topology(name, processes, tasks)
                + program.map(path -> path + "\n" + version(path)).orElse("");
    }

    /** Whether {@code -v} makes a server of this name say its version and end. Others may do something else for it. */
    static boolean saysVersion(Path program) {
        String file = program.getFileName().toString();
        return SAY_VERSION.matcher(file).matches();
    }

    /** Asks the program for its version, as the original does, and returns the first line that it prints. */
    static String version(Path program) {
        if (!saysVersion(program)) {
            return "";
        }
        try {
            Process process = new ProcessBuilder(program.toString(), "-v")
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .start();
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                process.onExit()
                        .completeOnTimeout(process, VERSION_SECONDS, TimeUnit.SECONDS)
                        .join();
                return process.isAlive()
                        ? ""
                        : lines.lines()
                                .filter(line -> !line.isBlank())
                                .findFirst()
                                .map(line -> line.strip() + "\n")
                                .orElse("");
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            return ""; // not ours to run
        }
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
