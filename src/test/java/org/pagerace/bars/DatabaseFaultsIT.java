package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.config.Keys;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Rate;
import org.pagerace.load.Stop;
import org.pagerace.pages.Relay;

/** Bar 3: whatever goes wrong on the line to the database, each request of /db gets one of two answers, in time. */
class DatabaseFaultsIT {
    private static final int REQUESTS = Bar.size(20, 150); // for each fault
    private static final int PER_SECOND = 50;
    private static final double ANSWER_WITHIN_MILLIS = 6_000;
    private static final double HEALTHY_WITHIN_MILLIS = 2_000;

    /** The budget that gives six seconds: 0.5 s for a permit, 2 s for a connection, 3.5 s for the query. */
    private static final Map<String, String> SETTINGS = Map.of(Keys.QUEUE_TIMEOUT, "500ms");

    @TempDir
    private static Path folder;

    private interface Act {
        void on(Relay relay) throws IOException;
    }

    /** What goes wrong, and how it ends. */
    private record Trouble(String name, Act begin, Act end) {
        /** Of one on the way: when it has gone, so have the connections it spoilt. */
        static Trouble of(String name, Relay.Fault fault) {
            return new Trouble(name, relay -> relay.fault(fault), relay -> {
                relay.fault(Relay.Fault.NONE);
                relay.drop();
            });
        }
    }

    /** In small size only the first ones. */
    private static final List<Trouble> TROUBLES = List.of(
            new Trouble("refused", Relay::cut, Relay::mend),
            Trouble.of("reset mid-row", resetAfter(3_000)), // no other answer is so long
            Trouble.of("slices of 1 byte", DatabaseFaultsIT::slice),
            Trouble.of("authentication error", DatabaseFaultsIT::denyLogin),
            new Trouble("black hole", Relay::hold, Relay::letGo),
            Trouble.of("reset at byte 0", resetAfter(0)),
            Trouble.of("reset at byte 80", resetAfter(80)), // in the greeting
            Trouble.of("half-close", (said, before, client) -> client.shutdownOutput()),
            Trouble.of("latency of 300 ms", DatabaseFaultsIT::delay),
            Trouble.of("8 KB/s", DatabaseFaultsIT::trickle),
            Trouble.of("garbage", DatabaseFaultsIT::garble),
            Trouble.of(
                    "header of 16 MB",
                    (said, before, client) -> client.getOutputStream().write(new byte[] {-1, -1, -1, 0})));

    private static Relay.Fault resetAfter(int bytes) {
        return (said, before, client) -> {
            int left = Math.max(0, bytes - before);
            if (said.length <= left) {
                client.getOutputStream().write(said);
                return;
            }
            client.getOutputStream().write(said, 0, left);
            client.setSoLinger(true, 0); // so that closing resets
            client.close();
        };
    }

    private static void delay(byte[] said, int before, Socket client) throws IOException {
        LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
        client.getOutputStream().write(said);
    }

    private static void slice(byte[] said, int before, Socket client) throws IOException {
        for (byte one : said) {
            client.getOutputStream().write(one);
        }
    }

    private static void trickle(byte[] said, int before, Socket client) throws IOException {
        int slice = 256;
        for (int from = 0; from < said.length; from += slice) {
            int to = Math.min(said.length, from + slice);
            LockSupport.parkNanos((to - from) * 1_000_000_000L / 8_192);
            client.getOutputStream().write(said, from, to - from);
        }
    }

    /** A packet that is well-formed, and nonsense. */
    private static void garble(byte[] said, int before, Socket client) throws IOException {
        if (before > 0) {
            return; // one packet is enough
        }
        var nonsense = new byte[80];
        new Random(1).nextBytes(nonsense);
        System.arraycopy(new byte[] {76, 0, 0, said[3]}, 0, nonsense, 0, 4);
        client.getOutputStream().write(nonsense);
    }

    /** Answers the login, which comes as packet 2, with error 1045; all else passes. */
    private static void denyLogin(byte[] said, int before, Socket client) throws IOException {
        if (before > 0 || said[3] != 2) {
            client.getOutputStream().write(said);
            return;
        }
        byte[] words = "#28000Access denied".getBytes(StandardCharsets.US_ASCII);
        var error = new ByteArrayOutputStream();
        error.writeBytes(new byte[] {(byte) (3 + words.length), 0, 0, 2, -1, 0x15, 0x04});
        error.writeBytes(words);
        client.getOutputStream().write(error.toByteArray());
        client.close();
    }

    @Test
    void db_lineFails_isServedOrRefusedInTimeAndWellSoonAfter() throws Exception {
        List<Trouble> troubles = TROUBLES.subList(0, Bar.size(4, TROUBLES.size()));
        List<String> figures = new ArrayList<>();
        List<Double> answerMillis = new ArrayList<>();
        List<Double> healthyMillis = new ArrayList<>();
        int answers = 0;
        try (var site = new Site(folder)) {
            site.start(SETTINGS);
            Load.Body page = site.page();
            for (Trouble trouble : troubles) {
                List<Load.Seen> seen = suffer(site, trouble);
                healthyMillis.add(millisUntilHealthy(site, trouble));
                assertEquals(page, site.page());
                List<Load.Seen> others = seen.stream()
                        .filter(end -> !end.is(200, page) && !end.is(503, Site.BUSY))
                        .toList();
                assertEquals(List.of(), others, trouble::name);
                answers += seen.size();
                answerMillis.add(Load.millis(seen, 1));
                figures.add(String.format(
                        Locale.ROOT,
                        "%s: %d of %d served, %.0f ms at most, then healthy after %.0f ms",
                        trouble.name(),
                        seen.stream().filter(end -> end.status() == 200).count(),
                        seen.size(),
                        Load.millis(seen, 1),
                        healthyMillis.get(healthyMillis.size() - 1)));
            }
            site.assertIdleSoon();
        }
        assertTrue(Collections.max(answerMillis) <= ANSWER_WITHIN_MILLIS, figures::toString);
        assertTrue(Collections.max(healthyMillis) <= HEALTHY_WITHIN_MILLIS, figures::toString);
        Bar.print(
                3,
                String.format(
                        Locale.ROOT,
                        "%d faults, %,d answers of /db, all right or refused, after %.0f ms at most; healthy again after"
                                + " %.0f ms at most",
                        troubles.size(),
                        answers,
                        Collections.max(answerMillis),
                        Collections.max(healthyMillis)));
    }

    /** Half of the requests meet the connections there were, the others come when those have been lost. */
    private static List<Load.Seen> suffer(Site site, Trouble trouble) throws Exception {
        LoadSpec spec = LoadSpec.of(List.of(site.target("/db")))
                .withRate(new Rate.Constant(PER_SECOND))
                .withConnections(400, 1) // one for each request of the 6 s and more
                .withStop(new Stop.AfterRequests(REQUESTS));
        trouble.begin().on(site.relay());
        try (Load load = Load.start(spec)) {
            load.goOn(1_000L * REQUESTS / PER_SECOND / 2);
            site.relay().drop();
            load.result();
            assertEquals(REQUESTS, load.seen().size(), trouble::name);
            return load.seen();
        }
    }

    private static double millisUntilHealthy(Site site, Trouble trouble) throws Exception {
        long startNanos = System.nanoTime();
        trouble.end().on(site.relay());
        site.page();
        return (System.nanoTime() - startNanos) / 1e6;
    }
}
