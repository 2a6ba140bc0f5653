package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CommandRunnerIT {
    @TempDir
    private Path folder;

    @Test
    void run_command_passesOutputOnAndReturnsTheStatus() throws Exception {
        List<String> lines = new ArrayList<>();
        int status = new CommandRunner(lines::add, Duration.ofSeconds(10)).run(List.of("sh", "-c", "echo a; exit 3"));
        assertEquals(3, status);
        assertEquals(List.of("$ sh -c echo a; exit 3", "a"), lines);
    }

    /** As dpkg does under apt-get: it goes on for a while after its parent is gone. */
    @Test
    void end_commandUnderWay_waitsForAllThatItHasStarted() throws Exception {
        Path done = folder.resolve("done");
        var started = new CountDownLatch(1);
        var runner = new CommandRunner(
                line -> {
                    if (line.equals("started")) {
                        started.countDown();
                    }
                },
                Duration.ofSeconds(10));
        String script = "(sleep 0.3; echo done > '" + done + "') & echo started; wait";
        CompletableFuture<Integer> run = inBackground(runner, script);
        started.await();
        assertTrue(runner.end());
        assertTrue(Files.exists(done), "what the command had started was still at work");
        assertEquals(128 + 15, run.get());
        assertThrows(IOException.class, () -> runner.run(List.of("true")), "a command was started after the end");
    }

    @Test
    void end_commandThatGoesOn_saysSo() throws Exception {
        var started = new CountDownLatch(1);
        var runner = new CommandRunner(
                line -> {
                    if (line.equals("started")) {
                        started.countDown();
                    }
                },
                Duration.ofMillis(100));
        CompletableFuture<Integer> run = inBackground(runner, "trap '' TERM; echo started; sleep 1");
        started.await();
        assertFalse(runner.end());
        assertEquals(0, run.get());
    }

    private static CompletableFuture<Integer> inBackground(CommandRunner runner, String script) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return runner.run(List.of("sh", "-c", script));
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
