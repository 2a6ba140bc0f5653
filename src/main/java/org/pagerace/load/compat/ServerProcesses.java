package org.pagerace.load.compat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The processes and threads whose name contains a text, as {@code ps -eL | grep -i} finds them; read from Linux's
 * {@code /proc}, or from a folder that looks like it.
 */
final class ServerProcesses {
    private static final long PAGE_BYTES = 4096;
    private static final int TICKS_PER_PROCESS = 4;
    /** Fields of /proc/PID/stat after the name: state is the first. */
    private static final int USER_TICKS = 11;

    private final Path proc;
    private final String name;
    private final int own;

    /**
     * One task.
     *
     * @param process the process it belongs to
     */
    record Task(int process, int id) {
        boolean isThread() {
            return process != id;
        }
    }

    /** Clock ticks of the processes, those of their ended children included. */
    record Ticks(long user, long kernel) {
        Ticks minus(Ticks earlier) {
            return new Ticks(user - earlier.user, kernel - earlier.kernel);
        }
    }

    /** @param own the process that asks and must not find itself */
    ServerProcesses(Path proc, String name, int own) {
        this.proc = proc;
        this.name = name.toLowerCase(Locale.ROOT);
        this.own = own;
    }

    /** Returns what there is now, in the order of the ids. */
    List<Task> find() {
        var tasks = new ArrayList<Task>();
        for (int process : numbers(proc)) {
            if (process == own) {
                continue;
            }
            for (int id : numbers(proc.resolve(process + "/task"))) {
                String comm = text(proc.resolve(process + "/task/" + id + "/comm"));
                if (comm.toLowerCase(Locale.ROOT).contains(name)) {
                    tasks.add(new Task(process, id));
                }
            }
        }
        return tasks;
    }

    private static List<Integer> numbers(Path folder) {
        var numbers = new ArrayList<Integer>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "[0-9]*")) {
            for (Path entry : entries) {
                numbers.add(Integer.parseInt(entry.getFileName().toString()));
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of(); // it has ended meanwhile
        }
        numbers.sort(null);
        return numbers;
    }

    /** Returns the ticks that the processes among these have used; what has ended counts nothing. */
    Ticks ticks(List<Task> tasks) {
        long user = 0;
        long kernel = 0;
        for (Task task : tasks) {
            String[] stat = task.isThread() ? new String[0] : stat(task.id());
            if (stat.length >= USER_TICKS + TICKS_PER_PROCESS) {
                user += Long.parseLong(stat[USER_TICKS]) + Long.parseLong(stat[USER_TICKS + 2]);
                kernel += Long.parseLong(stat[USER_TICKS + 1]) + Long.parseLong(stat[USER_TICKS + 3]);
            }
        }
        return new Ticks(user, kernel);
    }

    private String[] stat(int process) {
        String stat = text(proc.resolve(process + "/stat"));
        int nameEnd = stat.lastIndexOf(')'); // the name may hold blanks and parentheses
        return nameEnd < 0 ? new String[0] : stat.substring(nameEnd + 1).strip().split(" ", -1);
    }

    /** Returns the resident memory of one process in bytes; 0 if it has ended. */
    long residentBytes(int process) {
        String[] statm = text(proc.resolve(process + "/statm")).split(" ", -1);
        return statm.length < 2 ? 0 : Long.parseLong(statm[1].strip()) * PAGE_BYTES;
    }

    /** Returns the sum of the processes among these, in bytes. */
    long residentBytes(List<Task> tasks) {
        return tasks.stream()
                .filter(task -> !task.isThread())
                .mapToLong(task -> residentBytes(task.id()))
                .sum();
    }

    /** Returns the program of a process, if we may know it. */
    Optional<String> program(int process) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(proc.resolve(process + "/exe")).toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
