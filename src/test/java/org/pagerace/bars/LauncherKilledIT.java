package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Stop;
import org.pagerace.pages.Web;
import org.pagerace.serve.Serve;

/** Bar 6: SIGKILL of the launcher under load leaves no process, and the next start has the same data, soon. */
class LauncherKilledIT {
    private static final int ROUNDS = Bar.size(1, 3);
    private static final double GONE_WITHIN_MILLIS = 5_000;
    private static final double START_WITHIN_MILLIS = 10_000;

    @TempDir
    private static Path folder;

    private final List<Double> goneMillis = new ArrayList<>();
    private final List<Double> startMillis = new ArrayList<>();
    private Serve serve; // null before the first start

    @AfterEach
    void end() {
        if (serve != null) {
            serve.process().destroyForcibly(); // if it has failed
        }
    }

    @Test
    void serve_killedUnderLoad_leavesNobodyAndStartsAgainOnTheSameData() throws Exception {
        serve = Serve.start(folder);
        String page = Web.await(serve.port(), "/db", serve.process()::isAlive).latin();
        for (int round = 0; round < ROUNDS; round++) {
            kill();
            List<Path> left = serve.runFolders();
            assertFalse(left.isEmpty(), "a killed process cannot tidy up");
            Files.delete(folder.resolve("port"));
            long startNanos = System.nanoTime();
            serve = Serve.start(folder);
            assertEquals(
                    page,
                    Web.await(serve.port(), "/db", serve.process()::isAlive).latin());
            startMillis.add((System.nanoTime() - startNanos) / 1e6);
            assertTrue(Collections.disjoint(left, serve.runFolders()), "the next start does");
        }
        serve.process().destroy();
        assertTrue(serve.process().waitFor(10, TimeUnit.SECONDS));
        assertEquals(List.of(), serve.children());
        assertTrue(Collections.max(startMillis) <= START_WITHIN_MILLIS, startMillis::toString);
        Bar.print(
                6,
                String.format(
                        Locale.ROOT,
                        "%d times SIGKILL under load: 0 processes left after %.0f ms at most; served again with the same"
                                + " data %.1f s after the next start at most",
                        ROUNDS,
                        Collections.max(goneMillis),
                        Collections.max(startMillis) / 1e3));
    }

    private void kill() throws Exception {
        List<ProcessHandle> family = family(serve.process());
        LoadSpec spec = LoadSpec.of(URI.create("http://127.0.0.1:" + serve.port() + "/db"))
                .withStop(new Stop.AfterDuration(Duration.ofMinutes(1)));
        try (Load load = Load.start(spec)) {
            load.goOn(300);
            long killNanos = System.nanoTime();
            serve.process().destroyForcibly().waitFor();
            double millis = 0;
            while (family.stream().anyMatch(LauncherKilledIT::runs)) {
                millis = (System.nanoTime() - killNanos) / 1e6;
                assertTrue(millis <= GONE_WITHIN_MILLIS, family::toString);
                LockSupport.parkNanos(1_000_000); // between two looks
            }
            goneMillis.add(millis);
        }
        assertEquals(List.of(), serve.children());
    }

    /** Returns its database, and the guardian of that, which is nobody's child. */
    private static List<ProcessHandle> family(Process launcher) {
        ProcessHandle database = launcher.descendants().findFirst().orElseThrow();
        String guarded = "pagerace-guardian " + database.pid() + " ";
        ProcessHandle guardian = ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(guarded))
                .findFirst()
                .orElseThrow();
        return List.of(database, guardian);
    }

    /** Not of one that has ended and only waits for its new parent to notice: that has no command line any more. */
    private static boolean runs(ProcessHandle process) {
        return process.info().commandLine().isPresent();
    }
}
