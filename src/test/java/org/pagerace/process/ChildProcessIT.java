package org.pagerace.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessIT {
    private static final Duration SOON = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    @Test
    void start_program_hasItsPidAndStatusAndOutput() throws Exception {
        try (ChildProcess child = shell("echo $$; echo two >&2; exit 7", "TERM", SOON)) {
            assertTrue(child.awaitExit(SOON));
            assertEquals(OptionalInt.of(7), child.exitStatus());
            assertEquals(List.of(Long.toString(child.pid()), "two"), child.lastLines(50));
            assertEquals(
                    child.name() + " (pid " + child.pid() + ") ended with status 7; its last lines: " + child.pid()
                            + " | two",
                    child.failure().orElseThrow());
            assertEquals(child.pid() + "\ntwo\n", Files.readString(child.log()));
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(child.log())));
        }
    }

    @Test
    void start_ownEnvironment_addsToAMinimalOne() throws Exception {
        var spec = new ChildProcess.Spec(
                "env", List.of("env"), Map.of("PAGERACE_X", "y z"), folder, folder.resolve("log"), "TERM", SOON);
        try (ChildProcess child = ChildProcess.start(spec)) {
            assertTrue(child.awaitExit(SOON));
            List<String> names = child.lastLines(50).stream()
                    .map(line -> line.substring(0, line.indexOf('=')))
                    .toList();
            assertTrue(child.lastLines(50).contains("PAGERACE_X=y z"));
            assertTrue(names.contains("PATH"), names::toString);
            assertFalse(names.contains("JAVA_HOME"), names::toString);
        }
    }

    /** A shell that starts another in the background leaves it deaf to INT: lighttpd is stopped with INT. */
    @Test
    void close_stopSignalInt_reachesTheChild() throws Exception {
        try (ChildProcess child =
                shell("trap 'echo bye; exit 3' INT; echo ready; sleep 100 & wait", "INT", Duration.ofMillis(50))) {
            assertTrue(child.awaitLine("ready", SOON));
            ProcessGroup.signal("INT", child.pid());
            assertTrue(child.awaitExit(SOON), "INT must not be ignored");
            assertEquals(OptionalInt.of(3), child.exitStatus());
        }
    }

    /** Apache's parent may die before its children, which then hold the port. */
    @Test
    void close_othersOfTheGroupLive_killsThemToo() throws Exception {
        ChildProcess child = shell("sleep 100 & sleep 100 & echo ready; exec sleep 100", "TERM", Duration.ofMillis(50));
        assertTrue(child.awaitLine("ready", SOON));
        assertEquals(3, child.pids().size());
        assertEquals(child.pid(), child.pids().get(0));
        child.close();
        assertEquals(List.of(), child.pids());
        assertFalse(child.isAlive());
        child.close();
    }

    /** A server that is killed because somebody pressed Ctrl-C must recover at its next start. */
    @Test
    void close_interrupted_stillWaitsForATidyEnd() throws Exception {
        ChildProcess child = shell("trap 'sleep 0.1; exit 3' TERM; echo ready; sleep 100 & wait", "TERM", SOON);
        assertTrue(child.awaitLine("ready", SOON));
        Thread.currentThread().interrupt();
        child.close();
        assertTrue(Thread.interrupted(), "the flag is kept");
        assertEquals(OptionalInt.of(3), child.exitStatus());
    }

    @Test
    void awaitExit_lives_isFalseAfterTheLimit() throws Exception {
        try (ChildProcess child = shell("exec sleep 100", "TERM", SOON)) {
            assertFalse(child.awaitExit(Duration.ofMillis(30)));
            assertEquals(OptionalInt.empty(), child.exitStatus());
            assertTrue(child.identity().find().isPresent());
        }
    }

    /** A full pipe would stop the child; the log has a limit, reading has none. */
    @Test
    void start_printsMuch_endsAndKeepsTheLastLines() throws Exception {
        try (ChildProcess child = shell("seq 1 3000000; echo last", "TERM", SOON)) {
            assertTrue(child.awaitExit(Duration.ofSeconds(20)));
            assertEquals(List.of("3000000", "last"), child.lastLines(2));
            assertEquals(OutputLog.LIMIT_BYTES, Files.size(child.log()));
        }
    }

    @Test
    void start_missingProgram_saysSo() {
        var spec = new ChildProcess.Spec(
                "web", List.of("no-such-httpd"), Map.of(), folder, folder.resolve("log"), "TERM", SOON);
        String message = assertThrows(ProcessException.class, () -> ChildProcess.start(spec))
                .getMessage();
        assertEquals(
                "cannot start web: there is no program no-such-httpd on PATH or in the sbin folders; install it or"
                        + " correct the name",
                message);
    }

    private ChildProcess shell(String script, String signal, Duration within) throws ProcessException {
        return ChildProcess.start(new ChildProcess.Spec(
                "test", List.of("sh", "-c", script), Map.of(), folder, folder.resolve("log"), signal, within));
    }
}
