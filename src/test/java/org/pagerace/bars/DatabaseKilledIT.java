package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Rate;
import org.pagerace.load.Stop;
import org.pagerace.load.Target;
import org.pagerace.result.FailureKind;

/** Bar 2: the database is absent at the start, and later killed under load; it costs answers of /db, and nothing else. */
class DatabaseKilledIT {
    private static final int PER_SECOND = 200;
    private static final int DB = 0; // its place among the targets

    /** Until the database is there; longer than the pool's own pauses between two tries grow to, which is 5 s. */
    private static final int ABSENT_MILLIS = Bar.size(5_500, 12_000);

    /** Between the end of each, and its next start. */
    private static final List<Integer> OUTAGES_MILLIS =
            List.of(0, 12_000, 1_000).subList(0, Bar.size(1, 3));

    private static final double BACK_WITHIN_MILLIS = 2_000;

    @TempDir
    private static Path folder;

    @Test
    void pages_databaseGoesAndComes_onlyDbIsRefusedAndSoonServed() throws Exception {
        List<Double> backMillis = new ArrayList<>();
        try (var site = new Site(folder)) {
            site.relay().cut();
            site.start(Map.of());
            List<Target> targets = Stream.of("/db", "/open", "/info", "/welcome.html")
                    .map(site::target)
                    .toList();
            LoadSpec spec = LoadSpec.of(targets)
                    .withRate(new Rate.Constant(PER_SECOND))
                    .withConnections(64, 1)
                    .withStop(new Stop.AfterDuration(Duration.ofMinutes(2)));
            try (Load load = Load.start(spec)) {
                load.goOn(ABSENT_MILLIS);
                site.relay().mend();
                backMillis.add(millisUntilServed(load));
                for (int outage : OUTAGES_MILLIS) {
                    load.goOn(500);
                    site.killDatabase();
                    load.goOn(outage);
                    site.reviveDatabase();
                    backMillis.add(millisUntilServed(load));
                }
                load.goOn(500);
                load.stop();
                site.assertIdleSoon();
                report(load, site.page(), backMillis);
            }
        }
    }

    /** Returns how long it takes from now until a request of /db has its answer. */
    private static double millisUntilServed(Load load) throws InterruptedException {
        long backNanos = System.nanoTime();
        Load.Seen first = load.await(
                "/db to be served again",
                end -> end.target() == DB && end.kind() == FailureKind.OK && end.endedNanos() - backNanos >= 0);
        return (first.endedNanos() - backNanos) / 1e6;
    }

    private static void report(Load load, Load.Body page, List<Double> backMillis) {
        List<Load.Seen> db = load.seen(end -> end.target() == DB);
        long refused = db.stream().filter(end -> end.is(503, Site.BUSY)).count();
        List<Load.Seen> others = load.seen(end -> end.target() != DB);
        assertTrue(refused > 0, "there were outages");
        assertEquals(
                List.of(),
                db.stream()
                        .filter(end -> !end.is(200, page) && !end.is(503, Site.BUSY))
                        .toList());
        assertEquals(
                List.of(),
                others.stream().filter(end -> end.kind() != FailureKind.OK).toList());
        assertTrue(Collections.max(backMillis) <= BACK_WITHIN_MILLIS, () -> "ms until served: " + backMillis);
        Bar.print(
                2,
                String.format(
                        Locale.ROOT,
                        "%d outages: %,d answers of other pages, 0 failed; /db %,d right, %,d refused, 0 else;"
                                + " served again after %.0f ms at most",
                        backMillis.size(),
                        others.size(),
                        db.size() - refused,
                        refused,
                        Collections.max(backMillis)));
    }
}
