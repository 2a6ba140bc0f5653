package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.Peers;
import org.pagerace.report.OutputFolder;
import org.pagerace.result.RaceResult;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.StackCatalog;

/** {@code java -jar pagerace.war race}, as a user runs it. */
@Timeout(120)
class RaceIT {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final Path STACKS = Path.of("src", "main", "php", "stacks");

    @TempDir
    Path folder;

    @Test
    void race_modern_measuresEveryCellAndLeavesNothingRunning() throws Exception {
        requirePeer();
        Path out = folder.resolve("out");
        Run run = start(
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
    }

    @Test
    void race_ab_printsTheTableOfTheArticle() throws Exception {
        requirePeer();
        Path out = folder.resolve("out");
        Run run = start(
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
        assertTrue(text.contains("c100: 1,000 requests, 100 connections, HTTP/1.0, no keep-alive"), text);
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
        Run run = start("--time", "60s", "--stacks", "jetty", "--pages", "jquery,db", "--out", out.toString());
        run.await("the driver", () -> run.errors().contains(" left: "));
        run.process.destroy();
        assertEquals(128 + 15, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        assertTrue(result.incomplete().orElse("").startsWith("interrupted in jetty "), result.incomplete()::toString);
        assertTrue(run.output().startsWith("INCOMPLETE: interrupted in jetty "), run::text);
        assertTrue(run.output().contains("interrupted: 2 of 2 cells have fewer rounds"), run::text);
        assertFalse(run.output().contains("failed: "), run::text);
        assertTrue(Files.exists(out.resolve("report.html")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nginx", "jetty", "mariadbd"})
    void race_aServerIsKilled_endsIncompleteAndNamesIt(String victim) throws Exception {
        requirePeer();
        Path out = folder.resolve("out");
        Run run = start("--time", "60s", "--stacks", "jetty,nginx-fpm", "--pages", "db", "--out", out.toString());
        run.await("the driver", () -> run.errors().contains(" left: "));
        victim(run.process, victim).destroyForcibly(); // nginx: the master; its workers live on and answer
        assertEquals(1, run.end(), run::text);
        String reason = OutputFolder.read(out).incomplete().orElse("");
        assertTrue(reason.matches("a server died in .* was ended by signal 9; .*"), reason);
        assertTrue(
                reason.contains(victim.equals("mariadbd") ? "the database server" : "/" + victim + " (pid "), reason);
        assertTrue(run.errors().contains("race: " + reason), run::text);
    }

    private static ProcessHandle victim(Process race, String name) {
        String words = switch (name) {
            case "nginx" -> "nginx: master";
            case "jetty" -> " serve ";
            default -> "mariadbd ";
        };
        return race.descendants()
                .filter(process -> commandLine(process).contains(words))
                .filter(process -> !commandLine(process).contains("/sh "))
                .findFirst()
                .orElseThrow();
    }

    private static String commandLine(ProcessHandle process) {
        try { // ProcessHandle knows none of a process that has renamed itself, as nginx does
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
                    .replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void equal_equalStacks_endsWithTheVerdictAndLeavesNothingRunning() throws Exception {
        requirePeer();
        Run run = start("equal", "--stacks", "jetty,nginx-fpm");
        assertEquals(0, run.end(), run::text);
        assertTrue(run.output().contains("nginx-fpm  1 SELECT, 1 connect "), run::text);
        assertTrue(
                run.output().matches("(?s).*\nEQUAL: two stacks, \\w+ pages, \\d+ answers, [0-9,]+ bytes compared\n"),
                run::text);
        assertTrue(run.output().lines().allMatch(line -> line.length() <= 100), run::text);
    }

    @Test
    void equal_verboseAndNoDatabase_printsEveryAnswerButThoseOfDb() throws Exception {
        Run run = start("equal", "--stacks", "jetty", "--db", "none", "--verbose");
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
        Run equal = start("equal", "--stacks", "jetty,mine");
        assertEquals(1, equal.end(), equal::text);
        assertTrue(equal.output().contains("differs: page index of mine (223,782 bytes, SHA-256 "), equal::text);
        assertTrue(equal.output().contains("differs: page db of mine has 0 rows instead of 20"), equal::text);
        assertTrue(equal.output().endsWith("\nNOT EQUAL: three differences, see above\n"), equal::text);
        Run race = start("--stacks", "mine", "--pages", "index", "--time", "5s", "--db", "none");
        assertEquals(1, race.end(), race::text);
        assertTrue(
                race.errors().contains("race: not comparable: page index of mine (223,782 bytes, SHA-256 "),
                race::text);
        assertFalse(race.errors().contains(" left: "), race::text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2 | --stacks jetty,iis              | there is no stack 'iis', only apache-modphp, jetty, lighttpd-fpm, nginx-fpm
                    2 | --pages index,home              | there is no page 'home', only index, jquery, info, db, open
                    2 | --protocol wrk                  | there is no protocol 'wrk', only modern, ab
                    2 | --time 90                       | a time is a number and ms, s, m or h
                    2 | --db none                       | page db needs a database
                    2 | --stacks jetty --time 2s        | --time 2s is too short for 5 cells
                    2 | --install --time 1s             | --time 1s is too short for 20 cells
                    2 | --protocol ab -c 5              | -c does not go with --protocol ab
                    2 | equal --stacks jetty,iis        | equal: there is no stack 'iis', only apache-modphp,
                    2 | equal --db-user me              | equal: --db-user and --db-password-file go with a JDBC URL
                    2 | equal --rounds 3                | Unknown option
                    1 | --stacks jetty --out /proc/none | cannot write to the folder /proc/none
                    """)
    void race_badInput_endsWithOneLineAndStartsNothing(int status, String options, String expected) throws Exception {
        Run run = start(options.split(" ", -1));
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
        Run run = start("--stacks", "jetty,mine");
        assertEquals(2, run.end(), run::text);
        assertTrue(run.errors().contains("race: " + broken + ":3:1: unknown key 'port'"), run::text);
        Run other = start("--stacks", "jetty", "--time", "1s");
        other.end();
        assertTrue(other.errors().contains("ignored stack: " + broken + ":3:1: unknown key 'port'"), other::text);
        assertTrue(other.errors().contains("is too short for 5 cells"), other::text);
    }

    @Test
    void race_foreignResult_isNotReplaced() throws Exception {
        Path foreign = Files.writeString(folder.resolve("result.json"), "{}");
        Run run = start("--stacks", "jetty", "--out", folder.toString());
        assertEquals(1, run.end(), run::text);
        assertTrue(run.errors().contains("will not be replaced"), run::text);
        assertEquals("{}", Files.readString(foreign));
    }

    private static void requirePeer() throws IOException {
        Availability nginx =
                Availability.of(StackCatalog.load(STACKS, Optional.empty()).find("nginx-fpm"));
        Peers.require(nginx.installed(), "nginx-fpm: " + nginx.reason());
    }

    private Run start(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", WAR.toString(), "race"));
        command.addAll(List.of(options));
        var builder = new ProcessBuilder(command)
                .directory(Files.createDirectories(folder.resolve("work")).toFile())
                .redirectOutput(folder.resolve("stdout").toFile())
                .redirectError(folder.resolve("stderr").toFile());
        builder.environment().put("PAGERACE_DATA", folder.resolve("data").toString());
        builder.environment()
                .put("PAGERACE_CACHE", WAR.resolveSibling("test-cache").toString());
        builder.environment().put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        return new Run(builder.start());
    }

    /** One running command, and every process it ever had. */
    private final class Run {
        private final Process process;
        private final Set<ProcessHandle> family = new HashSet<>();

        Run(Process process) {
            this.process = process;
        }

        String output() {
            return read("stdout");
        }

        String errors() {
            return read("stderr");
        }

        String text() {
            return output() + "\n--- stderr\n" + errors();
        }

        /** Returns the exit status, once all its processes have ended too. */
        int end() throws InterruptedException {
            await("its end", () -> !process.isAlive());
            await("the end of its children", () -> family.stream().noneMatch(ProcessHandle::isAlive));
            try (Stream<Path> left = Files.list(folder.resolve("work"))) {
                assertEquals(List.of(), left.toList(), "nothing is left in the working folder");
            } catch (IOException e) {
                fail(e);
            }
            return process.exitValue();
        }

        void await(String what, BooleanSupplier condition) throws InterruptedException {
            long deadlineNanos = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (!condition.getAsBoolean()) {
                process.descendants().forEach(family::add);
                if (System.nanoTime() > deadlineNanos) {
                    process.destroyForcibly();
                    fail("waited in vain for " + what + "\n" + text() + "\n" + family);
                }
                process.waitFor(50, TimeUnit.MILLISECONDS);
            }
        }

        private String read(String name) {
            try {
                return Files.readString(folder.resolve(name));
            } catch (IOException e) {
                return fail(e);
            }
        }
    }
}
