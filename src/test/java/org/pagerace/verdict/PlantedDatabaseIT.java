package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.pages.PageDatabase;

/**
 * The database's processor is the limit: bound to one, it computes a hundred thousand checksums for each page. It comes
 * before others, as do driver and server, and one of eight queries is always there for it to work on.
 */
@Timeout(120)
class PlantedDatabaseIT {
    @TempDir
    Path folder;

    private Planter planter;
    private PageDatabase database;

    @BeforeEach
    void begin() throws Exception {
        planter = new Planter(folder);
        database = new PageDatabase(Files.createDirectories(folder.resolve("data")));
        for (long pid : database.pids()) {
            bindToOneProcessor(pid);
            Planter.prefer(pid);
        }
    }

    @AfterEach
    void end() {
        planter.close();
        database.close();
    }

    private static void bindToOneProcessor(long pid) throws IOException, InterruptedException {
        Process taskset = new ProcessBuilder("taskset", "--all-tasks", "--pid", "--cpu-list", "0", Long.toString(pid))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertEquals(0, taskset.waitFor(), "taskset");
    }

    private Verdict verdict(String planted, String query) throws Exception {
        Object[] address = Stream.of("HOST", "USER", "PASSWORD", "NAME", "PORT")
                .map(name -> database.phpEnvironment().get("PAGERACE_DB_" + name))
                .toArray();
        String page = String.format(
                        Locale.ROOT,
                        "<?php $db = new mysqli('%s', '%s', '%s', '%s', %s);",
                        address) // one for each request
                + "$db->query(\"SELECT " + query + "\"); echo 'ok';";
        PhpServer server = new PhpServer(planter, PhpServer.Wish.pages(12), Map.of("page.php", page)).first();
        Scene scene = server.scene("page.php", 8).watchingDatabase(database.pids());
        Verdict verdict = new MadeRace().with(scene, scene.playFirst(planter)).verdict(scene);
        Planted.print(planted, verdict);
        return verdict;
    }

    @Test
    void database_queriesThatCompute_isNamed() throws Exception {
        Verdict verdict = verdict("queries that compute", "BENCHMARK(100000, MD5('planted'))");
        assertEquals(
                List.of(Cause.DATABASE_CPU),
                verdict.limits().stream().map(Finding::cause).toList(),
                Planted.evidence(verdict));
        assertTrue(
                verdict.limits().get(0).evidence().endsWith("of the 1.00 cores it may use"), Planted.evidence(verdict));
    }

    @Test
    void database_queriesThatSleep_isNotNamed() throws Exception {
        Verdict verdict = verdict("queries that sleep", "SLEEP(0.03)");
        assertFalse(
                verdict.limits().stream().anyMatch(limit -> limit.cause() == Cause.DATABASE_CPU),
                Planted.evidence(verdict));
    }
}
