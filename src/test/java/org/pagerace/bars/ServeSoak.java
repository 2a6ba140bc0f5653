package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.result.Json;
import org.pagerace.result.LoadDocument;
import org.pagerace.result.LoadResult;
import org.pagerace.statistics.Trend;

/**
 * Server and driver under load for long: neither grows. No part of a usual build: {@code -Psoak} runs it alone, for
 * {@code -Dpagerace.soak} minutes.
 */
class ServeSoak {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final double MINUTES = Double.parseDouble(System.getProperty("pagerace.soak"));
    private static final Duration LENGTH = Duration.ofMillis((long) (MINUTES * 60_000));
    private static final int LOOKS = 40;

    /** What is loaded, compiled and cached once for all comes first, and is no leak. */
    private static final int SETTLING = LOOKS / 4;

    /** Its last line; the collection before it leaves only what is in use. */
    private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");

    @TempDir
    Path folder;

    private final List<Process> children = new ArrayList<>();

    @AfterEach
    void stop() throws InterruptedException {
        for (Process child : children) {
            child.destroy();
            assertTrue(child.waitFor(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void serveAndLoad_forLong_heapDescriptorsAndThreadsStayFlat() throws Exception {
        Path portFile = folder.resolve("port");
        Process serve = start("serve", "serve", "--port", "0", "--port-file", portFile.toString());
        awaitFile(portFile, serve);
        String base = "http://127.0.0.1:" + Files.readString(portFile).strip();
        Process driver = load("kept", "-c", "16", base + "/db", base + "/info", base + "/jquery-1.7.1.min.js");
        load("new", "--no-keepalive", "--rate", "100", "-c", "4", base + "/db", base + "/welcome.html");
        load("large", "--rate", "20", "-c", "4", base + "/open", base + "/index.html");

        List<Usage> ofServe = new ArrayList<>();
        List<Usage> ofDriver = new ArrayList<>();
        long startNanos = System.nanoTime();
        for (int look = 1; look <= LOOKS; look++) {
            long dueNanos = startNanos + LENGTH.toNanos() * look / (LOOKS + 1);
            serve.waitFor(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
            assertTrue(serve.isAlive() && driver.isAlive(), this::said);
            ofServe.add(look(serve));
            ofDriver.add(look(driver));
        }
        long answers = 0;
        for (Process child : children.subList(1, children.size())) {
            assertTrue(child.waitFor(60, TimeUnit.SECONDS), this::said);
            assertEquals(0, child.exitValue(), this::said); // --fail-if: not one answer was wrong
        }
        for (String name : List.of("kept", "new", "large")) {
            answers += Json.read(folder.resolve(name + ".json"), LoadDocument.class).results().stream()
                    .mapToLong(LoadResult::ok)
                    .sum();
        }
        System.out.println(String.format(
                Locale.ROOT,
                "soak: %.0f min, %,d right answers and no other; serve: %s; driver: %s",
                MINUTES,
                answers,
                summary(ofServe),
                summary(ofDriver)));
        assertFlat("serve", ofServe);
        assertFlat("driver", ofDriver);
    }

    /** What a process holds at one moment. */
    private record Usage(double heapBytes, double descriptors, double threads) {}

    private static Usage look(Process process) throws IOException, InterruptedException {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        return new Usage(
                heapAfterCollection(process.pid()), entries(proc.resolve("fd")), entries(proc.resolve("task")));
    }

    private static double heapAfterCollection(long pid) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process ask = new ProcessBuilder(jcmd, Long.toString(pid), "GC.class_histogram").start();
        String histogram = new String(ask.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, ask.waitFor());
        Matcher total = TOTAL.matcher(histogram);
        assertTrue(total.find(), "no total");
        return Double.parseDouble(total.group(1));
    }

    private static double entries(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }

    private static void assertFlat(String who, List<Usage> looks) {
        assertEquals(
                Optional.empty(), Trend.rise(heap(looks)), who + ": heap after GC " + Arrays.toString(heap(looks)));
        double[] descriptors =
                settled(looks).stream().mapToDouble(Usage::descriptors).toArray();
        assertEquals(Optional.empty(), Trend.rise(descriptors), who + ": descriptors " + Arrays.toString(descriptors));
        double[] threads = settled(looks).stream().mapToDouble(Usage::threads).toArray();
        assertEquals(Optional.empty(), Trend.rise(threads), who + ": threads " + Arrays.toString(threads));
    }

    private static double[] heap(List<Usage> looks) {
        return settled(looks).stream().mapToDouble(Usage::heapBytes).toArray();
    }

    private static List<Usage> settled(List<Usage> looks) {
        return looks.subList(SETTLING, looks.size());
    }

    private static String summary(List<Usage> looks) {
        Usage first = settled(looks).get(0);
        Usage last = looks.get(looks.size() - 1);
        return String.format(
                Locale.ROOT,
                "heap after GC %.2f -> %.2f MB, descriptors %.0f -> %.0f, threads %.0f -> %.0f",
                first.heapBytes() / 1e6,
                last.heapBytes() / 1e6,
                first.descriptors(),
                last.descriptors(),
                first.threads(),
                last.threads());
    }

    private Process load(String name, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "load",
                "-d",
                LENGTH.toMillis() + "ms",
                "--json",
                folder.resolve(name + ".json").toString(),
                "--fail-if",
                "errors>0"));
        arguments.addAll(List.of(options));
        return start(name, arguments.toArray(String[]::new));
    }

    private Process start(String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", WAR.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".txt").toFile());
        builder.environment()
                .put("PAGERACE_CACHE", WAR.resolveSibling("test-cache").toString());
        builder.environment().put("PAGERACE_DATA", folder.resolve("data").toString());
        Process child = builder.start();
        children.add(child);
        return child;
    }

    private void awaitFile(Path file, Process maker) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(file)) {
            assertTrue(maker.isAlive() && System.nanoTime() - deadlineNanos < 0, this::said);
            maker.waitFor(20, TimeUnit.MILLISECONDS);
        }
    }

    private String said() {
        try (Stream<Path> texts = Files.list(folder)) {
            var all = new StringBuilder();
            for (Path text :
                    texts.filter(file -> file.toString().endsWith(".txt")).toList()) {
                all.append(text.getFileName()).append(":\n").append(Files.readString(text));
            }
            return all.toString();
        } catch (IOException e) {
            return fail(e);
        }
    }
}
