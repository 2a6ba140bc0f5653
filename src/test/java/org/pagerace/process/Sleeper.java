package org.pagerace.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A JVM with one child, for tests that kill the JVM: prints the child's pid, then waits to be killed. */
final class Sleeper {
    private Sleeper() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        var spec = new ChildProcess.Spec(
                "sleeper",
                List.of("sh", "-c", args[1]),
                Map.of(),
                folder,
                folder.resolve("sleeper.log"),
                "TERM",
                Duration.ofSeconds(5));
        Guardian guardian = args[2].equals("setsid") ? Guardian.find() : new Guardian(java.util.Optional.empty());
        ChildProcess child = ChildProcess.start(spec, guardian);
        if (!child.awaitLine("ready", Duration.ofSeconds(5))) {
            throw new IllegalStateException("not ready: " + child.lastLines(10));
        }
        System.out.println(child.pid());
        child.awaitExit(Duration.ofMinutes(1));
    }
}
