package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.result.Calibration;
import org.pagerace.result.Confirmation;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.DatabaseInfo;
import org.pagerace.result.LoadResult;
import org.pagerace.result.MachineInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;

class ConfirmerTest {
    private final List<LoadSpec> specs = new ArrayList<>();
    private Optional<String> death = Optional.empty();

    private final MadeRuns.Listener listener = new MadeRuns.Listener();
    private final List<String> messages = listener.messages;

    private final Rounds.Lives lives = new Rounds.Lives() {
        @Override
        public Optional<String> databaseFailure() {
            return Optional.empty();
        }

        @Override
        public Optional<String> failure(String stack) {
            return death;
        }

        @Override
        public void drop(String stack) {
            throw new AssertionError("the stacks are stopped with the race");
        }

        @Override
        public void restart(String stack, int cores) {
            throw new AssertionError(stack + " stays on its cores");
        }
    };

    private LoadResult note(LoadSpec spec, Progress progress) throws LoadException {
        specs.add(spec);
        if (spec.method().equals("HEAD") && spec.target().getPath().contains("refuses")) {
            throw new LoadException("no HEAD");
        }
        return MadeRuns.answers(spec, 100);
    }

    private List<Confirmation> confirm(List<String> pages, Duration time, boolean dies) throws RaceException {
        return confirm(this::note, pages, time, dies);
    }

    /** @param dies whether the stack dies after its rounds */
    private List<Confirmation> confirm(Driver driver, List<String> pages, Duration time, boolean dies)
            throws RaceException {
        RacePlan plan = Plans.of(MadeRuns.wish(
                Protocol.MODERN, List.of("a"), pages, Optional.of(time), OptionalInt.of(2), OptionalInt.empty(), 8));
        Heat heat = new Heat(
                plan,
                driver,
                Observer.NONE,
                (stack, page) -> new Heat.Target(URI.create("http://127.0.0.1:1/" + page), new BodyCheck.Expect(1, 2)));
        Rounds rounds = new Rounds(plan, heat, lives, listener);
        assertEquals(Optional.empty(), rounds.run());
        specs.clear();
        death = dies ? Optional.of("a was killed") : Optional.empty();
        var confirmer = new Confirmer(plan, driver, heat, lives, listener);
        List<Confirmation> confirmations = confirmer.run(result(plan, rounds));
        assertTrue(confirmer.note().isPresent());
        return confirmations;
    }

    private static RaceResult result(RacePlan plan, Rounds rounds) {
        return new RaceResult(
                RaceResult.FORMAT,
                RaceResult.VERSION,
                "0",
                Instant.EPOCH,
                Duration.ZERO,
                Optional.empty(),
                List.of(),
                new MachineInfo("Some CPU", 8, 1, "6", "Some OS", "17"),
                new DatabaseInfo("none", "", ""),
                plan.info(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Calibration.NONE,
                rounds.warmups(),
                rounds.rounds(),
                List.of(),
                List.of());
    }

    private static List<Change> changes(List<Confirmation> confirmations) {
        return confirmations.stream().map(Confirmation::change).toList();
    }

    @Test
    void run_oneCell_changesOneThingAtATimeAfterAControl() throws RaceException {
        assertEquals(
                List.of(Change.NOTHING, Change.TWICE_THE_CONNECTIONS, Change.TWICE_THE_THREADS, Change.HEAD),
                changes(confirm(List.of("index"), Duration.ofSeconds(60), false)));
        assertEquals(
                List.of("GET 32 4", "GET 64 4", "GET 32 8", "HEAD 32 4"),
                specs.stream()
                        .map(spec -> spec.method() + " " + spec.connections() + " " + spec.threads())
                        .toList());
        assertEquals(new BodyCheck.None(), specs.get(3).bodyCheck(), "HEAD has no body to be right");
        assertEquals(new BodyCheck.Expect(1, 2), specs.get(1).bodyCheck());
        assertTrue(messages.contains("confirming: 4 runs of 5.0 s"), messages::toString);
    }

    /** Else "HEAD changed nothing" would be said of runs in which nothing was changed. */
    @Test
    void run_toolThatCannotMakeAChange_isNotAskedTo() throws RaceException {
        var tool = new Driver() {
            @Override
            public LoadResult run(LoadSpec spec, Progress progress) throws LoadException {
                return note(spec, progress);
            }

            @Override
            public boolean countsSeconds() {
                return true;
            }

            @Override
            public boolean canChange(Mode mode, Change change) {
                return new Wrk().canChange(mode, change);
            }
        };
        List<Confirmation> done = confirm(tool, List.of("index", "jquery", "info"), Duration.ofSeconds(18), false);
        assertEquals(
                EnumSet.of(Change.NOTHING, Change.TWICE_THE_CONNECTIONS, Change.TWICE_THE_THREADS),
                EnumSet.copyOf(changes(done)));
        assertEquals(Duration.ofSeconds(3), specs.get(0).stop().longest().orElseThrow(), "whole seconds");
    }

    /** 30 s are enough for 13 runs of 2 s with their lead-in. */
    @Test
    void run_moreThanThereIsTimeFor_leavesOutTheLastOnesAndSaysSo() throws RaceException {
        List<Confirmation> done = confirm(List.of("index", "jquery", "info", "open"), Duration.ofSeconds(8), false);
        assertTrue(done.size() > 4 && done.size() < 16, changes(done)::toString);
        assertTrue(
                messages.contains("confirming: " + done.size() + " runs of 2.0 s, the most telling of 16"),
                messages::toString);
    }

    @Test
    void run_aRunThatFails_isSaidAndTheOthersGoOn() throws RaceException {
        assertEquals(
                List.of(Change.NOTHING, Change.TWICE_THE_CONNECTIONS, Change.TWICE_THE_THREADS),
                changes(confirm(List.of("refuses"), Duration.ofSeconds(60), false)));
        assertTrue(messages.contains("not confirmed: a refuses c32 with HEAD: no HEAD"), messages::toString);
    }

    @Test
    void run_aStackThatDies_isConfirmedNoFurther() throws RaceException {
        assertEquals(List.of(), confirm(List.of("index"), Duration.ofSeconds(60), true));
        assertEquals(1, specs.size());
        assertTrue(messages.contains("a is confirmed no further: a was killed"), messages::toString);
    }
}
