package org.pagerace.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kills a JVM that has a child, and looks at the process list: the guardian's own exit status proves nothing. */
class GuardianIT {
    private static final String TWO_PROCESSES = "sleep 100 & echo ready; exec sleep 100";
    private static final String DEAF_TO_TERM = "trap '' TERM; echo ready; sleep 100; sleep 100";
    private static final String ONE_PROCESS = "echo ready; exec sleep 100";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {TWO_PROCESSES, DEAF_TO_TERM})
    void killed_childInItsOwnSession_leavesNoProcessWithin5Seconds(String script) throws Exception {
        assertEquals(List.of(), survivors(script, "setsid", "KILL"));
    }

    @Test
    void killed_withoutSetsid_leavesNoChildWithin5Seconds() throws Exception {
        assertEquals(List.of(), survivors(ONE_PROCESS, "plain", "KILL"));
    }

    /** The guardian must work when no shutdown hook does: here there is none. */
    @Test
    void terminated_noShutdownHook_leavesNoProcessWithin5Seconds() throws Exception {
        assertEquals(List.of(), survivors(TWO_PROCESSES, "setsid", "TERM"));
    }

    /** Pids come round: whoever has the child's pid by now started at another time. */
    @Test
    void watch_pidOfAnotherProcess_isNotSignalled() throws Exception {
        try (ChildProcess bystander = sleeper()) {
            assertEquals(0, watch(bystander.pid(), startTicks(bystander) + 1));
            assertTrue(bystander.isAlive());
            watch(bystander.pid(), startTicks(bystander));
            assertTrue(bystander.awaitExit(Duration.ofSeconds(5)), "the one it knows is killed");
        }
    }

    @Test
    void group_pidOfAnotherProcess_hasNoMembersAndKillsNobody() throws Exception {
        try (ChildProcess bystander = sleeper()) {
            var gone = new ProcessGroup(bystander.pid(), startTicks(bystander) - 1);
            assertEquals(List.of(), gone.members());
            gone.kill();
            assertEquals(List.of(bystander.pid()), bystander.pids());
        }
    }

    private ChildProcess sleeper() throws ProcessException {
        return ChildProcess.start(new ChildProcess.Spec(
                "sleeper",
                List.of("sleep", "100"),
                Map.of(),
                folder,
                folder.resolve("log"),
                "TERM",
                Duration.ofSeconds(5)));
    }

    private static long startTicks(ChildProcess process) {
        return ProcessGroup.of(process.pid()).startTicks();
    }

    /** Runs the watcher after the death of its JVM: with its input at an end. */
    private static int watch(long pid, long since) throws Exception {
        Process watcher = new ProcessBuilder(
                        "sh", "-c", Guardian.WATCH, "pagerace-guardian", "" + pid, "" + since, "KILL", "0")
                .start();
        watcher.getOutputStream().close();
        return watcher.waitFor();
    }

    private List<Long> survivors(String script, String mode, String signal) throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Sleeper.class.getName(),
                        folder.toString(),
                        script,
                        mode)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var group = ProcessGroup.of(firstNumber(jvm));
        assertTrue(group.members().contains(group.leader()), "the child lives: " + group.members());
        ProcessGroup.signal(signal, jvm.pid());
        assertTrue(jvm.waitFor(5, TimeUnit.SECONDS), "the JVM ends");
        return awaitNobody(group);
    }

    private static long firstNumber(Process jvm) throws IOException {
        try (var lines = jvm.inputReader(StandardCharsets.UTF_8)) {
            return Long.parseLong(lines.readLine());
        }
    }

    private static List<Long> awaitNobody(ProcessGroup group) {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        List<Long> pids = group.members();
        while (!pids.isEmpty() && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(1_000_000); // between two looks
            pids = group.members();
        }
        return pids;
    }
}
