package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.Peers;
import org.pagerace.config.Home;
import org.pagerace.process.CurrentUser;
import org.pagerace.report.OutputFolder;
import org.pagerace.result.Calibration.Ceiling;
import org.pagerace.result.Json;
import org.pagerace.result.LostStack;
import org.pagerace.result.Metric;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.result.StackInfo;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.RunningStack;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackEnvironment;
import org.pagerace.verdict.Cause;
import org.pagerace.verdict.Finding;
import org.pagerace.verdict.Grade;
import org.pagerace.verdict.Judge;
import org.pagerace.verdict.SlowRelay;

/** {@code java -jar pagerace.war race}, as a user runs it. */
@Timeout(180)
class RaceIT {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final Home HOME = new Home(WAR.resolveSibling("war"), Optional.of(WAR));
    private static final Path STACKS = Path.of("src", "main", "php", "stacks");

    @TempDir
    Path folder;

    @Test
    void race_modern_measuresEveryCellAndLeavesNothingRunning() throws Exception {
        requirePeer();
        Path out = folder.resolve("out");
        RaceProcess run = start(
                "--time",
                "15s",
                "--stacks",
                "jetty,nginx-fpm",
                "--pages",
                "index,info,db",
                "--seed",
                "1",
                "--out",
                out.toString());
        assertEquals(0, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        assertEquals(Optional.empty(), result.incomplete());
        assertEquals(2 * 3 * result.plan().rounds(), result.rounds().size());
        assertEquals(List.of("jetty", "nginx-fpm"), result.plan().stacks());
        assertTrue(result.rounds().stream().allMatch(round -> round.load().failed() == 0));
        assertTrue(
                result.database().version().contains("MariaDB"),
                result.database().version());
        assertTrue(Files.readString(out.resolve("report.html")).contains("<h1>"));
        assertTrue(run.output().contains("answers/s"), run::text);
        assertTrue(run.errors().contains(" left: "), "plain progress lines where stderr is no terminal");
        assertFalse(run.errors().contains("\u001b"), run::text);
        assertPasswordNowhere(run, out);
        assertWasSampled(result);
        assertIsJudged(result, run);
    }

    /**
     * What the verdicts need reached result.json in ranges that this machine can have: what the kernel tells from every cell,
     * what a status page tells from every stack, since on a busy machine a short round may end before it has answered.
     */
    private static void assertWasSampled(RaceResult result) {
        double cores = 1.1 * result.machine().cores(); // times of samples are not exact
        for (String stack : result.plan().stacks()) {
            for (String page : result.plan().pages()) {
                Predicate<RoundResult> cell = of(stack, page);
                assertMean(result, cell, Metric.MACHINE_CPU, 0.1, cores);
                assertMean(result, cell, Metric.SERVER_CPU, 0.01, cores);
                assertMean(result, cell, Metric.SERVER_CPU_LIMIT, 0.1, cores);
                assertMean(result, cell, Metric.DRIVER_CPU, 0.01, cores);
            }
            Predicate<RoundResult> all = round -> round.stack().equals(stack);
            assertMean(result, all, Metric.SERVER_MEMORY, 1 << 20, (double)
                    result.machine().memoryBytes());
            assertMean(result, all, Metric.SERVER_DESCRIPTORS, 0.000_01, 1);
            double idle = mean(result, of(stack, "index"), Metric.DATABASE_CPU).orElseThrow();
            assertMean(result, of(stack, "db"), Metric.DATABASE_CPU, idle + 0.001, cores);
        }
        Predicate<RoundResult> php = round -> round.stack().equals("nginx-fpm");
        double workers = assertMean(result, php, Metric.WORKERS_LIMIT, 1, 10_000);
        assertMean(result, php, Metric.WORKERS_BUSY, 0, workers);
        assertEquals(OptionalDouble.empty(), mean(result, php, Metric.POOL_LIMIT), "PHP has no pool");
        Predicate<RoundResult> java = round -> round.stack().equals("jetty");
        assertMean(result, java, Metric.POOL_LIMIT, 1, 1000);
        assertTrue(result.rounds().stream()
                .map(round -> round.samples().cost())
                .allMatch(cost -> cost.compareTo(Duration.ZERO) > 0 && cost.compareTo(Duration.ofSeconds(1)) < 0));
    }

    private static Predicate<RoundResult> of(String stack, String page) {
        return round -> round.stack().equals(stack) && round.page().equals(page);
    }

    private static double assertMean(
            RaceResult result, Predicate<RoundResult> rounds, Metric metric, double least, double most) {
        double mean = mean(result, rounds, metric)
                .orElseGet(() -> fail("no " + metric.label() + ": "
                        + result.rounds().stream()
                                .filter(rounds)
                                .flatMap(round -> round.samples().unseen().stream())
                                .toList()));
        assertTrue(
                mean >= least && mean <= most,
                () -> metric.label() + " of " + mean + " is not in " + least + " to " + most);
        return mean;
    }

    private static OptionalDouble mean(RaceResult result, Predicate<RoundResult> rounds, Metric metric) {
        return result.rounds().stream()
                .filter(rounds)
                .flatMap(round -> round.samples().find(metric).stream())
                .flatMap(series -> series.values().stream())
                .mapToDouble(Double::doubleValue)
                .average();
    }

    private static void assertIsJudged(RaceResult result, RaceProcess run) {
        List<String> known =
                result.calibration().ceilings().stream().map(Ceiling::page).toList();
        assertFalse(known.isEmpty(), run::text);
        for (String page : result.plan().pages()) { // on a busy machine a quarter of a second may be too short for one
            assertTrue(known.contains(page) || run.errors().contains("the ceiling of " + page + " "), run::text);
        }
        for (Ceiling ceiling : result.calibration().ceilings()) {
            assertTrue(ceiling.perSecond() > 100 && ceiling.bodyBytes() > 100, ceiling::toString);
        }
        var judge = new Judge(result);
        for (String page : result.plan().pages()) {
            for (String stack : result.plan().stacks()) {
                Finding limit = judge.verdict("c32", page, stack).limits().get(0);
                assertTrue(limit.evidence().matches(".*\\d.*"), () -> stack + " " + page + ": " + limit);
                assertEquals(limit.cause() == Cause.UNEXPLAINED, limit.grade() == Grade.UNEXPLAINED, limit::toString);
                assertTrue(run.output().contains(limit.grade() + " "), run::text);
                assertTrue(run.output().contains(limit.cause().label()), run::text);
                List<Integer> connections = result.warmups().stream()
                        .filter(warmup ->
                                warmup.stack().equals(stack) && warmup.page().equals(page))
                        .map(warmup -> warmup.load().settings().connections())
                        .toList();
                assertEquals(List.of(32, 32, 16), connections, "of the warm-ups: the last tells too few connections");
            }
        }
    }

    private static void assertPasswordNowhere(RaceProcess run, Path out) throws IOException {
        String password = Files.readString(WAR.resolveSibling("test-data").resolve("embedded-11.4.5/password"))
                .strip();
        assertTrue(password.length() > 10, "a random one");
        for (String file : List.of("result.json", "report.html")) {
            assertFalse(Files.readString(out.resolve(file)).contains(password), file);
        }
        assertFalse(run.text().contains(password), "what it printed");
        assertTrue(run.commandLines().stream().anyMatch(line -> line.contains("mariadbd")), "they were looked at");
        assertTrue(run.commandLines().stream().noneMatch(line -> line.contains(password)), "command lines");
    }

    @Test
    void race_ab_printsTheTableOfTheArticle() throws Exception {
        requirePeer();
        Path out = folder.resolve("out");
        RaceProcess run = start(
                "--protocol",
                "ab",
                "--time",
                "11s",
                "--rounds",
                "2",
                "--pages",
                "jquery,db",
                "--stacks",
                "jetty,nginx-fpm",
                "--out",
                out.toString());
        assertEquals(0, run.end(), run::text);
        String text = run.output();
        assertTrue(text.contains("instead of the article's 10 s"), text);
        assertTrue(
                text.contains("c100: 1,000 requests, 100 connections on 1 driver thread, HTTP/1.0, no keep-alive"),
                text);
        assertTrue(text.contains("2012: zend-linux (default)"), text);
        RaceResult result = OutputFolder.read(out);
        assertEquals(2 * 2 * 2 * 2, result.rounds().size());
        result.rounds().stream()
                .filter(round -> round.mode().equals("c100"))
                .forEach(round -> assertEquals(1000, round.load().ok(), round.stack() + " " + round.page()));
    }

    @Test
    void race_terminated_writesWhatWasMeasuredAndLeavesNothingRunning() throws Exception {
        Path out = folder.resolve("out");
        RaceProcess run = start("--time", "60s", "--stacks", "jetty", "--pages", "jquery,db", "--out", out.toString());
        run.await("the driver", () -> run.errors().contains(" left: "));
        run.terminate();
        assertEquals(128 + 15, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        assertTrue(result.incomplete().orElse("").startsWith("interrupted in jetty "), result.incomplete()::toString);
        assertTrue(run.output().startsWith("INCOMPLETE: interrupted in jetty "), run::text);
        assertTrue(run.output().contains("interrupted: 2 of 2 cells have fewer rounds"), run::text);
        assertFalse(run.output().contains("failed: "), run::text);
        assertTrue(Files.exists(out.resolve("report.html")));
    }

    /** The rounds are over by then, so the result is whole; only the noise floor is not known. */
    @Test
    void race_interruptedWhileTheNoiseFloorIsMeasured_writesAllRoundsAndLeavesNothingRunning() throws Exception {
        Path out = folder.resolve("out");
        RaceProcess run = start(
                "--time",
                "2s",
                "--stacks",
                "jetty",
                "--pages",
                "testing",
                "--db",
                "none",
                "--no-calibration",
                "--noise-floor",
                "measure",
                "--out",
                out.toString());
        run.await("the noise floor", () -> run.errors().contains("measuring the noise floor of this machine"));
        run.interrupt();
        assertEquals(128 + 2, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        assertEquals(Optional.empty(), result.incomplete());
        assertEquals(result.plan().rounds(), result.rounds().size());
        assertEquals(Optional.empty(), result.calibration().noise());
        assertFalse(run.output().startsWith("INCOMPLETE"), run::text);
        assertTrue(Files.exists(out.resolve("report.html")));
    }

    @Test
    void race_theDatabaseIsKilled_endsIncompleteAndNamesIt() throws Exception {
        requirePeer();
        Path out = folder.resolve("out");
        RaceProcess run =
                start("--time", "60s", "--stacks", "jetty,nginx-fpm", "--pages", "db", "--out", out.toString());
        run.await("the driver", () -> run.errors().contains(" left: "));
        run.child("mariadbd ").destroyForcibly();
        assertEquals(1, run.end(), run::text);
        String reason = OutputFolder.read(out).incomplete().orElse("");
        assertTrue(reason.matches("a server died in .*: the database server .* was ended by signal 9; .*"), reason);
        assertTrue(run.errors().contains("race: " + reason), run::text);
    }

    /** Killed of nginx is the master; its workers would live on and answer. */
    @ParameterizedTest
    @CsvSource({"nginx-fpm, nginx: master, jetty", "jetty, ' serve ', nginx-fpm"})
    void race_aStackIsKilled_losesItsRestAndTheOtherGoesOn(String victim, String process, String survivor)
            throws Exception {
        requirePeer();
        Path out = folder.resolve("out");
        RaceProcess run = start(
                "--time",
                "8s",
                "--rounds",
                "4",
                "--stacks",
                "jetty,nginx-fpm",
                "--pages",
                "index,open",
                "--db",
                "none",
                "--out",
                out.toString());
        run.await("the driver", () -> run.errors().contains(" left: "));
        run.child(process).destroyForcibly();
        assertEquals(1, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        assertEquals(Optional.empty(), result.incomplete());
        LostStack lost = result.lost().get(0);
        assertEquals(1, result.lost().size());
        assertEquals(victim, lost.name());
        assertTrue(lost.reason().contains("was ended by signal 9; "), lost.reason());
        for (String page : List.of("index", "open")) {
            assertEquals(
                    4,
                    result.rounds().stream()
                            .filter(round -> round.stack().equals(survivor)
                                    && round.page().equals(page))
                            .count(),
                    page);
        }
        assertTrue(result.rounds().stream().allMatch(round -> round.load().failed() == 0));
        assertTrue(run.output().contains("failed: " + victim + " was lost in " + lost.when() + ": "), run::text);
        assertTrue(run.errors().contains("race: " + victim + " was lost in "), run::text);
    }

    /** As on a full disk, which a tiny one is: what was measured goes to stdout, whole. */
    @Test
    void race_noRoomForTheResult_printsItAndEndsWith1() throws Exception {
        Peers.require(CurrentUser.isRoot(), "only root can mount the tiny file system of this test");
        Path out = Files.createDirectory(folder.resolve("out"));
        RaceProcess run = RaceProcess.withTinyDisk(
                folder,
                out,
                "--time",
                "2s",
                "--stacks",
                "jetty",
                "--pages",
                "testing",
                "--db",
                "none",
                "--out",
                out + "");
        assertEquals(1, run.end(), run::text);
        assertTrue(run.output().contains("answers/s"), run::text);
        assertTrue(
                run.errors().contains("race: cannot write " + out.resolve("result.json") + ": No space left on device"),
                run::text);
        String json = run.output().substring(run.output().indexOf("\n{") + 1);
        RaceResult result = Json.read(json, RaceResult.class);
        assertEquals(result.plan().rounds(), result.rounds().size());
        assertEquals(Optional.empty(), result.incomplete());
    }

    /** How many that are depends on the machine; when they end is a matter of RoundsTest. */
    @Test
    void race_untilKnown_hasSixRoundsAtLeastAndSaysWhyTheyEnded() throws Exception {
        Path out = folder.resolve("out");
        RaceProcess run = start(
                "--time",
                "10s",
                "--until-ci",
                "50%",
                "--rounds",
                "9",
                "--stacks",
                "jetty",
                "--pages",
                "testing",
                "--db",
                "none",
                "--out",
                out.toString());
        assertEquals(0, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        assertEquals(9, result.plan().rounds());
        int rounds = result.rounds().size();
        assertTrue(rounds >= 6 && rounds <= 9, () -> "rounds: " + rounds);
        String enough = rounds < 9 ? "Precise enough" : "(Precise|Not precise) enough";
        String text = run.output().replaceAll("\n +", " ");
        assertTrue(text.matches("(?s).* " + enough + ": testing after " + rounds + " rounds \\(.*"), run::text);
    }

    @Test
    void equal_equalStacks_endsWithTheVerdictAndLeavesNothingRunning() throws Exception {
        requirePeer();
        RaceProcess run = start("equal", "--stacks", "jetty,nginx-fpm");
        assertEquals(0, run.end(), run::text);
        assertTrue(run.output().contains("nginx-fpm  1 SELECT, 1 connect "), run::text);
        assertTrue(
                run.output().matches("(?s).*\nEQUAL: two stacks, \\w+ pages, \\d+ answers, [0-9,]+ bytes compared\n"),
                run::text);
        assertTrue(run.output().lines().allMatch(line -> line.length() <= 100), run::text);
    }

    @Test
    void equal_verboseAndNoDatabase_printsEveryAnswerButThoseOfDb() throws Exception {
        RaceProcess run = start("equal", "--stacks", "jetty", "--db", "none", "--verbose");
        assertEquals(0, run.end(), run::text);
        assertTrue(run.output().contains("1.0 keep   200     sized +"), run::text);
        assertFalse(run.output().contains("\ndb "), run::text);
        assertFalse(run.output().contains("SELECT"), run::text);
    }

    /** A page of its own in place of another: 'equal' says everything, a race does not begin. */
    @Test
    void equal_stackWithAnotherPage_endsWithTheDifferenceAndSoDoesARace() throws Exception {
        requirePeer();
        Path stacks = Files.createDirectories(folder.resolve("config/pagerace/stacks"));
        Files.writeString(stacks.resolve("mine.yaml"), """
            name: mine
            extends: nginx-fpm
            description: nginx with a wrong page
            pages: { index: /portal.html, jquery: /jquery-1.7.1.min.js, info: /info.php, db: /welcome.html, open: /open.php }
            """);
        RaceProcess equal = start("equal", "--stacks", "jetty,mine");
        assertEquals(1, equal.end(), equal::text);
        assertTrue(equal.output().contains("differs: page index of mine (223,782 bytes, SHA-256 "), equal::text);
        assertTrue(equal.output().contains("differs: page db of mine has 0 rows instead of 20"), equal::text);
        assertTrue(equal.output().endsWith("\nNOT EQUAL: three differences, see above\n"), equal::text);
        RaceProcess race = start("--stacks", "mine", "--pages", "index", "--time", "5s", "--db", "none");
        assertEquals(1, race.end(), race::text);
        assertTrue(
                race.errors().contains("race: not comparable: page index of mine (223,782 bytes, SHA-256 "),
                race::text);
        assertFalse(race.errors().contains(" left: "), race::text);
    }

    @Test
    void race_unfairButAllowed_racesAndPutsTheDifferenceIntoTheResult() throws Exception {
        requirePeer();
        Path stack = Files.writeString(folder.resolve("mine.yaml"), """
            name: mine
            extends: nginx-fpm
            description: nginx with another page, which says that it writes a log
            pages: { index: /portal.html }
            facts: { access log: "on (as it says)" }
            """);
        Path out = folder.resolve("out");
        RaceProcess run = start(
                "--stacks",
                "jetty",
                "--stack-file",
                stack.toString(),
                "--allow-unfair",
                "--pages",
                "index",
                "--db",
                "none",
                "--time",
                "6s",
                "--out",
                out.toString());
        assertEquals(0, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        assertEquals(List.of("jetty", "mine"), result.plan().stacks());
        String overridden = String.join("\n", result.plan().overridden());
        assertTrue(overridden.contains("page index of mine (223,782 bytes, SHA-256 "), overridden);
        assertTrue(overridden.contains("access log is 'off' on jetty, but 'on' on mine, and a line is"), overridden);
        assertTrue(run.errors().contains("unfair, but allowed: access log is "), run::text);
        assertTrue(result.rounds().stream().allMatch(round -> round.load().failed() == 0), "its own body is right now");
    }

    @Test
    void race_sameStackTwice_isARaceOfTwoNames() throws Exception {
        Path out = folder.resolve("out");
        RaceProcess run = start(
                "--stacks",
                "jetty,jetty",
                "--pages",
                "jquery",
                "--db",
                "none",
                "--time",
                "6s",
                "--out",
                out.toString());
        assertEquals(0, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        assertEquals(List.of("jetty", "jetty#2"), result.plan().stacks());
        assertEquals(2 * result.plan().rounds(), result.rounds().size());
        assertEquals(
                List.of("jetty", "jetty#2"),
                result.stacks().stream().map(StackInfo::name).toList());
    }

    /**
     * Somebody else's server: here one that this test has started, behind a relay that hands each answer on 60 ms late. That
     * is a slow page on an idle server, so its four connections are what bounds it, and the warm-up shows that.
     */
    @Test
    void race_externalServerThatIsSlowAndIdle_takesPartIsLeftRunningAndHasTooFewConnections() throws Exception {
        Path out = folder.resolve("out");
        StackDescriptor jetty = StackCatalog.load(HOME.php().resolve("stacks"), Optional.empty())
                .find("jetty");
        try (RunningStack other = RunningStack.start(jetty, StackEnvironment.of(HOME), line -> {});
                SlowRelay relay = new SlowRelay(other.base().getPort(), Duration.ofMillis(60))) {
            String address =
                    "other=http://127.0.0.1:" + relay.port() + other.base().getPath();
            RaceProcess equal = start("equal", "--stacks", "jetty", "--stack", address, "--db", "none");
            assertEquals(0, equal.end(), equal::text);
            assertTrue(equal.output().contains("EQUAL: two stacks, "), equal::text);
            assertTrue(equal.output().contains("not known: access log of other was not compared"), equal::text);
            RaceProcess run = start(
                    "--stacks",
                    "none",
                    "--stack",
                    address,
                    "--pages",
                    "testing",
                    "-c",
                    "4",
                    "--db",
                    "none",
                    "--time",
                    "8s",
                    "--out",
                    out.toString());
            assertEquals(0, run.end(), run::text);
            assertEquals(Optional.empty(), other.failure(), "it was stopped");
        }
        RaceResult result = OutputFolder.read(out);
        Finding limit =
                new Judge(result).verdict("c4", "testing", "other").limits().get(0);
        assertEquals(
                List.of(Cause.CLOSED_LOOP, Grade.OBSERVED), List.of(limit.cause(), limit.grade()), limit::toString);
        assertTrue(limit.evidence().startsWith("with half the connections an answer took "), limit::toString);
        StackInfo info = result.stacks().get(0);
        assertTrue(info.external().orElse("").startsWith("http://127.0.0.1:"), info::toString);
        assertTrue(info.facts().get("workers").startsWith("not seen"), info::toString);
        assertEquals("on every page", info.facts().get("keep-alive achieved"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2 | --stacks jetty,iis              | there is no stack 'iis', only apache-event-fpm, apache-modphp,
                    2 | --stack iis=10.0.0.5            | but must be the folder of its pages
                    2 | --stack-file none.yaml          | cannot read
                    2 | --stacks none --stack x=http://192.0.2.1/ --db none --pages index --time 9s | is a public address
                    2 | --stacks jetty --time 2s        | --time 2s is too short for 5 cells
                    2 | --install --time 1s             | --time 1s is too short for 20 cells
                    2 | --driver ab                     | --driver ab does not go with --protocol modern: ab speaks HTTP/1.0 only
                    2 | equal --stacks jetty,iis        | equal: there is no stack 'iis', only apache-event-fpm, apache-modphp,
                    1 | --stacks jetty --out /proc/none | cannot write to the folder /proc/none
                    """)
    void race_badInput_endsWithOneLineAndStartsNothing(int status, String options, String expected) throws Exception {
        RaceProcess run = start(options.split(" ", -1));
        assertEquals(status, run.end(), run::text);
        assertTrue(run.errors().contains(expected), run::text);
        assertFalse(run.errors().contains("\tat "), run::text);
        assertFalse(run.errors().contains("starting"), run::text);
        assertFalse(run.errors().contains("apt-get"), run::text);
    }

    @Test
    void race_brokenDescriptor_isAnErrorOfUsageLikeInStacks() throws Exception {
        Path stacks = Files.createDirectories(folder.resolve("config/pagerace/stacks"));
        Path broken = Files.writeString(stacks.resolve("mine.yaml"), "name: mine\nextends: jetty\nport: 80\n");
        RaceProcess run = start("--stacks", "jetty,mine");
        assertEquals(2, run.end(), run::text);
        assertTrue(run.errors().contains("race: " + broken + ":3:1: unknown key 'port'"), run::text);
        RaceProcess other = start("--stacks", "jetty", "--time", "1s");
        other.end();
        assertTrue(other.errors().contains("ignored stack: " + broken + ":3:1: unknown key 'port'"), other::text);
        assertTrue(other.errors().contains("is too short for 5 cells"), other::text);
    }

    @Test
    void race_foreignResult_isNotReplaced() throws Exception {
        Path foreign = Files.writeString(folder.resolve("result.json"), "{}");
        RaceProcess run = start("--stacks", "jetty", "--out", folder.toString());
        assertEquals(1, run.end(), run::text);
        assertTrue(run.errors().contains("will not be replaced"), run::text);
        assertEquals("{}", Files.readString(foreign));
    }

    private static void requirePeer() throws IOException {
        Availability nginx =
                Availability.of(StackCatalog.load(STACKS, Optional.empty()).find("nginx-fpm"));
        Peers.require(nginx.installed(), "nginx-fpm: " + nginx.reason());
    }

    private RaceProcess start(String... options) throws IOException {
        return RaceProcess.start(folder, options);
    }
}
