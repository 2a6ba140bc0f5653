package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.result.Confirmation.Change;

/**
 * The server's processors are the limit, or something in it that nobody sees. On a busy machine a server would get too
 * little of its core to fill it; so driver and servers come before others (see {@link Planter#prefer}).
 */
@Timeout(120)
class PlantedServerIT {
    private static final Map<String, String> PAGES = Map.of(
            "busy.php", "<?php for ($i = 0, $s = 0; $i < 400000; $i++) { $s += $i; } echo $s;",
            "slow.php", "<?php usleep(50000); echo 'ok';",
            "lock.php", """
                <?php
                $lock = fopen(__DIR__ . '/lock' . (getmypid() % 4), 'c');
                flock($lock, LOCK_EX);
                usleep(10000);
                flock($lock, LOCK_UN);
                echo 'ok';
                """,
            "text.html", text(200_000));

    @TempDir
    Path folder;

    private Planter planter;
    private Optional<CpuGroup> group = Optional.empty();

    @BeforeEach
    void begin() {
        planter = new Planter(folder);
    }

    @AfterEach
    void end() throws IOException {
        planter.close();
        if (group.isPresent()) {
            group.get().close();
        }
    }

    /** Hard work for gzip. */
    private static String text(int length) {
        var random = new Random(1);
        var text = new StringBuilder();
        while (text.length() < length) {
            text.append((char) ('a' + random.nextInt(20)));
        }
        return text.toString();
    }

    private Verdict verdict(Scene scene) throws Exception {
        return new MadeRace().with(scene, scene.playFirst(planter)).verdict(scene);
    }

    @Test
    void server_pinnedToOneCore_isNamed() throws Exception {
        PhpServer.Wish wish = PhpServer.Wish.pages(4).after("taskset", "-c", "0");
        PhpServer server = new PhpServer(planter, wish, PAGES).first();
        Verdict verdict = verdict(server.scene("busy.php", 32));
        List<Cause> named = Planted.print("a server on one core", verdict);
        assertTrue(named.contains(Cause.SERVER_CPU), Planted.evidence(verdict));
        assertFalse(named.contains(Cause.WORKER_POOL), Planted.evidence(verdict));
    }

    /** The machine has more, and the group of its processes may not use it. */
    @Test
    void server_inAGroupOfHalfAProcessor_isNamedWithThatLimit() throws Exception {
        group = Optional.of(new CpuGroup(0.5));
        PhpServer.Wish wish = PhpServer.Wish.pages(4).after(group.get().prefix());
        PhpServer server = new PhpServer(planter, wish, PAGES).first();
        Verdict verdict = verdict(server.scene("busy.php", 32));
        Planted.print("a server in a control group of half a processor", verdict);
        assertTrue(isNamed(verdict, Cause.SERVER_CPU), Planted.evidence(verdict));
        assertTrue(
                verdict.limits().get(0).evidence().contains("of the 0.50 cores it may use"), Planted.evidence(verdict));
    }

    /**
     * gzip on the fly takes milliseconds for each answer, so one worker is far slower than the driver. Where others use the
     * machine they may take more than a twentieth of its core all the same: then it is tried again, twice at most.
     */
    @Test
    void server_oneWorkerOnTwoCores_isNamedByItsThread() throws Exception {
        Peers.require(Runtime.getRuntime().availableProcessors() >= 2, "two processors are needed");
        PhpServer.Wish wish = PhpServer.Wish.pages(0).workers(1, "gzip on; gzip_comp_level 9;");
        PhpServer server = new PhpServer(planter, wish, PAGES).first();
        Scene scene = server.scene("text.html", 16).withTimes(2, Duration.ofMillis(500), Duration.ofSeconds(5));
        Verdict verdict = verdict(scene);
        for (int more = 0; more < 2 && isNoisy(verdict) && !isNamed(verdict, Cause.SERVER_THREAD); more++) {
            verdict = verdict(scene);
        }
        List<Cause> named = Planted.print("one nginx worker on two cores", verdict);
        assertTrue(named.contains(Cause.SERVER_THREAD), Planted.evidence(verdict));
        assertFalse(named.contains(Cause.SERVER_CPU), Planted.evidence(verdict));
    }

    private static boolean isNamed(Verdict verdict, Cause cause) {
        return verdict.limits().stream().anyMatch(limit -> limit.cause() == cause);
    }

    private static boolean isNoisy(Verdict verdict) {
        return verdict.cautions().stream().anyMatch(caution -> caution.cause() == Cause.NOISY_MACHINE);
    }

    @Test
    void server_andClientOnTheSameCores_isASharedHost() throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        PhpServer server = new PhpServer(planter, PhpServer.Wish.pages(2 * cores), PAGES).first();
        Scene scene = server.scene("busy.php", 16 * cores);
        Scene.Outcome outcome = scene.playFirst(planter);
        Verdict verdict = new MadeRace().with(scene, outcome).verdict(scene);
        List<Cause> named = Planted.print("server and client on all cores", verdict);
        assertTrue(named.contains(Cause.SHARED_HOST), Planted.evidence(verdict, outcome));
        assertFalse(named.contains(Cause.WORKER_POOL), Planted.evidence(verdict, outcome));
    }

    /** Every request waits 80 ms for one of four locks: a driver that is late by some milliseconds does not count. */
    @Test
    void server_hiddenLock_isUnexplainedAndTwiceTheConnectionsChangeNothing() throws Exception {
        PhpServer server = new PhpServer(planter, PhpServer.Wish.pages(80), PAGES).first();
        Scene scene = server.scene("lock.php", 32);
        Scene twice = server.scene("lock.php", 64).withTimes(1, Duration.ofMillis(500), Duration.ofSeconds(2));
        Scene half = server.scene("lock.php", 16).withTimes(1, Duration.ZERO, Duration.ofSeconds(1));
        Scene.Outcome outcome = scene.playFirst(planter);
        MadeRace race = new MadeRace().with(scene, outcome).halved(scene, outcome, half.playFirst(planter));
        Verdict unconfirmed = race.verdict(scene);
        Planted.print("a hidden lock of 4, without --confirm", unconfirmed);
        assertEquals(Cause.UNEXPLAINED, unconfirmed.limits().get(0).cause(), Planted.evidence(unconfirmed));
        assertTrue(
                unconfirmed.limits().get(0).evidence().contains("with half the connections an answer took "),
                Planted.evidence(unconfirmed));
        race.confirmed(Change.TWICE_THE_CONNECTIONS, twice.playFirst(planter), scene);
        Verdict verdict = race.verdict(scene);
        List<Cause> named = Planted.print("a hidden lock of 4", verdict);
        assertEquals(List.of(Cause.UNEXPLAINED), named, Planted.evidence(verdict));
        assertTrue(verdict.limits().get(0).evidence().contains("twice the connections"), Planted.evidence(verdict));
    }

    /** The reverse of all of them: the page sleeps, and there are children enough. */
    @Test
    void server_nothingPlanted_isNotNamed() throws Exception {
        PhpServer server = new PhpServer(planter, PhpServer.Wish.pages(40), PAGES).first();
        Verdict verdict = verdict(server.scene("slow.php", 32));
        List<Cause> named = Planted.print("nothing at the server", verdict);
        for (Cause cause : List.of(Cause.SERVER_CPU, Cause.SERVER_THREAD, Cause.WORKER_POOL, Cause.DATABASE_CPU)) {
            assertFalse(named.contains(cause), Planted.evidence(verdict));
        }
    }
}
