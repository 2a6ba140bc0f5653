package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.bars.Bar;
import org.pagerace.process.CurrentUser;
import org.pagerace.report.OutputFolder;
import org.pagerace.result.FailureKind;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.StackCatalog;

/**
 * What a race does when something goes wrong around it. A server that dies, the database that dies and a full disk for the
 * result are in {@link RaceIT}, a tool's end in {@link ProtocolsIT}, the ends of one of the two processes of a line in
 * {@link LinkIT}.
 */
@Timeout(600)
class RaceFaultsIT {
    private static final Path STACKS = Path.of("src", "main", "php", "stacks");
    private static final Path TEMPLATES = Path.of("src", "main", "php", "templates");
    private static final long SEED = 1;

    /** From the start of the JVM over the servers, the check, warm-up and rounds to the stop. */
    private static final int LONGEST_MILLIS = 12_000;

    @TempDir
    Path folder;

    @BeforeEach
    void requirePeer() throws IOException {
        Availability nginx =
                Availability.of(StackCatalog.load(STACKS, Optional.empty()).find("nginx-fpm"));
        Peers.require(nginx.installed(), "nginx-fpm: " + nginx.reason());
    }

    /** Stopped, not killed: it keeps its port and its connections, and answers nothing for the rest of the race. */
    @Test
    void race_aStackHangs_isNamedAndTheOtherHasAllItsRounds() throws Exception {
        Path out = folder.resolve("out");
        RaceProcess run = RaceProcess.start(
                folder,
                "--time",
                "4s",
                "--rounds",
                "2",
                "--stacks",
                "jetty,nginx-fpm",
                "--pages",
                "testing",
                "--db",
                "none",
                "--noise-floor",
                "none",
                "--no-calibration",
                "--out",
                out.toString());
        run.await("the driver", () -> run.errors().contains(" left: "));
        assertTrue(RaceProcess.signal("STOP", run.child(" serve ").pid()));
        assertEquals(1, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        List<RoundResult> other = result.rounds().stream()
                .filter(round -> round.stack().equals("nginx-fpm"))
                .toList();
        assertEquals(2, other.size(), run::text);
        assertTrue(other.stream().allMatch(round -> round.load().failed() == 0), run::text);
        List<RoundResult> hung = result.rounds().stream()
                .filter(round -> round.stack().equals("jetty"))
                .toList();
        assertEquals(2, hung.size(), run::text);
        assertEquals(0, hung.get(1).load().ok(), run::text);
        assertTrue(
                run.output().contains("failed: jetty testing c32: no request was answered in at least one round"),
                run::text);
    }

    /** The check before the race saw the right one; the driver looks at every byte of every answer. */
    @Test
    void race_aStackGivesAnotherBodyMidway_isCountedAndNamed() throws Exception {
        Path web = Files.createDirectories(folder.resolve("web"));
        Path page = Files.copy(Path.of("webapp", "testing.html"), web.resolve("testing.html"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x")); // for nginx's own user
        Path stack = Files.writeString(folder.resolve("mine.yaml"), """
            name: mine
            extends: nginx-fpm
            description: nginx whose page is not ours to keep
            """);
        Path templates = Files.createDirectories(folder.resolve("templates"));
        Files.writeString(
                templates.resolve("nginx.conf"),
                Files.readString(TEMPLATES.resolve("nginx.conf"))
                        .replace(
                                "location = /pagerace-status",
                                "location = /testing.html { root \"" + web + "\"; }\n location = /pagerace-status"));
        Path out = folder.resolve("out");
        RaceProcess run = RaceProcess.start(
                folder,
                "--time",
                "6s",
                "--rounds",
                "2",
                "--stacks",
                "jetty",
                "--stack-file",
                stack.toString(),
                "--pages",
                "testing",
                "--db",
                "none",
                "--noise-floor",
                "none",
                "--no-calibration",
                "--out",
                out.toString());
        run.await("the driver", () -> run.errors().contains(" left: "));
        Files.writeString(page, Files.readString(page).toUpperCase(Locale.ROOT)); // as long as it was
        assertEquals(1, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        assertEquals(Optional.empty(), result.incomplete());
        assertEquals(4, result.rounds().size());
        for (RoundResult round : result.rounds()) {
            long wrong = round.load().outcomes().getOrDefault(FailureKind.WRONG_BODY, 0L);
            assertEquals(round.stack().equals("mine"), wrong > 0, round.stack() + " " + round.round());
        }
        assertTrue(run.output().contains("failed: mine testing"), run::text);
        assertTrue(run.output().contains("wrong-body"), run::text);
    }

    /** Not where the result goes but where the servers' files do: nothing starts, and one line says why. */
    @Test
    void race_noRoomForTheRunFolder_endsWithOneLineAndLeavesNothing() throws Exception {
        Peers.require(CurrentUser.isRoot(), "only root can mount the tiny file system of this test");
        Path runtime = Files.createDirectory(folder.resolve("runtime"));
        RaceProcess run = RaceProcess.withTinyDiskForServers(
                folder,
                runtime,
                "--time",
                "6s",
                "--stacks",
                "jetty,nginx-fpm",
                "--pages",
                "testing",
                "--db",
                "none",
                "--out",
                folder.resolve("out").toString());
        assertEquals(1, run.end(), run::text);
        assertTrue(run.errors().contains("No space left on device"), run::text);
        assertFalse(run.errors().contains("\tat "), run::text);
        assertFalse(Files.exists(folder.resolve("out")), "nothing was measured");
    }

    @Test
    void race_killed_leavesWhatItHadAndNothingElse() throws Exception {
        Path out = folder.resolve("out");
        RaceProcess run = start(out, "60s");
        run.await("a result", () -> Files.exists(out.resolve("result.json")));
        run.kill();
        assertEquals(RaceProcess.KILLED, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        assertEquals(
                Optional.of("this was written during the race, which has not come to its end"), result.incomplete());
        assertEquals(2, result.rounds().size(), "a block is of both stacks");
        OutputFolder.prepare(out).writeReport(result);
        assertTrue(Files.readString(out.resolve("report.html")).contains("has not come to its end"));
    }

    /** Whenever it is: while the JVM, a server or the database starts, in a round, while it stops, over a line too. */
    @Test
    void race_endedAtRandomMoments_leavesNothingAndTheNextRuns() throws Exception {
        int times = Bar.size(4, 20);
        boolean namespaces = CurrentUser.isRoot() && "required".equals(System.getenv("PAGERACE_NAMESPACES"));
        var random = new SplittableRandom(SEED);
        List<RaceProcess> killed = new ArrayList<>();
        int readable = 0;
        for (int i = 0; i < times; i++) {
            Path out = folder.resolve("out" + i);
            boolean kill = i % 2 == 1;
            boolean link = namespaces && i % 4 > 1;
            int millis = random.nextInt(LONGEST_MILLIS);
            String what = (kill ? "KILL" : "INT") + " after " + millis + " ms" + (link ? ", over a line" : "");
            RaceProcess run = link ? start(out, "6s", "--link", "1gbit") : start(out, "6s");
            run.await(Duration.ofMillis(millis), () -> run.output().contains("report:"));
            boolean measured = run.errors().contains(", round ");
            if (kill) {
                run.kill();
                killed.add(run);
            } else {
                run.interrupt();
            }
            int status = run.end();
            assertTrue(
                    Set.of(0, kill ? RaceProcess.KILLED : 130).contains(status),
                    what + " ended with " + status + "\n" + run.text());
            assertFalse(run.errors().contains("\tat "), () -> what + "\n" + run.text());
            assertTrue(kill || !measured || Files.exists(out.resolve("result.json")), () -> what + "\n" + run.text());
            if (Files.exists(out.resolve("result.json"))) {
                OutputFolder.read(out);
                readable++;
            }
        }
        Path out = folder.resolve("last");
        RaceProcess last = start(out, "6s");
        assertEquals(0, last.end(), last::text);
        assertEquals(Optional.empty(), OutputFolder.read(out).incomplete());
        for (RaceProcess run : killed) {
            assertEquals(List.of(), run.runFolders(), "the next race has cleaned up");
        }
        System.out.println(
                "race faults: " + times + " ends at random moments (seed " + SEED + "), half of them SIGKILL: "
                        + readable + " left a readable result, 0 left a process, a namespace or a folder");
    }

    private RaceProcess start(Path out, String time, String... more) throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "--stacks",
                "jetty,nginx-fpm",
                "--pages",
                "testing,db",
                "--noise-floor",
                "none",
                "--time",
                time,
                "--out",
                out.toString()));
        options.addAll(List.of(more));
        return RaceProcess.inItsOwnGroup(folder, options.toArray(String[]::new));
    }
}
