package org.pagerace.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the servers of a run live: on this machine as it is, or in a network namespace of it.
 *
 * @param prefix words before a command that start it there; none where no words are needed
 * @param host the address that servers bind
 * @param client the address that whoever asks them has
 */
public record Place(List<String> prefix, String host, String client) {
    /** Beside this process, on the loopback address. */
    public static final Place HERE = new Place(List.of(), "127.0.0.1", "127.0.0.1");

    private static final String TASKSET = "taskset"; // of util-linux
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    public Place {
        prefix = List.copyOf(prefix);
    }

    /** Returns the command that starts {@code command} there; it becomes that command, so its pid is the same. */
    public List<String> command(List<String> command) {
        return Stream.concat(prefix.stream(), command.stream()).toList();
    }

    /** Whether servers can be held to some of the cores here: {@link #ofCores} needs Linux and util-linux. */
    public static boolean canHoldToCores() {
        return Files.isReadable(STATUS) && Programs.find(TASKSET).isPresent();
    }

    /**
     * Returns the words before a command that hold it and all its children to so many cores, the first of those that this process
     * may use; none where that is all of them. They become the command, so its pid is the same.
     *
     * @throws ProcessException it cannot be told which cores there are
     */
    public static List<String> ofCores(int cores) throws ProcessException {
        if (cores >= Runtime.getRuntime().availableProcessors()) {
            return List.of();
        }
        List<Integer> allowed;
        try {
            allowed = allowed(Files.readString(STATUS));
        } catch (IOException | NumberFormatException e) {
            throw new ProcessException("cannot tell which cores may be used: " + e.getMessage(), e);
        }
        String list = allowed.stream()
                .limit(cores)
                .map(core -> Integer.toString(core))
                .collect(Collectors.joining(","));
        return List.of(TASKSET, "-c", list);
    }

    /** Reads the line {@code Cpus_allowed_list: 0-3,8} of a status file; empty without it. */
    static List<Integer> allowed(String status) {
        List<Integer> cores = new ArrayList<>();
        status.lines()
                .filter(line -> line.startsWith(ALLOWED))
                .flatMap(line ->
                        Stream.of(line.substring(ALLOWED.length()).strip().split(",", -1)))
                .map(range -> range.split("-", 2))
                .forEach(ends -> {
                    for (int core = Integer.parseInt(ends[0]);
                            core <= Integer.parseInt(ends[ends.length - 1]);
                            core++) {
                        cores.add(core);
                    }
                });
        return cores;
    }
}
