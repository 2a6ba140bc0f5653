package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.Peers;
import org.pagerace.network.Enclosure;
import org.pagerace.network.LineRate;
import org.pagerace.network.LinkException;
import org.pagerace.report.OutputFolder;
import org.pagerace.result.Calibration.LineCeiling;
import org.pagerace.result.Ethernet;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.verdict.Cause;
import org.pagerace.verdict.Judge;
import org.pagerace.verdict.Verdict;

/** {@code race --link}, as root runs it: what the line carries, and that nothing of it stays, however the race ends. */
@Timeout(180)
class LinkIT {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final Path STACKS = Path.of("src", "main", "php", "stacks");
    private static final Path INTERFACES = Path.of("/sys/class/net");
    private static final LineRate RATE = LineRate.parse("100mbit");
    private static final String[] LONG = {
        "--link", "100mbit", "--time", "60s", "--stacks", "jetty,nginx-fpm", "--pages", "jquery,db"
    };

    @TempDir
    Path folder;

    private final List<Run> runs = new ArrayList<>();
    private List<String> interfaces;

    @BeforeEach
    void requireNamespaces() throws Exception {
        String problem = "";
        try {
            Enclosure.require(RATE);
        } catch (LinkException e) {
            problem = e.getMessage();
        }
        Peers.requireNamespaces(problem.isEmpty(), "--link: " + problem);
        Availability nginx =
                Availability.of(StackCatalog.load(STACKS, Optional.empty()).find("nginx-fpm"));
        Peers.require(nginx.installed(), "nginx-fpm: " + nginx.reason());
        interfaces = interfaces();
    }

    /** The namespaces have no names: each is there as long as a process is in it. */
    @AfterEach
    void requireNothingLeft() throws Exception {
        for (Run run : runs) {
            run.await("the end of all in its namespaces", () -> run.members().isEmpty());
        }
        assertEquals(interfaces, interfaces());
    }

    private static List<String> interfaces() throws IOException {
        try (Stream<Path> names = Files.list(INTERFACES)) {
            return names.map(Path::toString).sorted().toList();
        }
    }

    /** The row of the article that shows its line best, since the size of its page is known: 124.65 a second. */
    @Test
    void race_pageThatFillsTheLine_runsAtTheWiresRateOnEveryStack() throws Exception {
        Path out = folder.resolve("out");
        Run run = start(
                "--link",
                "100mbit",
                "--protocol",
                "ab",
                "--time",
                "16s",
                "--rounds",
                "3",
                "--stacks",
                "jetty,nginx-fpm",
                "--pages",
                "jquery",
                "--db",
                "none",
                "--out",
                out.toString());
        assertEquals(0, run.end(), run::text);
        assertTrue(run.errors().contains("100 Mbit/s carries at most 124.8/s of jquery (93,868 bytes)"), run::text);
        RaceResult result = OutputFolder.read(out);
        assertEquals(100_000_000, result.plan().link().orElseThrow().bitsPerSecond());
        assertEquals(
                List.of("jquery"),
                result.calibration().lines().stream().map(LineCeiling::page).toList());
        assertEquals(124.8, result.calibration().lines().get(0).mostPerSecond(), 0.05);
        assertTrue(run.output().contains("note: Between driver and servers there is a line of 100 Mbit/s"), run::text);
        List<RoundResult> concurrent = result.rounds().stream()
                .filter(round -> round.mode().equals("c100"))
                .toList();
        double line = Ethernet.responsesPerSecond(RATE.bitsPerSecond(), 93_868 + 250, true);
        for (String stack : result.plan().stacks()) {
            double[] rates = concurrent.stream()
                    .filter(round -> round.stack().equals(stack))
                    .mapToDouble(round -> round.load().perSecond())
                    .sorted()
                    .toArray();
            assertEquals(3, rates.length, stack);
            assertEquals(line, rates[1], 0.03 * line, stack + ": the median of three");
            Verdict verdict = new Judge(result).verdict("c100", "jquery", stack);
            assertEquals(Cause.NETWORK_LINE_RATE, verdict.limits().get(0).cause(), verdict::toString);
        }
        assertTrue(concurrent.stream().allMatch(round -> round.load().failed() == 0), run::text);
    }

    /**
     * The rows of the big pages, 19.3 a second whoever sends them: a file, and a program that sends it. A thousand requests, as in
     * the article, would take a minute each; two connections fill the line as well, and leave at most two answers half counted.
     */
    @Test
    void race_bigPages_runAtTheArticlesRateOnEveryStack() throws Exception {
        Path out = folder.resolve("out");
        Run run = start(
                "--link",
                "100mbit",
                "--time",
                "44s",
                "--rounds",
                "3",
                "-c",
                "2",
                "--stacks",
                "jetty,nginx-fpm",
                "--pages",
                "index,open",
                "--db",
                "none",
                "--out",
                out.toString());
        assertEquals(0, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        String mode = result.plan().modes().get(0).name();
        var judge = new Judge(result);
        for (String page : List.of("index", "open")) {
            for (String stack : result.plan().stacks()) {
                double[] rates = result.rounds().stream()
                        .filter(round ->
                                round.stack().equals(stack) && round.page().equals(page))
                        .mapToDouble(round -> round.load().perSecond())
                        .sorted()
                        .toArray();
                assertEquals(3, rates.length, stack);
                assertEquals(19.3, rates[1], 0.03 * 19.3, stack + " " + page + ": the median of three");
                Verdict verdict = judge.verdict(mode, page, stack);
                assertEquals(Cause.NETWORK_LINE_RATE, verdict.limits().get(0).cause(), verdict::toString);
            }
        }
    }

    @Test
    void equal_allPages_areEqualThroughTheLine() throws Exception {
        Run run = start("equal", "--link", "1gbit", "--stacks", "jetty,nginx-fpm");
        assertEquals(0, run.end(), run::text);
        assertTrue(run.output().contains("nginx-fpm  1 SELECT, 1 connect "), run::text);
        assertTrue(run.output().contains("\nEQUAL: two stacks"), run::text);
    }

    /** As a terminal does it: the whole foreground group gets the signal. */
    @Test
    void race_interrupted_endsWith130AndAPartialResult() throws Exception {
        Path out = folder.resolve("out");
        Run run = start(with(LONG, "--out", out.toString()));
        run.awaitDriver();
        signal("INT", -run.process.pid());
        assertEquals(130, run.end(), run::text);
        assertTrue(OutputFolder.read(out).incomplete().orElse("").startsWith("interrupted in "), run::text);
        assertTrue(run.output().startsWith("INCOMPLETE: interrupted in "), run::text);
    }

    @Test
    void race_onlyItsFirstProcessTerminated_endsTheOtherInOrder() throws Exception {
        Path out = folder.resolve("out");
        Run run = start(with(LONG, "--out", out.toString()));
        run.awaitDriver();
        run.process.destroy();
        assertEquals(128 + 15, run.end(), run::text);
        assertTrue(OutputFolder.read(out).incomplete().orElse("").startsWith("interrupted in "), run::text);
    }

    @Test
    void race_processAtTheClientsEndKilled_failsAndLeavesNothing() throws Exception {
        Run run = start(LONG);
        run.awaitDriver();
        assertTrue(run.inner().destroyForcibly());
        assertEquals(1, run.end(), run::text);
        assertTrue(run.errors().contains("was ended by signal 9"), run::text);
        assertEquals(Set.of(), run.members(), "gone by the time the command has ended");
    }

    @Test
    void race_firstProcessKilled_theOtherEndsInOrderAndTheNextRaceRuns() throws Exception {
        Path out = folder.resolve("out");
        Run run = start(with(LONG, "--out", out.toString()));
        run.awaitDriver();
        run.process.destroyForcibly();
        assertEquals(128 + 9, run.end(), run::text);
        run.await("the end of all in its namespaces", () -> run.members().isEmpty());
        assertTrue(OutputFolder.read(out).incomplete().orElse("").startsWith("interrupted in "), run::text);
        Run next = start("equal", "--link", "100mbit", "--stacks", "jetty");
        assertEquals(0, next.end(), next::text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2 | --link 100                            | '100' is not the rate of a line; write a number and mbit or gbit
                    2 | --link 100kbit                        | '100kbit' is not the rate of a line
                    2 | --link 20gbit                         | the rate of a line must be 1mbit to 10gbit, but is 20 Gbit/s
                    2 | --link 1gbit --db jdbc:mysql://h/b    | from which no other database can be reached; use --db embedded
                    2 | --link 1gbit --time 1s                | --time 1s is too short for 20 cells
                    2 | --link 1gbit --install --time 1s      | --time 1s is too short for 20 cells
                    2 | equal --link fast                     | 'fast' is not the rate of a line
                    """)
    void race_badInput_endsWithOneLineAndStartsNothing(int status, String options, String expected) throws Exception {
        Run run = start(options.split(" ", -1));
        assertEquals(status, run.end(), run::text);
        assertTrue(run.errors().contains(expected), run::text);
        assertFalse(run.errors().contains("\tat "), run::text);
        assertFalse(run.errors().contains("starting"), run::text);
        assertFalse(run.errors().contains("apt-get"), run::text);
    }

    /** In a container root has not every right; setpriv (util-linux) takes it away here. */
    @Test
    void race_rootWithoutTheRight_isRefusedByName() throws Exception {
        Run run = start(List.of("setpriv", "--bounding-set", "-sys_admin", "--inh-caps", "-sys_admin"), LONG);
        assertEquals(1, run.end(), run::text);
        assertTrue(
                run.errors()
                        .contains("race: --link: it may not make network namespaces here, since root lacks"
                                + " CAP_SYS_ADMIN, as in most containers"),
                run::text);
        assertFalse(run.errors().contains("starting"), run::text);
    }

    private static String[] with(String[] options, String... more) {
        return Stream.concat(Stream.of(options), Stream.of(more)).toArray(String[]::new);
    }

    private static void signal(String name, long target) throws Exception {
        Process kill = new ProcessBuilder("kill", "-s", name, "--", Long.toString(target)).start();
        assertEquals(0, kill.waitFor());
    }

    private Run start(String... options) throws IOException {
        return start(List.of("setsid"), options); // a process group of its own, as a shell gives it
    }

    private Run start(List<String> prefix, String... options) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", WAR.toString(), "race"));
        command.addAll(List.of(options));
        var builder = new ProcessBuilder(command)
                .directory(Files.createDirectories(folder.resolve("work")).toFile())
                .redirectOutput(folder.resolve("stdout").toFile())
                .redirectError(folder.resolve("stderr").toFile());
        builder.environment().put("PAGERACE_DATA", folder.resolve("data").toString());
        builder.environment()
                .put("PAGERACE_CACHE", WAR.resolveSibling("test-cache").toString());
        builder.environment().put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        var run = new Run(builder.start());
        runs.add(run);
        return run;
    }

    /** One running command, and every namespace it ever had. */
    private final class Run {
        private final Process process;
        private final Set<String> namespaces = new HashSet<>();

        Run(Process process) {
            this.process = process;
        }

        /** Returns the process at the client's end. */
        ProcessHandle inner() {
            return process.children().findFirst().orElseThrow();
        }

        void awaitDriver() throws InterruptedException {
            await("the driver", () -> errors().contains(" left: "));
            assertEquals(2, inUse().size(), "of the client and of the servers");
        }

        int end() throws InterruptedException {
            await("its end", () -> !process.isAlive());
            return process.exitValue();
        }

        /** Returns those of its namespaces that are still there; some were only tried out. */
        Set<String> inUse() {
            return ProcessHandle.allProcesses()
                    .map(LinkIT::namespace)
                    .filter(namespaces::contains)
                    .collect(Collectors.toSet());
        }

        /** Returns the living processes in its namespaces. */
        Set<Long> members() {
            Set<Long> members = new HashSet<>();
            ProcessHandle.allProcesses()
                    .filter(handle -> namespaces.contains(namespace(handle)))
                    .forEach(handle -> members.add(handle.pid()));
            return members;
        }

        void await(String what, BooleanSupplier condition) throws InterruptedException {
            long deadlineNanos = System.nanoTime() + Duration.ofSeconds(90).toNanos();
            while (!condition.getAsBoolean()) {
                process.descendants().map(LinkIT::namespace).forEach(namespaces::add);
                namespaces.remove(namespace(ProcessHandle.current()));
                namespaces.remove("");
                if (System.nanoTime() > deadlineNanos) {
                    process.destroyForcibly();
                    fail("waited in vain for " + what + "\n" + text() + "\n" + members());
                }
                process.waitFor(50, TimeUnit.MILLISECONDS);
            }
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

        private String read(String name) {
            try {
                return Files.readString(folder.resolve(name));
            } catch (IOException e) {
                return fail(e);
            }
        }
    }

    private static String namespace(ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "ns", "net"))
                    .toString();
        } catch (IOException e) {
            return ""; // it has ended
        }
    }
}
