package org.pagerace.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.pagerace.process.ProcessIdentity;

/** A JVM with an embedded database, to be killed. */
record Launched(Process launcher, ProcessIdentity server, String password) {

    static Launched start(Path data) throws IOException {
        Process launcher = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dpagerace.test.war=" + System.getProperty("pagerace.test.war"),
                        Launched.class.getName(),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var lines = launcher.inputReader(StandardCharsets.UTF_8)) {
            long pid = Long.parseLong(lines.readLine());
            return new Launched(launcher, ProcessIdentity.of(pid).orElseThrow(), lines.readLine());
        }
    }

    /** The child's side: prints the server's pid and the password, then waits. */
    public static void main(String[] args) throws Exception {
        DatabaseServer server = Databases.start(new DatabaseChoice.Embedded(), Path.of(args[0]), Databases.progress());
        System.out.println(server.pids().get(0));
        System.out.println(server.access().orElseThrow().password());
        Thread.currentThread().join();
    }

    /** Kills the guardian first, so that it cannot do its work, then the launcher. */
    void killWithGuardian() throws InterruptedException {
        ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains("pagerace-guardian " + server.pid() + " "))
                        .isPresent())
                .forEach(ProcessHandle::destroyForcibly);
        launcher.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
    }
}
