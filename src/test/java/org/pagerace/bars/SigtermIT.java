package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Stop;
import org.pagerace.load.Target;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Web;
import org.pagerace.result.FailureKind;
import org.pagerace.serve.Serve;

/** Bar 5: SIGTERM under load cuts no answer short, of whatever was asked before it. */
class SigtermIT {
    private static final int ROUNDS = Bar.size(2, 20);
    private static final long EXIT_WITHIN_SECONDS = 10;

    @TempDir
    private static Path folder;

    private final Random random = new Random(20121);
    private final List<Double> exitMillis = new ArrayList<>();
    private int whole;
    private int refused;
    private Serve serve; // null before the first round

    @AfterEach
    void end() {
        if (serve != null) {
            serve.process().destroyForcibly(); // if it has failed
        }
    }

    @Test
    void serve_terminatedUnderLoad_finishesWhatWasAskedBefore() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            terminate(round);
        }
        Bar.print(
                5,
                String.format(
                        Locale.ROOT,
                        "%d times SIGTERM under load: %,d requests sent before, %d of them answered 503, 0 truncated or"
                                + " reset; exit within %.0f ms, nothing left",
                        ROUNDS,
                        whole,
                        refused,
                        Collections.max(exitMillis)));
    }

    private void terminate(int round) throws Exception {
        serve = Serve.start(folder);
        int port = serve.port();
        String db = Web.await(port, "/db", serve.process()::isAlive).latin();
        List<Load.Body> right = List.of(
                Load.Body.of(db),
                Load.Body.of(Files.readString(
                        PageDatabase.home().root().resolve("index.html"), StandardCharsets.ISO_8859_1)),
                Load.Body.of(Files.readString(
                        PageDatabase.home().root().resolve("welcome.html"), StandardCharsets.ISO_8859_1)));
        List<Target> targets = Stream.of("/db", "/open", "/welcome.html")
                .map(page -> Target.of(URI.create("http://127.0.0.1:" + port + page)))
                .toList();
        LoadSpec spec = LoadSpec.of(targets)
                .withKeepAlive(round % 2 == 0)
                .withConnections(16, 1)
                .withStop(new Stop.AfterDuration(Duration.ofMinutes(1)));
        try (Load load = Load.start(spec)) {
            load.goOn(500 + random.nextInt(500));
            long signalNanos = System.nanoTime();
            serve.process().destroy();
            assertTrue(serve.process().waitFor(EXIT_WITHIN_SECONDS, TimeUnit.SECONDS), "it must end in time");
            exitMillis.add((System.nanoTime() - signalNanos) / 1e6);
            load.stop();
            assertWhole(load, signalNanos, right);
        }
        assertEquals(0, serve.process().exitValue(), serve::errors);
        assertThrows(ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
        assertEquals(List.of(), serve.children());
        assertEquals(List.of(), serve.runFolders());
    }

    private void assertWhole(Load load, long signalNanos, List<Load.Body> right) {
        List<Load.Seen> before = load.seen(end -> end.sentNanos() - signalNanos < 0);
        assertEquals(
                List.of(),
                before.stream()
                        .filter(end -> !end.is(200, right.get(end.target())) && !isRefusal(end))
                        .toList());
        assertEquals(
                List.of(),
                load.seen(end -> end.kind() == FailureKind.SHORT_BODY
                        || end.kind() == FailureKind.RESET_MID_BODY
                        || end.kind() == FailureKind.WRONG_BODY),
                "nor those asked later");
        whole += before.size();
        refused += (int) before.stream().filter(SigtermIT::isRefusal).count();
    }

    /** A whole 503, worded by the pages or by the server, whichever was asked while stopping. */
    private static boolean isRefusal(Load.Seen end) {
        return end.kind() == FailureKind.HTTP_5XX && end.status() == 503;
    }
}
