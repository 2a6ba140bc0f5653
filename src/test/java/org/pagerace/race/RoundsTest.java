package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.HttpVersion;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Stop;
import org.pagerace.load.UnreachableException;
import org.pagerace.result.LoadResult;
import org.pagerace.result.LostStack;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;

class RoundsTest {
    /** Of two stacks and two pages: a run of each in the first pass, two in the second. */
    private static final int WARMUPS = 12;

    private final List<LoadSpec> specs = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    private final Map<String, String> deaths = new HashMap<>();
    private final List<String> restarts = new ArrayList<>();
    private String failsToStart = "";
    private boolean interruptsStart;

    private final Rounds.Lives lives = new Rounds.Lives() {
        @Override
        public Optional<String> databaseFailure() {
            return failure("database");
        }

        @Override
        public Optional<String> failure(String stack) {
            return Optional.ofNullable(deaths.get(stack));
        }

        @Override
        public void drop(String stack) {
            dropped.add(stack);
        }

        @Override
        public void restart(String stack, int cores) throws IOException {
            if (stack.equals(failsToStart)) {
                throw new IOException("no port");
            }
            if (interruptsStart) { // as a start that is waited for does it
                Thread.currentThread().interrupt();
                throw new IOException("interrupted");
            }
            restarts.add(stack + " on " + cores + " after " + specs.size());
        }
    };

    private final MadeRuns.Listener listener = new MadeRuns.Listener();
    private final List<RaceListener.Standing> standings = listener.standings;

    private Rounds rounds(Protocol protocol, Driver driver) throws RaceException {
        return rounds(protocol, OptionalInt.of(2), LoadOptions.USUAL, driver);
    }

    private Rounds rounds(Protocol protocol, OptionalInt count, LoadOptions options, Driver driver)
            throws RaceException {
        RacePlan plan = Plans.of(new Plans.Wish(
                protocol,
                List.of("a", "b"),
                List.of("index", "db"),
                Optional.empty(),
                count,
                OptionalInt.empty(),
                8,
                1,
                options,
                "builtin"));
        Heat heat = new Heat(
                plan,
                driver,
                Observer.NONE,
                (stack, page) -> new Heat.Target(
                        URI.create("http://127.0.0.1:1/" + stack + "/" + page), new BodyCheck.Expect(1, 2)));
        return new Rounds(plan, heat, lives, listener);
    }

    private LoadResult note(LoadSpec spec, Progress progress) {
        specs.add(spec);
        progress.update(new Progress.Snapshot(Duration.ofMillis(1), 1, 1, 0, 1000, 0.5));
        return empty(spec);
    }

    private static LoadResult empty(LoadSpec spec) {
        return MadeRuns.answers(spec, 0);
    }

    /** What a killed race leaves is told at these moments: whole blocks, or stacks could not be compared. */
    @Test
    void run_afterEachBlock_isToldWhatIsWhole() throws Exception {
        Rounds rounds = rounds(Protocol.MODERN, this::note);
        List<Integer> sizes = new ArrayList<>();
        assertEquals(
                Optional.empty(), rounds.run(() -> sizes.add(rounds.rounds().size())));
        assertEquals(List.of(2, 4, 6, 8), sizes, "two stacks, two pages, two rounds");
    }

    @Test
    void run_modern_warmsUpEveryCellAndKeepsItApart() throws RaceException {
        Rounds rounds = rounds(Protocol.MODERN, this::note);
        assertEquals(Optional.empty(), rounds.run());
        assertEquals(WARMUPS, rounds.warmups().size());
        assertEquals(8, rounds.rounds().size());
        assertTrue(rounds.warmups().stream().allMatch(warmup -> warmup.round() == 0));
        for (LoadSpec spec : specs.subList(0, WARMUPS)) {
            assertEquals(Duration.ZERO, spec.warmup());
        }
        for (LoadSpec spec : specs.subList(WARMUPS, WARMUPS + 8)) {
            assertEquals(Duration.ofMillis(200), spec.warmup(), "the lead-in");
        }
        for (int i = 0; i < specs.size(); i++) {
            LoadSpec spec = specs.get(i);
            boolean half = i > 4 && i < WARMUPS && i % 2 == 1; // each second one of the second pass
            assertEquals(half ? 16 : 32, spec.connections(), "run " + i);
            assertTrue(spec.keepAlive());
            assertEquals(HttpVersion.HTTP_1_1, spec.version());
            assertEquals(4, spec.threads());
            assertEquals(new BodyCheck.Expect(1, 2), spec.bodyCheck());
        }
    }

    @Test
    void run_ab_asksAsAbDid() throws RaceException {
        rounds(Protocol.AB, this::note).run();
        assertEquals(16, specs.size());
        for (int i = 0; i < specs.size(); i++) {
            LoadSpec spec = specs.get(i);
            boolean timed = i < 8; // t10 comes before c100
            assertFalse(spec.keepAlive());
            assertEquals(HttpVersion.HTTP_1_0, spec.version());
            assertEquals(timed ? 1 : 100, spec.connections());
            assertEquals(1, spec.threads());
            assertEquals(Duration.ZERO, spec.warmup());
            assertEquals(
                    timed
                            ? new Stop.FirstOf(
                                    new Stop.AfterRequests(50_000), new Stop.AfterDuration(Duration.ofSeconds(10)))
                            : new Stop.AfterRequests(1000),
                    spec.stop());
        }
    }

    @Test
    void run_interrupted_keepsWhatWasMeasuredAndSaysWhere() throws RaceException {
        Rounds rounds = rounds(Protocol.AB, (spec, progress) -> {
            if (specs.size() == 3) {
                throw new InterruptedException();
            }
            return note(spec, progress);
        });
        String reason = rounds.run().orElseThrow();
        assertTrue(reason.matches("interrupted in [ab] db t10, round 1/2"), reason);
        assertEquals(3, rounds.rounds().size());
    }

    @Test
    void run_driverFails_keepsWhatWasMeasuredAndSaysWhy() throws RaceException {
        Rounds rounds = rounds(Protocol.MODERN, (spec, progress) -> {
            if (specs.size() == WARMUPS + 1) {
                throw new LoadException("nobody listens");
            }
            return note(spec, progress);
        });
        String reason = rounds.run().orElseThrow();
        assertTrue(reason.matches("[ab] (index|db), round 1/2 failed: nobody listens"), reason);
        assertEquals(1, rounds.rounds().size());
    }

    @Test
    void run_aStackDies_losesItsRestAndRunsTheBlockAgainWithoutIt() throws RaceException {
        Rounds rounds = rounds(Protocol.MODERN, (spec, progress) -> {
            if (specs.size() == WARMUPS + 1) {
                deaths.put("b", "b/nginx (pid 7) was ended by signal 9; it said nothing");
            }
            return note(spec, progress);
        });
        assertEquals(Optional.empty(), rounds.run());
        assertEquals(List.of("b"), dropped);
        LostStack lost = rounds.lost().get(0);
        assertEquals("b", lost.name());
        assertTrue(lost.when().matches("[ab] (index|db), round 1/2"), lost.when());
        assertEquals("b/nginx (pid 7) was ended by signal 9; it said nothing", lost.reason());
        assertEquals(4, rounds.rounds().size(), "two pages in two rounds");
        assertTrue(rounds.rounds().stream().allMatch(round -> round.stack().equals("a")));
        assertEquals(WARMUPS + 2 + 4, specs.size(), "warm-up, the block that was thrown away, and the rest");
    }

    @Test
    void run_aStackDiesInTheWarmup_isAskedNoMore() throws RaceException {
        Rounds rounds = rounds(Protocol.MODERN, (spec, progress) -> {
            if (specs.isEmpty()) {
                deaths.put("a", "gone");
            }
            return note(spec, progress);
        });
        assertEquals(Optional.empty(), rounds.run());
        assertEquals("a index, warm-up", rounds.lost().get(0).when());
        assertEquals(2 * 3, rounds.warmups().size(), "of b only");
        assertEquals(4, rounds.rounds().size());
    }

    @Test
    void run_aStackWithoutProcessIsGone_isLostToo() throws RaceException {
        Rounds rounds = rounds(Protocol.MODERN, (spec, progress) -> {
            if (spec.target().getPath().startsWith("/b/")) {
                throw new UnreachableException("connection refused");
            }
            return note(spec, progress);
        });
        assertEquals(Optional.empty(), rounds.run());
        assertEquals(List.of(new LostStack("b", "b index, warm-up", "connection refused")), rounds.lost());
    }

    @Test
    void run_theLastStackDies_ends() throws RaceException {
        Rounds rounds = rounds(Protocol.MODERN, (spec, progress) -> {
            deaths.put("a", "first");
            deaths.put("b", "second");
            throw new LoadException("connection refused");
        });
        assertEquals(Optional.of("no stack is left after b was lost in a index, warm-up: second"), rounds.run());
        assertEquals(2, rounds.lost().size());
    }

    @Test
    void run_theDatabaseDies_endsAndThrowsThatRunAway() throws RaceException {
        Rounds rounds = rounds(Protocol.MODERN, (spec, progress) -> {
            if (specs.size() == WARMUPS + 1) {
                deaths.put("database", "the database server (pid 7) was ended by signal 9; it said nothing");
            }
            return note(spec, progress);
        });
        String reason = rounds.run().orElseThrow();
        assertTrue(reason.matches("a server died in [ab] (index|db), round 1/2: the database .* nothing"), reason);
        assertEquals(1, rounds.rounds().size());
        assertEquals(WARMUPS + 2, specs.size());
    }

    @Test
    void run_untilKnown_endsAPageOnceAllItsStacksAreSteadyAndGoesOnWithTheOther() throws RaceException {
        var twoPercent = new LoadOptions(Tool.BUILTIN, OptionalInt.empty(), OptionalDouble.of(0.02));
        Rounds rounds = rounds(Protocol.MODERN, OptionalInt.of(9), twoPercent, (spec, progress) -> {
            specs.add(spec);
            long nth = specs.stream()
                    .filter(other -> other.target().equals(spec.target()))
                    .count();
            boolean slow = spec.target().getPath().equals("/b/db") && nth % 2 == 0;
            return MadeRuns.answers(spec, slow ? 900 : 1000 + nth % 2);
        });
        assertEquals(Optional.empty(), rounds.run());
        assertEquals(6, count(rounds, "a", "index"));
        assertEquals(6, count(rounds, "b", "index"));
        assertEquals(9, count(rounds, "a", "db"), "steady, but its rival was not");
        assertEquals(9, count(rounds, "b", "db"));
        String note = rounds.note().orElseThrow();
        assertTrue(note.contains("within 2.0 % of it to both sides, at the latest after 9."), note);
        assertTrue(note.contains(" Precise enough: index after 6 rounds (widest: 0.0"), note);
        assertTrue(note.contains(" Not precise enough: db after 9 rounds (widest: 11 %, b)."), note);
    }

    @Test
    void run_untilKnownWithoutAnswers_goesOnToTheEnd() throws RaceException {
        var halves = new LoadOptions(Tool.BUILTIN, OptionalInt.empty(), OptionalDouble.of(0.5));
        Rounds rounds = rounds(Protocol.MODERN, OptionalInt.of(7), halves, this::note);
        assertEquals(Optional.empty(), rounds.run());
        assertEquals(7, count(rounds, "a", "index"));
        String note = rounds.note().orElseThrow();
        assertTrue(note.contains(" Not precise enough: index after 7 rounds (no interval); db after 7"), note);
        assertFalse(note.contains(" Precise enough"), note);
    }

    private static long count(Rounds rounds, String stack, String page) {
        return rounds.rounds().stream()
                .filter(round -> round.stack().equals(stack) && round.page().equals(page))
                .count();
    }

    @Test
    void run_observed_wrapsEveryRoundButNoWarmup() throws RaceException {
        List<String> seen = new ArrayList<>();
        RacePlan plan = Plans.of(MadeRuns.wish(
                Protocol.MODERN,
                List.of("a"),
                List.of("db"),
                Optional.empty(),
                OptionalInt.of(3),
                OptionalInt.empty(),
                2));
        var samples = new Samples(List.of(), List.of(), Duration.ofMillis(1));
        Observer observer = (step, leadIn, run) -> {
            seen.add(step.stack() + " " + step.round() + " after " + leadIn.toMillis() + " ms");
            return new Observer.Observed(run.go(), samples);
        };
        var heat = new Heat(
                plan,
                this::note,
                observer,
                (stack, page) -> new Heat.Target(URI.create("http://127.0.0.1:1/"), new BodyCheck.None()));
        var rounds = new Rounds(plan, heat, lives, listener);
        assertEquals(Optional.empty(), rounds.run());
        assertEquals(List.of("a 1 after 200 ms", "a 2 after 200 ms", "a 3 after 200 ms"), seen);
        assertTrue(rounds.rounds().stream().allMatch(round -> round.samples().equals(samples)));
    }

    @Test
    void run_anyPlan_countsProgressUpAndTheTimeDown() throws RaceException {
        rounds(Protocol.MODERN, this::note).run();
        for (int i = 1; i < standings.size(); i++) {
            assertTrue(standings.get(i).fractionDone() > standings.get(i - 1).fractionDone());
            assertTrue(
                    standings.get(i).remaining().compareTo(standings.get(i - 1).remaining()) < 0);
        }
        assertTrue(standings.get(standings.size() - 1).fractionDone() < 1);
    }

    private Rounds sweepOnTwoCores() throws RaceException {
        RacePlan plan = Plans.of(new Plans.Wish(
                Protocol.WEIGHTTP,
                List.of("a", "b"),
                List.of("testing"),
                Optional.empty(),
                OptionalInt.of(1),
                OptionalInt.of(10),
                2,
                1,
                LoadOptions.USUAL,
                "builtin"));
        var heat = new Heat(
                plan,
                this::note,
                Observer.NONE,
                (stack, page) ->
                        new Heat.Target(URI.create("http://127.0.0.1:1/" + stack + "/" + page), new BodyCheck.None()));
        return new Rounds(plan, heat, lives, listener);
    }

    /** Of each curve: a warm-up of each stack, then two levels of one round. */
    @Test
    void run_nextNumberOfCores_startsAllAnewAndWarmsThemUp() throws Exception {
        Rounds rounds = sweepOnTwoCores();
        assertEquals(Optional.empty(), rounds.run());
        assertEquals(List.of("a on 2 after 6", "b on 2 after 6"), restarts);
        assertEquals(
                List.of("t1-c1", "t1-c1", "t2-c1", "t2-c1"),
                rounds.warmups().stream().map(RoundResult::mode).toList());
        assertEquals(
                List.of("t1-c1", "t1-c1", "t1-c10", "t1-c10", "t2-c1", "t2-c1", "t2-c10", "t2-c10"),
                rounds.rounds().stream().map(RoundResult::mode).toList());
    }

    @Test
    void run_stackThatDoesNotStartOnTheNextCores_isLostAndTheRaceGoesOn() throws Exception {
        failsToStart = "a";
        Rounds rounds = sweepOnTwoCores();
        assertEquals(Optional.empty(), rounds.run());
        assertEquals(List.of("b on 2 after 6"), restarts);
        assertEquals(List.of(new LostStack("a", "a, the start on 2 cores", "no port")), rounds.lost());
        assertEquals(List.of("a"), dropped);
        assertEquals(4 + 2, rounds.rounds().size());
    }

    @Test
    void run_interruptedWhileStartingAnew_endsWithWhatWasMeasured() throws Exception {
        interruptsStart = true;
        Rounds rounds = sweepOnTwoCores();
        assertEquals(Optional.of("interrupted in the start on 2 cores of a"), rounds.run());
        assertTrue(rounds.wasInterrupted());
        assertFalse(Thread.interrupted(), "it is used up");
        assertEquals(4, rounds.rounds().size());
        assertEquals(List.of(), rounds.lost());
    }
}
