package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.result.Confirmation.Change;

/** The client is the limit: it is slow, or it asks too little. */
@Timeout(120)
class PlantedClientIT {
    private static final Map<String, String> PAGES = Map.of(
            "fast.html", "x".repeat(1000),
            "large.html", "x".repeat(600_000),
            "slow.php", "<?php usleep(20000); echo 'ok';");

    @TempDir
    Path folder;

    private Planter planter;

    @BeforeEach
    void begin() {
        planter = new Planter(folder);
    }

    @AfterEach
    void end() {
        planter.close();
    }

    /**
     * Two spinners share the driver's core, so its thread waits for milliseconds every few milliseconds; whatever else the
     * machine does makes that worse.
     */
    @Test
    void client_coreSharedWithSpinners_isNamed() throws Exception {
        Peers.require(Runtime.getRuntime().availableProcessors() >= 2, "two processors are needed");
        PhpServer nginx = new PhpServer(planter, PhpServer.Wish.pages(0).after("taskset", "-c", "1"), PAGES);
        planter.spinner("0");
        planter.spinner("0");
        Scene scene = nginx.scene("fast.html", 16);
        Verdict verdict = new MadeRace()
                .with(scene, scene.playAmongOthers(List.of("taskset", "-c", "0"), planter))
                .verdict(scene);
        List<Cause> named = Planted.print("a driver on a core with two spinners", verdict);
        assertTrue(named.contains(Cause.CLIENT_CPU), Planted.evidence(verdict));
    }

    /** Driver and server come before others, and answers of 20 ms forgive a driver that is late by one or two. */
    @Test
    void client_oneConnection_isTheClosedLoopAndTwoConfirmIt() throws Exception {
        PhpServer server = new PhpServer(planter, PhpServer.Wish.pages(4), PAGES).first();
        Scene one = server.scene("slow.php", 1);
        Scene two = server.scene("slow.php", 2).withTimes(1, Duration.ofMillis(300), Duration.ofSeconds(2));
        MadeRace race = new MadeRace().with(one, one.playFirst(planter));
        race.confirmed(Change.TWICE_THE_CONNECTIONS, two.playFirst(planter), one);
        Verdict verdict = race.verdict(one);
        List<Cause> named = Planted.print("one connection to an idle server", verdict);
        assertEquals(List.of(Cause.CLOSED_LOOP), named, Planted.evidence(verdict));
        assertEquals(Grade.CONFIRMED, verdict.limits().get(0).grade(), Planted.evidence(verdict));
    }

    /**
     * As in a race without --confirm: what its warm-up shows is enough. Answers of 20 ms, and three connections more than
     * the one that needs nothing to compare with.
     */
    @Test
    void client_fewConnections_areTheClosedLoopByHalfOfThem() throws Exception {
        PhpServer server = new PhpServer(planter, PhpServer.Wish.pages(12), PAGES).first();
        Scene four = server.scene("slow.php", 4);
        Scene two = server.scene("slow.php", 2).withTimes(1, Duration.ZERO, Duration.ofMillis(800));
        Scene.Outcome outcome = four.playFirst(planter);
        MadeRace race = new MadeRace().with(four, outcome).halved(four, outcome, two.playFirst(planter));
        Verdict verdict = race.verdict(four);
        List<Cause> named = Planted.print("four connections to a slow page, without --confirm", verdict);
        assertEquals(List.of(Cause.CLOSED_LOOP), named, Planted.evidence(verdict));
        assertEquals(Grade.OBSERVED, verdict.limits().get(0).grade(), Planted.evidence(verdict));
        assertTrue(
                verdict.limits().get(0).evidence().startsWith("with half the connections an answer took "),
                Planted.evidence(verdict));
    }

    /** It reads each body at 2 MB/s, so the server waits for its window whatever else the machine does. */
    @Test
    void client_readsSlowly_isNamed() throws Exception {
        PhpServer nginx = new PhpServer(planter, PhpServer.Wish.pages(0), PAGES).first();
        Scene scene = nginx.scene("large.html", 8).readingSlowly(2_000_000);
        Verdict verdict = new MadeRace().with(scene, scene.playFirst(planter)).verdict(scene);
        List<Cause> named = Planted.print("bodies read at 2 MB/s", verdict);
        assertEquals(List.of(Cause.CLIENT_RECEIVE), named, Planted.evidence(verdict));
    }

    /** The same page at the rate at which it is made: it is read at once. */
    @Test
    void client_slowServerAndLargeBody_isNotNamed() throws Exception {
        PhpServer server = new PhpServer(
                        planter,
                        PhpServer.Wish.pages(20),
                        Map.of("large.php", "<?php usleep(50000); echo str_repeat('x', 600000);"))
                .first();
        Scene scene = server.scene("large.php", 4);
        Verdict verdict = new MadeRace().with(scene, scene.playFirst(planter)).verdict(scene);
        List<Cause> named = Planted.print("large bodies read at once", verdict);
        assertFalse(named.contains(Cause.CLIENT_RECEIVE), Planted.evidence(verdict));
    }

    /** Sixteen sleep at once, and there are children for all: nothing is full. */
    @Test
    void client_slowPageAndManyConnections_isNotNamed() throws Exception {
        PhpServer server = new PhpServer(planter, PhpServer.Wish.pages(20), PAGES).first();
        Scene scene = server.scene("slow.php", 16);
        Verdict verdict = new MadeRace().with(scene, scene.playFirst(planter)).verdict(scene);
        List<Cause> named = Planted.print("nothing at the client", verdict);
        assertEquals(List.of(Cause.UNEXPLAINED), named, Planted.evidence(verdict));
    }
}
