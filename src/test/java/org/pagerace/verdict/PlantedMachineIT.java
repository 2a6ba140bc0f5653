package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What makes a number doubtful: a JVM that still compiles, and strangers on the machine. */
@Timeout(180)
class PlantedMachineIT {
    private static final Map<String, String> PAGES = Map.of("slow.php", "<?php usleep(20000); echo 'ok';");

    /** Four requests that sleep, for four children: with room for all there is no other limit than the loop. */
    private static final Set<Cause> OF_A_BUSY_MACHINE = EnumSet.of(
            Cause.CLOSED_LOOP,
            Cause.UNEXPLAINED,
            Cause.SHARED_HOST,
            Cause.CLIENT_CPU,
            Cause.CLIENT_RECEIVE,
            Cause.SERVER_CPU,
            Cause.SERVER_THREAD);

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

    private static List<Cause> cautions(Verdict verdict) {
        return verdict.cautions().stream().map(Finding::cause).toList();
    }

    /** A busy machine makes a JVM compile later, not less. */
    @Test
    void jvm_fresh_isNotWarm() throws Exception {
        JavaServer server = new JavaServer(planter, Map.of(), "--db", "none");
        Scene scene = server.scene("info", 8).withTimes(2, Duration.ZERO, Duration.ofSeconds(3));
        Verdict verdict = new MadeRace().with(scene, scene.play()).verdict(scene);
        Planted.print("a fresh JVM", verdict);
        assertTrue(cautions(verdict).contains(Cause.JVM_NOT_WARM), Planted.evidence(verdict));
    }

    /**
     * Nothing but one static page for a while: there is nothing left to compile. How long that takes is the machine's
     * affair (a busy one compiled for 1.1 % of the time after 65 seconds), so it is asked again, for four minutes at most.
     */
    @Test
    void jvm_afterManyRequests_isWarm() throws Exception {
        JavaServer server = new JavaServer(planter, Map.of(), "--db", "none");
        Scene scene = server.scene("testing.html", 8).withTimes(1, Duration.ofSeconds(10), Duration.ofSeconds(3));
        Verdict verdict = new MadeRace().with(scene, scene.play()).verdict(scene);
        for (int more = 0; more < 17 && cautions(verdict).contains(Cause.JVM_NOT_WARM); more++) {
            verdict = new MadeRace().with(scene, scene.play()).verdict(scene);
        }
        Planted.print("a JVM that has been asked for long", verdict);
        assertFalse(cautions(verdict).contains(Cause.JVM_NOT_WARM), Planted.evidence(verdict));
    }

    private Verdict noise() throws Exception {
        PhpServer server = new PhpServer(planter, PhpServer.Wish.pages(4), PAGES);
        Scene scene = server.scene("slow.php", 4).withTimes(1, Duration.ofMillis(500), Duration.ofSeconds(3));
        return new MadeRace().with(scene, scene.play()).verdict(scene);
    }

    @Test
    void machine_spinnerOutsideTheRace_isNoisy() throws Exception {
        planter.spinner();
        Verdict verdict = noise();
        Planted.print("a spinner outside", verdict);
        assertTrue(cautions(verdict).contains(Cause.NOISY_MACHINE), Planted.evidence(verdict));
    }

    /**
     * Where others really use the machine the verdict is right to say so: judged is a moment with idle ones around it. If
     * none comes, only what holds beside them is: what seems scarce is nothing but what those others leave too little of.
     */
    @Test
    void machine_quiet_isNotNoisy() throws Exception {
        for (int attempt = 0; attempt < 8; attempt++) {
            boolean quiet = isQuiet();
            Verdict verdict = noise();
            planter.close();
            planter = new Planter(folder);
            boolean staysQuiet = quiet && isQuiet();
            Planted.print(staysQuiet ? "nobody else" : "others all around", verdict);
            if (staysQuiet) {
                assertFalse(cautions(verdict).contains(Cause.NOISY_MACHINE), Planted.evidence(verdict));
                return;
            }
            for (Finding limit : verdict.limits()) {
                assertTrue(OF_A_BUSY_MACHINE.contains(limit.cause()), Planted.evidence(verdict));
            }
        }
        Assumptions.abort("others used this machine all the time, so it was never judged quiet");
    }

    /** Whether the processors were idle for most of a second, with nothing of this test running. */
    private static boolean isQuiet() throws IOException {
        long[] before = ticks();
        LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        long[] after = ticks();
        return after[0] - before[0] < 0.02 * (after[1] - before[1]);
    }

    /** Returns the busy and all ticks of all processors, of the first line of /proc/stat. */
    private static long[] ticks() throws IOException {
        String[] words = Files.readAllLines(Path.of("/proc/stat")).get(0).trim().split(" +", -1);
        long all = 0;
        for (int i = 1; i <= 8; i++) {
            all += Long.parseLong(words[i]);
        }
        return new long[] {all - Long.parseLong(words[4]) - Long.parseLong(words[5]), all};
    }
}
