package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database goes and comes back while the pages run. */
class DatabaseOutageIT {
    @TempDir
    private static Path folder;

    private static PageDatabase database;

    @BeforeAll
    static void start() throws Exception {
        database = new PageDatabase(folder.resolve("data"));
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void db_databaseGoesAndReturns_is503ThenTheSamePage() throws Exception {
        try (var relay = new Relay(database.port());
                var server = new PageServer(PageDatabase.home().root(), database.attributesVia(relay.port()))) {
            Answer before = Patience.awaitStatus(server, 200);
            relay.cut();
            Answer away = Patience.awaitStatus(server, 503);
            assertEquals("503 busy\n", away.text());
            assertEquals("1", away.header("Retry-After"));
            assertEquals(200, server.get("/open").status());
            awaitPool(server, "not connected");
            relay.mend();
            assertEquals(before.latin(), Patience.awaitStatus(server, 200).latin());
        }
    }

    /** Idle connections that died are noticed when the next request uses one, and that request is not the one to pay. */
    @Test
    void db_connectionsDied_nextRequestIsServed() throws Exception {
        try (var relay = new Relay(database.port());
                var server = new PageServer(PageDatabase.home().root(), database.attributesVia(relay.port()))) {
            Answer before = Patience.awaitStatus(server, 200);
            relay.drop();
            Answer after = server.get("/db");
            assertEquals(200, after.status());
            assertEquals(before.latin(), after.latin());
        }
    }

    @Test
    void db_databaseAbsentAtTheStart_servesWhenItComes() throws Exception {
        try (var relay = new Relay(database.port())) {
            relay.cut();
            try (var server = new PageServer(PageDatabase.home().root(), database.attributesVia(relay.port()))) {
                Patience.awaitStatus(server, 503);
                assertEquals(200, server.get("/info").status());
                relay.mend();
                Patience.awaitStatus(server, 200);
            }
        }
    }

    /** The first failure may be one that the pages do not yet take for an outage. */
    private static void awaitPool(PageServer server, String state) throws Exception {
        long deadlineNanos = System.nanoTime() + Patience.LIMIT.toNanos();
        while (!server.get("/info?what=pool").text().contains(state)) {
            assertTrue(System.nanoTime() - deadlineNanos < 0, "not in time: " + state);
            Patience.awaitStatus(server, 503);
        }
    }

    /** Row 10 of the bug table: nothing is refused and nothing answered; the requests that find out are few. */
    @Test
    void db_blackHoleThatOpens_isRefusedQuicklyThenServedSoon() throws Exception {
        try (var log = new LogLines("org.pagerace.store");
                var relay = new Relay(database.port());
                var server = new PageServer(PageDatabase.home().root(), database.attributesVia(relay.port()))) {
            Patience.awaitStatus(server, 200);
            relay.hold();
            awaitPool(server, "not connected");
            log.await("database is away, /db answers 503 until it is back: the database did not answer");
            List<Duration> refusals = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                long startNanos = System.nanoTime();
                assertEquals(503, server.get("/db").status());
                refusals.add(Duration.ofNanos(System.nanoTime() - startNanos));
            }
            Collections.sort(refusals);
            assertTrue(refusals.get(98).toMillis() < 100, () -> "99 of 100 within " + refusals.get(98));
            relay.letGo();
            long startNanos = System.nanoTime();
            Patience.awaitStatus(server, 200);
            Duration back = Duration.ofNanos(System.nanoTime() - startNanos);
            assertTrue(back.toMillis() < 2_000, () -> "back after " + back);
        }
    }
}
