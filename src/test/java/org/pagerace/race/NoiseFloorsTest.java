package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.config.UserFolder;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Stop;
import org.pagerace.result.Calibration.NoiseFloor;
import org.pagerace.result.LostStack;

class NoiseFloorsTest {
    @TempDir
    Path temporary;

    private final List<LoadSpec> specs = new ArrayList<>();

    private final MadeRuns.Listener listener = new MadeRuns.Listener();
    private final List<String> messages = listener.messages;

    private static RacePlan plan(String time) throws RaceException {
        return plan(time, List.of("index", "jquery", "db", "open"), 32);
    }

    private static RacePlan plan(String time, List<String> pages, int connections) throws RaceException {
        return Plans.of(MadeRuns.wish(
                Protocol.MODERN,
                List.of("a", "b"),
                pages,
                Optional.of(Duration.parse("PT" + time)),
                OptionalInt.empty(),
                OptionalInt.of(connections),
                8));
    }

    private NoiseFloors floors(NoiseOption option, RacePlan plan) {
        return new NoiseFloors(
                option, plan, listener, new UserFolder(UserFolder.Kind.STATE, temporary.resolve("state")));
    }

    /** Runs plans on servers whose n-th run gives 10,000 answers and {@code step} more for each run before it, or none. */
    private Rounds rounds(RacePlan plan, long step) {
        Driver driver = (spec, progress) -> {
            specs.add(spec);
            return MadeRuns.answers(spec, step < 0 ? 0 : 10_000 + step * specs.size());
        };
        return rounds(plan, driver);
    }

    private Rounds rounds(RacePlan plan, Driver driver) {
        var heat = new Heat(
                plan,
                driver,
                Observer.NONE,
                (name, page) -> new Heat.Target(
                        URI.create("http://127.0.0.1:1/" + NoiseFloorMeter.stack(name) + "/" + page),
                        new BodyCheck.None()));
        return new Rounds(plan, heat, MadeRuns.ALIVE, listener);
    }

    @Test
    void measure_unknownMachine_racesTheFirstStackAgainstItself() throws RaceException {
        NoiseFloors floors = floors(NoiseOption.AUTOMATIC, plan("90S"));
        assertEquals(Optional.empty(), floors.floor());
        assertTrue(messages.get(0).contains("24 s on top"), messages::toString);
        floors.measure(List.of(), plan -> rounds(plan, 10));
        NoiseFloor floor = floors.floor().orElseThrow();
        assertTrue(floor.margin() > 0 && floor.margin() < 0.02, floor::toString);
        assertEquals(NoiseFloorMeter.PAIRS, floor.pairs());
        assertEquals(2 * 2 * NoiseFloorMeter.PAIRS, specs.size(), "one static page, one dynamic page");
        for (LoadSpec spec : specs) {
            assertTrue(spec.target().getPath().matches("/a/(index|db)"), spec::toString);
            Duration withLeadIn = ((Stop.AfterDuration) spec.stop()).duration().plus(spec.warmup());
            assertTrue(
                    withLeadIn.compareTo(Duration.ofMillis(600)) < 0, "two rounds in the time of one: " + withLeadIn);
            assertEquals(32, spec.connections());
        }
        assertEquals(floors.floor(), floors(NoiseOption.AUTOMATIC, plan("90S")).floor(), "kept for the next race");
    }

    /** A page that a program makes fluctuates more here: its margin counts, and no longer than one page of a second takes. */
    @Test
    void measure_twoClassesOfPages_takesTheLargerMargin() throws RaceException {
        NoiseFloors both = floors(NoiseOption.AUTOMATIC, plan("90S"));
        Driver driver = (spec, progress) -> {
            specs.add(spec);
            boolean varies = spec.target().getPath().endsWith("/db") && specs.size() % 3 == 0;
            return MadeRuns.answers(spec, varies ? 9500 : 10_000);
        };
        both.measure(List.of(), plan -> rounds(plan, driver));
        double margin = both.floor().orElseThrow().margin();
        assertTrue(margin > 0.02 && margin < 0.06, () -> "margin " + margin);
    }

    @Test
    void measure_staticPagesOnly_asksTheFirstForASecondEach() throws RaceException {
        NoiseFloors floors = floors(NoiseOption.AUTOMATIC, plan("90S", List.of("jquery", "index"), 32));
        floors.measure(List.of(), plan -> rounds(plan, 10));
        assertEquals(2 * NoiseFloorMeter.PAIRS, specs.size());
        for (LoadSpec spec : specs) {
            assertEquals("http://127.0.0.1:1/a/jquery", spec.target().toString());
            assertEquals(new Stop.AfterDuration(Duration.ofSeconds(1)), spec.stop());
        }
    }

    @Test
    void measure_otherNumberOfConnections_isAnotherFloor() throws RaceException {
        floorsMeasured(NoiseOption.AUTOMATIC, 10);
        RacePlan more = plan("90S", List.of("index", "db"), 64);
        assertEquals(Optional.empty(), floors(NoiseOption.AUTOMATIC, more).floor());
    }

    @Test
    void measure_knownMachine_isNotDoneAgainUnlessAsked() throws RaceException {
        floorsMeasured(NoiseOption.AUTOMATIC, 10);
        int runs = specs.size();
        NoiseFloor known = floorsMeasured(NoiseOption.AUTOMATIC, 10).floor().orElseThrow();
        assertEquals(runs, specs.size());
        NoiseFloors anew = floorsMeasured(new NoiseOption(NoiseOption.Kind.MEASURE, 0), 60);
        assertEquals(2 * runs, specs.size());
        assertTrue(anew.floor().orElseThrow().margin() > known.margin());
    }

    private NoiseFloors floorsMeasured(NoiseOption option, long step) throws RaceException {
        NoiseFloors floors = floors(option, plan("90S"));
        floors.measure(List.of(), plan -> rounds(plan, step));
        return floors;
    }

    @Test
    void measure_busyMachine_isUsedButNotKept() throws RaceException {
        NoiseFloors busy = floors(NoiseOption.AUTOMATIC, plan("90S"));
        Driver disturbed = (spec, progress) -> {
            specs.add(spec);
            return MadeRuns.answers(spec, specs.size() % 3 == 0 ? 6500 : 10_000);
        };
        busy.measure(List.of(), plan -> rounds(plan, disturbed));
        assertTrue(busy.floor().orElseThrow().margin() > 0.1, busy.floor()::toString);
        assertTrue(
                messages.stream().anyMatch(line -> line.endsWith("the next race will measure anew")),
                messages::toString);
        assertEquals(
                Optional.empty(), floors(NoiseOption.AUTOMATIC, plan("90S")).floor());
    }

    @Test
    void measure_firstStackLost_asksTheNext() throws RaceException {
        NoiseFloors floors = floors(NoiseOption.AUTOMATIC, plan("90S"));
        floors.measure(List.of(new LostStack("a", "round 1", "killed")), plan -> rounds(plan, 10));
        assertTrue(specs.stream().allMatch(spec -> spec.target().getPath().startsWith("/b/")), specs::toString);
        assertTrue(floors.floor().isPresent());
    }

    @Test
    void measure_givenOrNone_isNeverDone() throws RaceException {
        NoiseFloor given = floorsMeasured(new NoiseOption(NoiseOption.Kind.GIVEN, 0.03), 10)
                .floor()
                .orElseThrow();
        assertEquals(0.03, given.margin());
        assertTrue(given.given());
        assertEquals(
                Optional.empty(),
                floorsMeasured(new NoiseOption(NoiseOption.Kind.NONE, 0), 10).floor());
        assertEquals(List.of(), specs);
        assertTrue(Files.notExists(temporary.resolve("state")));
    }

    @Test
    void measure_shortRace_isNotMadeLonger() throws RaceException {
        NoiseFloors floors = floors(NoiseOption.AUTOMATIC, plan("12S"));
        floors.measure(List.of(), plan -> rounds(plan, 10));
        assertEquals(Optional.empty(), floors.floor());
        assertEquals(List.of(), messages);
    }

    /** Whoever interrupts wants the result that there is, and no confirmations before it. */
    @Test
    void measure_interrupted_tellsAndLeavesItUnknown() throws RaceException {
        NoiseFloors floors = floors(NoiseOption.AUTOMATIC, plan("90S"));
        Driver interrupted = (spec, progress) -> {
            throw new InterruptedException("Ctrl-C");
        };
        assertFalse(floors.measure(List.of(), plan -> rounds(plan, interrupted)));
        assertEquals(Optional.empty(), floors.floor());
        assertTrue(
                messages.contains("the noise floor is not known: interrupted in a index, round 1/10"),
                messages::toString);
        assertTrue(floors(NoiseOption.AUTOMATIC, plan("90S")).measure(List.of(), plan -> rounds(plan, 10)));
    }

    @Test
    void measure_noAnswers_leavesItUnknownAndSaysSo() throws RaceException {
        NoiseFloors floors = floorsMeasured(NoiseOption.AUTOMATIC, -1);
        assertEquals(Optional.empty(), floors.floor());
        assertTrue(
                messages.contains("the noise floor is not known: a round of the measurement had no right answer"),
                messages::toString);
        assertTrue(Files.notExists(temporary.resolve("state")));
    }
}
