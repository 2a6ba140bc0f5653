package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.pages.PageDatabase;

/**
 * A pool of workers or of database connections is the limit. What holds its members is sleep, not work, so a busy machine
 * makes the pool no less full, and what others use of the processors is not counted against it.
 */
@Timeout(120)
class PlantedPoolIT {
    private static final Map<String, String> PAGES = Map.of("slow.php", "<?php usleep(50000); echo 'ok';");

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

    private Verdict workers(int children) throws Exception {
        PhpServer server = new PhpServer(planter, PhpServer.Wish.pages(children), PAGES);
        Scene scene = server.scene("slow.php", 16);
        return new MadeRace().with(scene, scene.play()).verdict(scene);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void workers_fewForASlowPage_areNamed(int children) throws Exception {
        Verdict verdict = workers(children);
        List<Cause> named = Planted.print("pm.max_children=" + children + " and a page of 50 ms", verdict);
        assertEquals(Cause.WORKER_POOL, named.get(0), Planted.evidence(verdict));
    }

    @Test
    void workers_enoughForASlowPage_areNotNamed() throws Exception {
        Verdict verdict = workers(32);
        List<Cause> named = Planted.print("children enough", verdict);
        assertFalse(named.contains(Cause.WORKER_POOL), Planted.evidence(verdict));
    }

    private Verdict pool(int size) throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        try (var database = new PageDatabase(data);
                var relay = new SlowRelay(database.port(), Duration.ofMillis(60))) {
            Map<String, String> environment = new HashMap<>(database.javaEnvironment());
            environment.put("PAGERACE_DATABASE_POOL_SIZE", Integer.toString(size));
            JavaServer server = new JavaServer(
                    planter,
                    environment,
                    "--db",
                    database.urlVia(relay.port()),
                    "--db-user",
                    environment.get("PAGERACE_DATABASE_USER"));
            Planter.prefer(
                    server.pid()); // the only connection is handed over between two queries, which takes a processor
            Scene scene = server.scene("db", 16).withTimes(2, Duration.ofSeconds(2), Duration.ofSeconds(3));
            return new MadeRace().with(scene, scene.play()).verdict(scene);
        }
    }

    @Test
    void pool_oneConnectionAndASlowQuery_isNamed() throws Exception {
        Verdict verdict = pool(1);
        List<Cause> named = Planted.print("a pool of 1 and a query of 60 ms", verdict);
        assertEquals(Cause.DATABASE_POOL, named.get(0), Planted.evidence(verdict));
    }

    @Test
    void pool_connectionsEnough_isNotNamed() throws Exception {
        Verdict verdict = pool(32);
        List<Cause> named = Planted.print("database connections enough", verdict);
        assertFalse(named.contains(Cause.DATABASE_POOL), Planted.evidence(verdict));
    }
}
