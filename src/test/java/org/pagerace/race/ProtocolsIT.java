package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.process.Programs;
import org.pagerace.report.OutputFolder;
import org.pagerace.result.LoadResult;
import org.pagerace.result.Metric;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.StackCatalog;

/** The protocols of the articles, cut short, on the Java stack and one with PHP; and the same by other tools. */
@Timeout(180)
class ProtocolsIT {
    private static final Path STACKS = Path.of("src", "main", "php", "stacks");

    @TempDir
    Path folder;

    @Test
    void race_webbench_asksWithoutKeepAliveAndPrintsItsTable() throws Exception {
        RaceResult result = race("--protocol", "webbench", "--time", "6s", "--rounds", "1", "--db", "none");
        assertEquals(2 * 2, result.rounds().size());
        for (RoundResult round : result.rounds()) {
            LoadResult load = round.load();
            assertEquals(0, load.reusedRequests());
            assertEquals(500, load.settings().connections());
            assertTrue(load.connectionsOpened() >= load.ok(), round::stack);
        }
        assertHolds("2006: nginx 0.5.5, from FreeBSD ports, as installed");
        assertHolds("instead of the article's 30 s");
        assertEquals("not asked for", result.stacks().get(0).facts().get(Fact.KEEP_ALIVE_USED.label()));
    }

    @Test
    void race_httpLoad_fetchesAThousandOfEachAndTimesThem() throws Exception {
        RaceResult result = race("--protocol", "http_load", "--rounds", "1", "--db", "none");
        assertEquals(3 * 2, result.rounds().size());
        for (RoundResult round : result.rounds()) {
            LoadResult load = round.load();
            assertEquals(1000, load.ok(), round.stack() + " " + round.mode());
            assertEquals(223_782_000L, load.bodyBytes());
            assertEquals(1000, load.connect().count());
            assertEquals(1000, load.firstByte().count());
        }
        assertHolds("2008: lighttpd-1.4.19");
    }

    @Test
    void race_weighttp_sweepsOverKeptConnections() throws Exception {
        RaceResult result =
                race("--protocol", "weighttp", "-c", "100", "--scale", "200", "--rounds", "1", "--db", "none");
        long curves = result.plan().modes().stream()
                .map(mode -> mode.cores().orElseThrow())
                .distinct()
                .count();
        assertEquals(curves * 11 * 2, result.rounds().size());
        Set<String> looked = new HashSet<>(); // a round of 5,000 requests may be over before anybody looks
        for (RoundResult round : result.rounds()) {
            assertEquals(5000, round.load().ok(), round.stack() + " " + round.mode());
            assertTrue(round.load().connectionsOpened() <= 100);
            String cores = round.mode().substring(1, round.mode().indexOf('-'));
            round.samples().max(Metric.SERVER_CPU_LIMIT).ifPresent(held -> {
                assertEquals(Integer.parseInt(cores), held, () -> round.stack() + " " + round.mode());
                looked.add(round.stack() + cores);
            });
        }
        assertEquals(curves * 2, looked.size(), () -> "each stack on each number of cores: " + looked);
        assertTrue(
                result.stacks().get(1).facts().get("workers").startsWith("nginx: worker_processes " + curves + " "),
                "those of the last curve");
        assertHolds("1 core: measured");
        assertHolds("> 21:00:00");
        assertHolds("total time of a sweep");
        assertHolds("The sweep ends at 100 connections; the article's went on to 1000.");
        assertTrue(
                result.stacks().get(0).facts().get(Fact.KEEP_ALIVE_USED.label()).endsWith(" % of the requests"));
    }

    @Test
    void race_byWrk_hasItsFiguresAndNoneThatItDoesNotTell() throws Exception {
        requireProgram("wrk");
        RaceResult result = race("--driver", "wrk", "--pages", "testing", "--time", "12s", "-c", "8", "--db", "none");
        assertTrue(
                result.plan().driver().matches("wrk \\d+\\.\\d+\\.\\d+"),
                result.plan().driver());
        assertEquals(2 * 3, result.rounds().size());
        for (RoundResult round : result.rounds()) {
            LoadResult load = round.load();
            assertTrue(load.perSecond() > 100, load::toString);
            assertTrue(load.elapsed().compareTo(Duration.ofSeconds(1)) >= 0, load.elapsed()::toString);
            assertTrue(load.elapsed().compareTo(Duration.ofSeconds(2)) < 0, load.elapsed()::toString);
            assertEquals(0, load.total().count());
            Map<String, Long> told = load.toolFigures().orElseThrow().percentilesNanos();
            assertTrue(told.get("p99") >= told.get("p50"), told::toString);
        }
        assertHolds("note: wrk made the load. It does not verify bodies");
        assertEquals("not known", result.stacks().get(0).facts().get(Fact.KEEP_ALIVE_USED.label()));
    }

    @Test
    void race_byAb_hasItsFiguresInTheTableOfTheArticle() throws Exception {
        requireProgram("ab");
        RaceResult result = race(
                "--driver",
                "ab",
                "--protocol",
                "ab",
                "--pages",
                "jquery,info",
                "--time",
                "9s",
                "--rounds",
                "1",
                "--db",
                "none");
        assertTrue(result.plan().driver().matches("ab 2\\.3.*"), result.plan().driver());
        assertEquals(2 * 2 * 2, result.rounds().size());
        for (RoundResult round : result.rounds()) {
            LoadResult load = round.load();
            String what = round.stack() + " " + round.page() + " " + round.mode();
            assertEquals(0, load.failed(), what);
            if (round.mode().equals("c100")) {
                assertEquals(1000, load.ok(), what);
            }
            if (round.page().equals("jquery")) {
                assertTrue(load.bodyBytes() >= 93_868 * load.ok(), what);
            }
            assertTrue(load.toolFigures().orElseThrow().percentilesNanos().containsKey("p99"), what);
        }
        assertHolds("2012: nginx-linux (default)");
        assertHolds("note: ab made the load.");
    }

    @Test
    void race_terminatedUnderATool_endsItToo() throws Exception {
        requireProgram("wrk");
        Path out = folder.resolve("out");
        RaceProcess run = RaceProcess.start(
                folder,
                "--driver",
                "wrk",
                "--stacks",
                "jetty",
                "--pages",
                "testing",
                "--time",
                "60s",
                "--db",
                "none",
                "--out",
                out.toString());
        run.await("the tool", () -> run.errors().contains(" left: "));
        run.terminate();
        assertEquals(128 + 15, run.end(), run::text);
        assertTrue(OutputFolder.read(out).incomplete().orElse("").startsWith("interrupted in jetty"), run::text);
    }

    @Test
    void race_toolNotInstalled_endsWithTheCommandThatInstallsIt() throws Exception {
        Path none = Files.createDirectory(folder.resolve("none"));
        RaceProcess run =
                RaceProcess.withPath(folder, none, "--driver", "wrk", "--stacks", "jetty", "--pages", "testing");
        assertEquals(1, run.end(), run::text);
        assertTrue(run.errors().contains("race: --driver wrk is not installed: apt-get install wrk"), run::text);
        assertFalse(run.errors().contains("starting"), run::text);
    }

    private RaceResult race(String... options) throws Exception {
        requirePeer();
        Path out = folder.resolve("out");
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--stacks", "jetty,nginx-fpm", "--out", out.toString()));
        RaceProcess run = RaceProcess.start(folder, all.toArray(String[]::new));
        assertEquals(0, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        assertEquals(Optional.empty(), result.incomplete());
        assertEquals(List.of(), result.lost());
        return result;
    }

    private void assertHolds(String part) throws IOException {
        String text = Files.readString(folder.resolve("stdout")).replaceAll("\n +", " ");
        assertTrue(text.contains(part), text);
    }

    private static void requirePeer() throws IOException {
        Availability nginx =
                Availability.of(StackCatalog.load(STACKS, Optional.empty()).find("nginx-fpm"));
        Peers.require(nginx.installed(), "nginx-fpm: " + nginx.reason());
    }

    private static void requireProgram(String name) {
        Peers.require(Programs.find(name).isPresent(), name + " is not installed");
    }
}
