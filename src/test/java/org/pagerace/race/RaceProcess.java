package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** {@code java -jar pagerace.war race} as a user runs it, and every process it ever had. */
final class RaceProcess {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));

    private final Path folder;
    private final Process process;
    private final Set<ProcessHandle> family = new HashSet<>();

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

    /** As above, with a disk of one page mounted on {@code disk}, which nobody else sees. */
    static RaceProcess withTinyDisk(Path folder, Path disk, String... options) throws IOException {
        String mount = "mount -t tmpfs -o size=4k tmpfs \"$1\" && shift && exec \"$@\"";
        List<String> before = List.of("unshare", "--mount", "sh", "-c", mount, "sh", disk.toString());
        return new RaceProcess(folder, builder(folder, before, options).start());
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

    /** Sends what Ctrl-C sends. */
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    /** Sends what a service manager sends. */
    void terminate() {
        process.destroy();
    }

    /** Returns a process it has started, by words of its command line. */
    ProcessHandle child(String words) {
        return process.descendants()
                .filter(child -> commandLine(child).contains(words))
                .filter(child -> !commandLine(child).contains("/sh "))
                .findFirst()
                .orElseThrow();
    }

    private static String commandLine(ProcessHandle process) {
        try { // ProcessHandle knows none of a process that has renamed itself, as nginx does
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
                    .replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the exit status, once all its processes have ended too. */
    int end() throws InterruptedException {
        await("its end", () -> !process.isAlive());
        await("the end of its children", () -> family.stream().noneMatch(ProcessHandle::isAlive));
        try (Stream<Path> left = Files.list(folder.resolve("work"))) {
            assertEquals(List.of(), left.toList(), "nothing is left in the working folder");
        } catch (IOException e) {
            fail(e);
        }
        return process.exitValue();
    }

    void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(170).toNanos();
        while (!condition.getAsBoolean()) {
            process.descendants().forEach(family::add);
            if (System.nanoTime() > deadlineNanos) {
                process.destroyForcibly();
                fail("waited in vain for " + what + "\n" + text() + "\n" + family);
            }
            process.waitFor(50, TimeUnit.MILLISECONDS);
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
