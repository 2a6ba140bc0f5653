package org.pagerace.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.pagerace.pages.Web;
import org.pagerace.process.ChildProcess;

/**
 * A servlet container that serves the archive on a free port of 127.0.0.1; a process of its own, which ends with this one.
 *
 * @param webRoot the folder it unpacked the archive into
 */
public record Container(ChildProcess process, int port, String contextPath, Path webRoot) implements AutoCloseable {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);
    private static final Duration LOGGED_WITHIN = Duration.ofSeconds(10);

    private static final Pattern COMPLAINT = Pattern.compile("WARN|SEVERE|ERROR|Exception|leak");

    static Path war() {
        return Path.of(System.getProperty("pagerace.test.war"));
    }

    /** Returns a distribution that the build has unpacked. */
    static Path distribution(String name) {
        String folder = System.getProperty("pagerace.test." + name);
        if (folder == null || !Files.isDirectory(Path.of(folder))) {
            throw new IllegalStateException("no " + name + " in " + folder + "; mvn pre-integration-test unpacks it");
        }
        return Path.of(folder);
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static ChildProcess start(String name, List<String> command, Map<String, String> environment, Path folder)
            throws IOException {
        return ChildProcess.start(new ChildProcess.Spec(
                name, command, environment, folder, folder.resolve("container.log"), "TERM", STOP_WITHIN));
    }

    /** Waits for the static pages; ends the container if they do not come. */
    static void awaitPages(ChildProcess process, int port, String contextPath) throws InterruptedException {
        boolean there = false;
        try {
            Web.await(port, contextPath + "/testing.html", process::isAlive);
            there = true;
        } finally {
            if (!there) {
                process.close();
            }
        }
    }

    public Wire wire() {
        return new Wire(port, contextPath);
    }

    public String log() throws IOException {
        return Files.readString(process.log());
    }

    /** Returns the warnings, exceptions and tales of leaks in the log, but for what a busy machine is the cause of. */
    public List<String> complaints() throws IOException {
        return log().lines()
                .filter(line -> COMPLAINT.matcher(line).find())
                .filter(line -> !line.contains("VersionLoggerListener") // tells folders, whose names are anybody's
                        && !line.contains("database is away") // the first connection took long
                        && !line.contains("the container's pool had no connection to lend") // so did the pool's
                        && !line.contains("Creation of SecureRandom instance") // "took [138] milliseconds"
                        // Tomcat's own thread, which looks after an application just while it ends
                        && !line.contains("a thread named [Catalina-utility-"))
                .toList();
    }

    /** Waits until the log has the text; stack traces may push it far up. */
    void awaitLog(String text) throws IOException {
        long deadlineNanos = System.nanoTime() + LOGGED_WITHIN.toNanos();
        while (!log().contains(text)) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new AssertionError("not in the log: " + text);
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
