package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.config.Keys;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Rate;
import org.pagerace.load.Stop;
import org.pagerace.pages.Answer;
import org.pagerace.result.FailureKind;

/** Bar 4: with four times the load that four connections can bear, what can be served is, and the rest is refused at once. */
class OverloadIT {
    private static final int POOL = 4;
    private static final Duration QUERY = Duration.ofMillis(100);
    private static final Duration PEAK = Duration.ofSeconds(Bar.size(2, 4));
    private static final Duration OVERLOAD = Duration.ofSeconds(Bar.size(3, 10));
    private static final double LEAST_GOODPUT = 0.8; // of the peak
    private static final double SHED_WITHIN_MILLIS = 100; // 99 of 100
    private static final double OPEN_WITHIN_MILLIS = 500; // 99 of 100

    @TempDir
    private static Path folder;

    @Test
    void db_fourTimesTheLoad_isServedAtTheSameRateAndTheRestRefused() throws Exception {
        try (var site = new Site(folder)) {
            site.start(Map.of(
                    Keys.POOL_SIZE, Integer.toString(POOL), Keys.QUEUE_LENGTH, "8", Keys.QUEUE_TIMEOUT, "300ms"));
            Load.Body page = site.page();
            LoadSpec db = LoadSpec.of(List.of(site.target("/db")));
            makeConnections(db);
            site.relay().fault((said, before, client) -> {
                LockSupport.parkNanos(QUERY.toNanos());
                client.getOutputStream().write(said);
            });
            double peak = peak(db);
            List<Load.Seen> seen;
            List<Load.Seen> open;
            LoadSpec pages = LoadSpec.of(List.of(site.target("/open")))
                    .withRate(new Rate.Constant(20))
                    .withStop(new Stop.AfterDuration(OVERLOAD));
            LoadSpec flood = db.withRate(new Rate.Constant(4 * peak))
                    .withConnections(64, 1)
                    .withStop(new Stop.AfterDuration(OVERLOAD));
            try (Load others = Load.start(pages);
                    Load load = Load.start(flood)) {
                load.goOn(OVERLOAD.toMillis() / 2);
                assertRetryAfter(site);
                load.result();
                others.result();
                seen = load.seen();
                open = others.seen();
            }
            site.assertIdleSoon();
            report(peak, seen, open, page);
        }
    }

    /** While it is quick: with late answers each takes most of a second, and one is made after the other. */
    private static void makeConnections(LoadSpec db) throws Exception {
        LoadSpec spec = db.withConnections(2 * POOL, 1).withStop(new Stop.AfterRequests(200L * POOL));
        try (Load load = Load.start(spec)) {
            load.result();
        }
    }

    /** The rate of as many clients as connections: nobody waits for one. */
    private static double peak(LoadSpec db) throws Exception {
        LoadSpec spec = db.withConnections(POOL, 1).withStop(new Stop.AfterDuration(PEAK));
        try (Load load = Load.start(spec)) {
            return load.result().perSecond();
        }
    }

    /** Asks until one is refused, which is most of them. */
    private static void assertRetryAfter(Site site) throws Exception {
        Answer answer = site.get("/db");
        for (int i = 0; i < 50 && answer.status() == 200; i++) {
            answer = site.get("/db");
        }
        assertEquals(503, answer.status());
        assertEquals("1", answer.header("Retry-After"));
    }

    private static void report(double peak, List<Load.Seen> db, List<Load.Seen> open, Load.Body page) {
        List<Load.Seen> served = db.stream().filter(end -> end.is(200, page)).toList();
        List<Load.Seen> shed = db.stream().filter(end -> end.is(503, Site.BUSY)).toList();
        double goodput = served.size() / (OVERLOAD.toMillis() / 1e3) / peak;
        String figures = String.format(
                Locale.ROOT,
                "%.0f /db a second offered, %.0f %% of the peak of %.1f served; %,d refused, 99 %% within %.1f ms;"
                        + " /open 99 %% within %.0f ms",
                4 * peak,
                100 * goodput,
                peak,
                shed.size(),
                Load.millis(shed, 0.99),
                Load.millis(open, 0.99));
        assertEquals(db.size(), served.size() + shed.size(), "right or refused");
        assertTrue(open.stream().allMatch(end -> end.kind() == FailureKind.OK), figures);
        assertTrue(goodput >= LEAST_GOODPUT, figures);
        assertTrue(Load.millis(shed, 0.99) <= SHED_WITHIN_MILLIS, figures);
        assertTrue(Load.millis(open, 0.99) <= OPEN_WITHIN_MILLIS, figures);
        Bar.print(4, figures);
    }
}
