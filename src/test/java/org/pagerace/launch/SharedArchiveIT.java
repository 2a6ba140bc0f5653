package org.pagerace.launch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.process.ChildProcess;

/** The archive of loaded classes that the script {@code pagerace} lets the JVM make. */
class SharedArchiveIT {
    private static final String WAR = System.getProperty("pagerace.test.war");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @Test
    void serve_secondStart_takesOurClassesFromTheArchive() throws Exception {
        Path archive = folder.resolve("serve.jsa");
        serveOnce("-XX:ArchiveClassesAtExit=" + archive);
        assertTrue(Files.exists(archive));
        Path loaded = folder.resolve("loaded.log");
        String out = serveOnce("-XX:SharedArchiveFile=" + archive, "-Xlog:class+load:file=" + loaded);
        assertFalse(out.contains("[warning]") || out.contains("[error]"), out);
        List<String> lines = Files.readAllLines(loaded);
        for (String name : List.of(
                "org.pagerace.cli.ServeCommand", // of the launcher's loader
                "org.eclipse.jetty.server.Server",
                "org.pagerace.pages.InfoServlet")) { // of Jetty's
            assertTrue(
                    lines.stream().anyMatch(line -> line.contains(" " + name + " source: shared objects file")),
                    () -> name + " is not among " + lines.size() + " classes");
        }
    }

    /** Starts, ends in order, and returns what was printed. */
    private String serveOnce(String... options) throws IOException, InterruptedException {
        Path port = folder.resolve("port");
        Path log = folder.resolve("log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-jar", WAR, "serve", "--db", "none", "--port", "0", "--port-file", port.toString()));
        Map<String, String> environment =
                Map.of("PAGERACE_CACHE", folder.resolve("cache").toString(), "XDG_RUNTIME_DIR", folder.toString());
        try (ChildProcess serve =
                ChildProcess.start(new ChildProcess.Spec("serve", command, environment, folder, log, "TERM", LIMIT))) {
            long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
            while (!Files.exists(port)) {
                assertTrue(
                        serve.isAlive() && System.nanoTime() - deadlineNanos < 0, () -> "log: " + serve.lastLines(50));
                LockSupport.parkNanos(1_000_000); // between two looks
            }
        }
        return Files.readString(log);
    }
}
