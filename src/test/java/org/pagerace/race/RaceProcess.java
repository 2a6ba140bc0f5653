package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** {@code java -jar pagerace.war race} as a user runs it, and every process it ever had. */
final class RaceProcess {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));

    /** The exit status after a SIGKILL. */
    static final int KILLED = 128 + 9;

    private final Path folder;
    private final Process process;
    private final Set<Long> family = new HashSet<>();
    private final Set<String> commandLines = new TreeSet<>();

    private RaceProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /** @param folder for its working folder, its configuration and what it prints */
    static RaceProcess start(Path folder, String... options) throws IOException {
        return new RaceProcess(folder, builder(folder, List.of(), options).start());
    }

    /** As above, where programs are found in {@code path} only. */
    static RaceProcess withPath(Path folder, Path path, String... options) throws IOException {
        ProcessBuilder builder = builder(folder, List.of(), options);
        builder.environment().put("PATH", path.toString());
        return new RaceProcess(folder, builder.start());
    }

    /** As above, in a process group of its own, as a shell gives it. */
    static RaceProcess inItsOwnGroup(Path folder, String... options) throws IOException {
        return new RaceProcess(
                folder, builder(folder, List.of("setsid"), options).start());
    }

    /** As above, with a disk of one page mounted on {@code disk}, which nobody else sees. */
    static RaceProcess withTinyDisk(Path folder, Path disk, String... options) throws IOException {
        return new RaceProcess(folder, tinyDisk(folder, disk, options).start());
    }

    /** As above, and the files of its servers are to be there. */
    static RaceProcess withTinyDiskForServers(Path folder, Path disk, String... options) throws IOException {
        ProcessBuilder builder = tinyDisk(folder, disk, options);
        builder.environment().put("XDG_RUNTIME_DIR", disk.toString());
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + disk);
        return new RaceProcess(folder, builder.start());
    }

    private static ProcessBuilder tinyDisk(Path folder, Path disk, String... options) throws IOException {
        String mount = "mount -t tmpfs -o size=4k tmpfs \"$1\" && shift && exec \"$@\"";
        return builder(folder, List.of("unshare", "--mount", "sh", "-c", mount, "sh", disk.toString()), options);
    }

    private static ProcessBuilder builder(Path folder, List<String> before, String... options) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", WAR.toString(), "race"));
        command.addAll(List.of(options));
        var builder = new ProcessBuilder(command)
                .directory(Files.createDirectories(folder.resolve("work")).toFile())
                .redirectOutput(folder.resolve("stdout").toFile())
                .redirectError(folder.resolve("stderr").toFile());
        // shared, since a new data folder costs seconds
        builder.environment()
                .put("PAGERACE_DATA", WAR.resolveSibling("test-data").toString());
        builder.environment()
                .put("PAGERACE_CACHE", WAR.resolveSibling("test-cache").toString());
        builder.environment().put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        // not used, since PAGERACE_CACHE is stronger; but all its children inherit it, and are known by it
        builder.environment().put("XDG_CACHE_HOME", mark(folder));
        return builder;
    }

    String output() {
        return read("stdout");
    }

    String errors() {
        return read("stderr");
    }

    String text() {
        return output() + "\n--- stderr\n" + errors();
    }

    /** Sends TERM to the first process alone. */
    void terminate() {
        process.destroy();
    }

    /** Sends what a terminal sends at Ctrl-C: INT to the whole group. */
    void interrupt() throws IOException, InterruptedException {
        if (!signal("INT", -process.pid())) {
            signal("INT", process.pid()); // it has just been started and leads no group yet
        }
    }

    void kill() {
        noteFamily();
        process.destroyForcibly();
    }

    /** @param target a pid, or the negative id of a group */
    static boolean signal(String name, long target) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-s", name, "--", Long.toString(target))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    /** Returns a process it has started, by words of its command line. */
    ProcessHandle child(String words) {
        return process.descendants()
                .filter(child -> commandLine(child.pid()).contains(words))
                .filter(child -> !commandLine(child.pid()).contains("/sh "))
                .findFirst()
                .orElseThrow();
    }

    private static String commandLine(long pid) {
        try { // ProcessHandle knows none of a process that has renamed itself, as nginx does
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                    .replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the exit status, once all its processes have ended too. */
    int end() throws InterruptedException {
        await("its end", () -> !process.isAlive());
        await("the end of its children", () -> left().isEmpty());
        try (Stream<Path> left = Files.list(folder.resolve("work"))) {
            assertEquals(List.of(), left.toList(), "nothing is left in the working folder");
            if (process.exitValue() != KILLED) { // after a SIGKILL the next run does it
                assertEquals(List.of(), runFolders());
            }
        } catch (IOException e) {
            fail(e);
        }
        return process.exitValue();
    }

    void await(String what, BooleanSupplier condition) throws InterruptedException {
        if (!await(Duration.ofSeconds(170), condition)) {
            process.destroyForcibly();
            fail("waited in vain for " + what + "\n" + text() + "\n" + left());
        }
    }

    /** Returns whether the condition came true within the time. */
    boolean await(Duration limit, BooleanSupplier condition) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            noteFamily();
            if (System.nanoTime() > deadlineNanos) {
                return false;
            }
            if (process.isAlive()) {
                process.waitFor(50, TimeUnit.MILLISECONDS);
            } else {
                LockSupport.parkNanos(50_000_000); // no event tells of the end of those that are not our children
            }
        }
        return true;
    }

    private void noteFamily() {
        process.descendants().forEach(member -> note(member.pid()));
        note(process.pid());
    }

    private void note(long pid) {
        family.add(pid);
        commandLines.add(commandLine(pid));
    }

    /** Returns the command lines of all its processes that we saw, as every user of the machine could. */
    Set<String> commandLines() {
        return commandLines;
    }

    /**
     * Returns what still lives of it: whom we saw, and those in their sessions; and whoever has its mark, for what was started
     * just before a SIGKILL nobody saw.
     */
    List<String> left() {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(entry -> entry.getFileName().toString().matches("\\d+"))
                    .filter(this::isOurs)
                    .map(entry -> commandLine(Long.parseLong(entry.getFileName().toString())))
                    .toList();
        } catch (IOException e) {
            return fail(e);
        }
    }

    private boolean isOurs(Path entry) {
        try {
            String stat = Files.readString(entry.resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 5); // state, ppid, pgrp, session
            return !fields[0].equals("Z")
                    && (family.contains(Long.valueOf(entry.getFileName().toString()))
                            || family.contains(Long.valueOf(fields[3]))
                            || Files.readString(entry.resolve("environ"), StandardCharsets.ISO_8859_1)
                                    .contains(mark(folder)));
        } catch (IOException e) {
            return false; // it has just ended, or is another user's
        }
    }

    private static String mark(Path folder) {
        return folder.resolve("mark-of-this-race").toString();
    }

    /** Returns the run folders that it has left: their markers hold the pid of who made them. */
    List<Path> runFolders() throws IOException {
        List<Path> left = new ArrayList<>();
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        for (String parent : new TreeSet<>(
                List.of(System.getProperty("java.io.tmpdir"), "/dev/shm", runtime == null ? "/dev/shm" : runtime))) {
            try (DirectoryStream<Path> markers = Files.newDirectoryStream(Path.of(parent), "pagerace-*")) {
                for (Path run : markers) {
                    if (family.contains(maker(run))) {
                        left.add(run);
                    }
                }
            }
        }
        return left;
    }

    private static long maker(Path run) {
        try {
            return Long.parseLong(
                    Files.readAllLines(run.resolve(".pagerace-run")).get(0));
        } catch (IOException | IndexOutOfBoundsException e) {
            return -1; // just being made or removed, and not by us: ours have ended
        }
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            return fail(e);
        }
    }
}
