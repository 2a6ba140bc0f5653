package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.result.LoadResult;

/** Practice before a run: neither the target nor the result may show any of it. */
@Timeout(60)
class RehearsalIT {
    @ParameterizedTest
    @CsvSource({"true, 1, 0", "false, 1, 0", "true, 8, 0", "true, 1, 1000"})
    void run_withPractice_sendsTheTargetNothingElse(boolean keepAlive, int pipeline, double rate) throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(3, 1)
                    .withKeepAlive(keepAlive)
                    .withPipeline(pipeline)
                    .withRate(rate == 0 ? new Rate.Closed() : new Rate.Constant(rate))
                    .withStop(new Stop.AfterRequests(30));
            LoadResult result =
                    new LoadRunner(spec, Progress.NONE).withPractice().run();
            assertEquals(30, result.ok(), result.outcomes().toString());
            assertEquals(30, result.started());
            assertEquals(30, server.requestCount());
            assertEquals(result.connectionsOpened(), server.connectionCount());
            assertEquals(keepAlive ? Math.min(3, result.connectionsOpened()) : 30, result.connectionsOpened());
            assertTrue(result.elapsed().toMillis() < 390, "the practice is in it: " + result.elapsed());
        }
    }

    /** The practice does what the run will do, and it works. */
    @ParameterizedTest
    @CsvSource({"true, 1, 0", "false, 1, 0", "true, 16, 0", "true, 1, 1000"})
    void practiceServer_answersAll(boolean keepAlive, int pipeline, double rate) throws Exception {
        try (var server = new PracticeServer()) {
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(2, 1)
                    .withKeepAlive(keepAlive)
                    .withPipeline(pipeline)
                    .withRate(rate == 0 ? new Rate.Closed() : new Rate.Constant(rate))
                    .withStop(new Stop.AfterRequests(500));
            LoadResult result = new LoadRunner(keepAlive ? spec : spec.withResets(), Progress.NONE).run();
            assertEquals(500, result.ok(), result.outcomes().toString());
            assertEquals(0, result.retries());
            assertEquals(1000, result.bodyBytes());
        }
    }

    /** Ctrl-C while it practises: the run ends before it has begun, and has a result. */
    @Test
    void stop_duringPractice_endsTheRunWithNothingStarted() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            var runner = new LoadRunner(
                            LoadSpec.of(server.uri()).withStop(new Stop.AfterDuration(Duration.ofHours(1))),
                            Progress.NONE)
                    .withPractice();
            var run = new FutureTask<>(runner::run);
            var thread = new Thread(run);
            thread.start();
            while (!practises()) {
                assertTrue(thread.isAlive());
                LockSupport.parkNanos(1_000_000); // between two looks
            }
            runner.stop();
            LoadResult result = run.get(20, TimeUnit.SECONDS);
            assertTrue(result.stoppedEarly());
            assertEquals(0, result.started());
            assertEquals(0, server.connectionCount());
        }
    }

    private static boolean practises() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("rehearsal"));
    }

    @Test
    void stop_beforePractice_neitherPractisesNorRuns() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            var runner = new LoadRunner(LoadSpec.of(server.uri()), Progress.NONE).withPractice();
            runner.stop();
            assertEquals(0, runner.run().started());
            assertEquals(0, server.connectionCount());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"IO", "RUNTIME", "THREADS"})
    void run_noPlaceToPractise_isKeptQuiet(String failure) throws Exception {
        var tries = new AtomicInteger();
        new Rehearsal(LoadSpec.of(URI.create("http://127.0.0.1:1/")), () -> {
                    tries.incrementAndGet();
                    switch (failure) {
                        case "IO" -> throw new IOException("no descriptor");
                        case "RUNTIME" -> throw new IllegalStateException("a load worker crashed");
                        default -> throw new OutOfMemoryError("unable to create native thread");
                    }
                })
                .run();
        assertEquals(1, tries.get());
    }

    /** The practice's own server dies at once: whatever the practice makes of that, it ends. */
    @Test
    void run_serverGone_isKeptQuiet() throws Exception {
        new Rehearsal(LoadSpec.of(URI.create("http://127.0.0.1:1/")), () -> {
                    var server = new PracticeServer();
                    server.close();
                    return server;
                })
                .run();
    }
}
