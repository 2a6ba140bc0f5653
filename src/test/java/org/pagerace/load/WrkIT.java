package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.result.LoadResult;

/** The rate as wrk measures it. How fast both are on a server without delays is for the benchmark. */
@Timeout(120)
class WrkIT {
    private static final int ROUNDS = 7;
    private static final int CONNECTIONS = 8;
    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");

    @TempDir
    private Path folder;

    /**
     * A server with a delay decides on the rate of whoever asks as fast as it answers. Both ask in turn and the middle of
     * the rounds counts; a machine that is busy elsewhere gets three tries, which a wrong rate would not pass either.
     */
    @Test
    void rate_fixedLatency_agreesWithWrkWithin3Percent() throws Exception {
        Peers.require(
                Arrays.stream(System.getenv("PATH").split(":", -1))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "wrk"))),
                "wrk is not installed: apt-get install wrk");
        var tried = new ArrayList<String>();
        try (var server = new ScriptedServer(peer -> {
            while (peer.request()) {
                LockSupport.parkNanos(DELAY_NANOS);
                peer.send(ScriptedServer.OK);
            }
        })) {
            for (int i = 0; i < 3; i++) {
                var theirs = new double[ROUNDS];
                var ours = new double[ROUNDS];
                for (int round = 0; round < ROUNDS; round++) {
                    theirs[round] = wrk(server);
                    ours[round] = ours(server);
                }
                Arrays.sort(theirs);
                Arrays.sort(ours);
                tried.add(Arrays.toString(theirs) + " against ours " + Arrays.toString(ours));
                if (Math.abs(ours[ROUNDS / 2] / theirs[ROUNDS / 2] - 1) <= 0.03) {
                    return;
                }
            }
        }
        fail("requests per second of wrk and of ours: " + tried);
    }

    private static double ours(ScriptedServer server) throws LoadException, InterruptedException {
        LoadSpec spec = LoadSpec.of(server.uri())
                .withConnections(CONNECTIONS, 1)
                .withStop(new Stop.AfterDuration(Duration.ofSeconds(1)));
        LoadResult result = new LoadRunner(spec, Progress.NONE).run();
        assertEquals(0, result.failed());
        return result.perSecond();
    }

    private double wrk(ScriptedServer server) throws IOException, InterruptedException {
        Path out = folder.resolve("wrk");
        Process process = new ProcessBuilder(List.of(
                        "wrk",
                        "-t",
                        "1",
                        "-c",
                        "" + CONNECTIONS,
                        "-d",
                        "1s",
                        server.uri().toString()))
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertTrue(process.waitFor(20, TimeUnit.SECONDS), "wrk did not end");
        } finally {
            process.destroyForcibly();
        }
        Matcher rate = RATE.matcher(Files.readString(out));
        assertTrue(rate.find(), () -> "wrk printed no rate");
        return Double.parseDouble(rate.group(1));
    }
}
