package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.race.RacePlan.Step;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.PlanInfo.Mode;

class PlansTest {
    private static final List<String> FOUR = List.of("a", "b", "c", "d");

    private static Plans.Wish wish(Protocol protocol, List<String> stacks, Duration time, long seed) {
        return new Plans.Wish(
                protocol,
                stacks,
                List.of("index", "db"),
                Optional.ofNullable(time),
                OptionalInt.empty(),
                OptionalInt.empty(),
                2,
                seed,
                LoadOptions.USUAL,
                Tool.BUILTIN.label());
    }

    private static List<String> order(RacePlan plan, String page, int round) {
        return plan.rounds().stream()
                .filter(step -> step.page().equals(page) && step.round() == round)
                .map(Step::stack)
                .toList();
    }

    @Test
    void rounds_twoStacks_runAbbaBaab() throws RaceException {
        RacePlan plan = Plans.of(wish(Protocol.MODERN, List.of("a", "b"), Duration.ofMinutes(1), 7));
        List<String> ab = order(plan, "db", 1);
        List<String> ba = List.of(ab.get(1), ab.get(0));
        assertEquals(ba, order(plan, "db", 2));
        assertEquals(ba, order(plan, "db", 3));
        assertEquals(ab, order(plan, "db", 4));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 42})
    void rounds_fourStacks_eachIsFirstAndLastEquallyOftenInEight(long seed) throws RaceException {
        RacePlan plan = Plans.of(wish(Protocol.MODERN, FOUR, Duration.ofMinutes(2), seed));
        assertTrue(plan.info().rounds() >= 8, "rounds: " + plan.info().rounds());
        for (String stack : FOUR) {
            int first = 0;
            int last = 0;
            for (int round = 1; round <= 8; round++) {
                first += order(plan, "index", round).get(0).equals(stack) ? 1 : 0;
                last += order(plan, "index", round).get(3).equals(stack) ? 1 : 0;
            }
            assertEquals(2, first, stack);
            assertEquals(2, last, stack);
        }
    }

    @Test
    void rounds_anyPlan_hasEveryCellOncePerRound() throws RaceException {
        RacePlan plan = Plans.of(wish(Protocol.AB, FOUR, null, 3));
        Set<Step> steps = new HashSet<>(plan.rounds());
        assertEquals(2 * 2 * 4 * 3, plan.rounds().size()); // modes x pages x stacks x rounds
        assertEquals(steps.size(), plan.rounds().size());
    }

    @Test
    void rounds_sameSeed_isTheSameOrder() throws RaceException {
        RacePlan first = Plans.of(wish(Protocol.MODERN, FOUR, null, 5));
        RacePlan again = Plans.of(wish(Protocol.MODERN, FOUR, null, 5));
        assertEquals(first.rounds(), again.rounds());
    }

    @Test
    void rounds_otherSeeds_areNotAllTheSameOrder() throws RaceException {
        Set<List<String>> orders = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            orders.add(order(Plans.of(wish(Protocol.MODERN, FOUR, null, seed)), "index", 1));
        }
        assertNotEquals(1, orders.size());
    }

    @Test
    void warmups_modern_goThereAndBackOverAllCells() throws RaceException {
        RacePlan plan = Plans.of(wish(Protocol.MODERN, FOUR, null, 1));
        List<Step> there = new ArrayList<>(plan.warmups().subList(0, 8));
        List<Step> back = plan.warmups().stream()
                .skip(8)
                .filter(step -> step.mode().connections() == 32)
                .map(step -> new Step(
                        step.mode(), step.page(), 0, step.stack(), plan.info().warmup()))
                .toList();
        assertEquals(8, Set.copyOf(there).size());
        Collections.reverse(there);
        assertEquals(there, back);
        assertEquals(Set.of(0), plan.warmups().stream().map(Step::round).collect(Collectors.toSet()));
    }

    /** The same stack, page and time: what the one run lacks the other has. */
    @Test
    void warmups_lastPass_endsEachCellWithHalfItsConnections() throws RaceException {
        RacePlan plan = Plans.of(wish(Protocol.MODERN, FOUR, null, 1));
        List<Step> last = plan.warmups().subList(8, plan.warmups().size());
        assertEquals(16, last.size());
        for (int i = 0; i < last.size(); i += 2) {
            Step all = last.get(i);
            Step half = last.get(i + 1);
            assertEquals(List.of(all.page(), all.stack()), List.of(half.page(), half.stack()));
            assertEquals(plan.info().modes().get(0), all.mode());
            assertEquals(16, half.mode().connections());
            assertEquals(all.mode().name(), half.mode().name());
            assertEquals(
                    plan.info().warmup(), all.expected().plus(half.expected()).plus(TimeBudget.RUN_OVERHEAD));
            assertTrue(half.expected().compareTo(Duration.ofSeconds(1)) <= 0, half::toString);
        }
    }

    @Test
    void warmups_oneConnectionOrATool_haveNoHalf() throws RaceException {
        RacePlan one = Plans.of(MadeRuns.wish(
                Protocol.MODERN, FOUR, List.of("index"), Optional.empty(), OptionalInt.empty(), OptionalInt.of(1), 2));
        assertEquals(8, one.warmups().size());
        RacePlan two = Plans.of(MadeRuns.wish(
                Protocol.MODERN, FOUR, List.of("index"), Optional.empty(), OptionalInt.empty(), OptionalInt.of(2), 8));
        assertEquals(12, two.warmups().size());
        Mode half = two.warmups().get(11).mode();
        assertEquals(List.of(1, 1), List.of(half.connections(), half.threads()));
        RacePlan sweep = Plans.of(MadeRuns.wish(
                Protocol.WEIGHTTP,
                FOUR,
                List.of("index", "db"),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                2));
        assertEquals(8 * sweep.cores().size(), sweep.warmups().size());
    }

    @ParameterizedTest
    @CsvSource({"1, 32, 1", "2, 32, 1", "3, 32, 1", "4, 32, 2", "64, 32, 32", "64, 8, 8", "16, 1, 1"})
    void driverThreads_anyMachine_isHalfOfItAndAtMostTheConnections(int cores, int connections, int threads) {
        assertEquals(threads, Plans.driverThreads(cores, connections));
    }

    @Test
    void of_abOnManyCores_hasOneThreadLikeAb() throws RaceException {
        var wish = MadeRuns.wish(
                Protocol.AB, FOUR, List.of("db"), Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), 64);
        Plans.of(wish).info().modes().forEach(mode -> assertEquals(1, mode.threads(), mode.name()));
    }

    @Test
    void of_abWithoutTime_isFaithful() throws RaceException {
        RacePlan plan = Plans.of(wish(Protocol.AB, FOUR, null, 1));
        var timed = plan.info().modes().get(0);
        var counted = plan.info().modes().get(1);
        assertEquals("t10", timed.name());
        assertEquals(Optional.of(Duration.ofSeconds(10)), timed.duration());
        assertEquals(Optional.of(50_000L), timed.requests());
        assertEquals(1, timed.connections());
        assertEquals("c100", counted.name());
        assertEquals(Optional.of(1000L), counted.requests());
        assertEquals(Optional.empty(), counted.duration());
        assertEquals(100, counted.connections());
        assertTrue(plan.warmups().isEmpty());
        assertEquals(3, plan.info().rounds());
    }

    @Test
    void of_abWithTime_shortensTheTimedRunsAndSaysSo() throws RaceException {
        RacePlan plan = Plans.of(wish(Protocol.AB, List.of("a"), Duration.ofSeconds(12), 1));
        assertEquals(
                Optional.of(Duration.ofMillis(970)), plan.info().modes().get(0).duration());
        assertTrue(plan.info().remarks().get(0).contains("instead of the article's 10 s"), plan.toString());
    }

    @Test
    void of_abWithAmpleTime_staysAtTenSeconds() throws RaceException {
        RacePlan plan = Plans.of(wish(Protocol.AB, List.of("a"), Duration.ofHours(1), 1));
        assertEquals(
                Optional.of(Duration.ofSeconds(10)), plan.info().modes().get(0).duration());
    }

    @Test
    void of_abWithTooLittleTime_isRefused() {
        var refused =
                assertThrows(RaceException.class, () -> Plans.of(wish(Protocol.AB, FOUR, Duration.ofSeconds(12), 1)));
        assertTrue(refused.getMessage().contains("give at least"), refused.getMessage());
    }

    private static Plans.Wish wish(Protocol protocol, Duration time, OptionalInt rounds, int cores, LoadOptions load) {
        return new Plans.Wish(
                protocol,
                List.of("a", "b"),
                protocol.pages(),
                Optional.ofNullable(time),
                rounds,
                OptionalInt.empty(),
                cores,
                1,
                load,
                load.tool().label());
    }

    private static Plans.Wish wish(Protocol protocol, Duration time) {
        return wish(protocol, time, OptionalInt.empty(), 2, LoadOptions.USUAL);
    }

    private static LoadOptions by(Tool tool) {
        return new LoadOptions(tool, OptionalInt.empty(), OptionalDouble.empty());
    }

    private static LoadOptions scale(int scale) {
        return new LoadOptions(Tool.BUILTIN, OptionalInt.of(scale), OptionalDouble.empty());
    }

    private static final LoadOptions TWO_PERCENT =
            new LoadOptions(Tool.BUILTIN, OptionalInt.empty(), OptionalDouble.of(0.02));

    private static String refusal(Plans.Wish wish) {
        return assertThrows(PlanException.class, () -> Plans.of(wish)).getMessage();
    }

    @Test
    void of_webbench_has500ClientsWithoutKeepAliveFor30Seconds() throws RaceException {
        PlanInfo plan = Plans.of(wish(Protocol.WEBBENCH, null)).info();
        assertEquals(
                List.of(new Mode("c500", "1.1", false, 500, 1, Optional.empty(), Optional.of(Duration.ofSeconds(30)))),
                plan.modes());
        assertEquals(List.of("welcome", "info"), plan.pages());
        assertEquals(3, plan.rounds());
        assertEquals(0, plan.warmupPasses());
    }

    @Test
    void of_webbenchWithTime_isShortenedAndSaysSo() throws RaceException {
        PlanInfo plan =
                Plans.of(wish(Protocol.WEBBENCH, Duration.ofSeconds(24))).info();
        assertEquals(Optional.of(Duration.ofMillis(1970)), plan.modes().get(0).duration());
        assertTrue(plan.remarks().get(0).contains("1.97 s instead of the article's 30 s"), plan.remarks()::toString);
        String refusal = refusal(wish(Protocol.WEBBENCH, Duration.ofSeconds(2)));
        assertTrue(refusal.contains("--time 2 s is too short for 4 cells"), refusal);
        assertTrue(refusal.contains("give at least 3s"), refusal);
    }

    @Test
    void of_httpLoad_hasThreeLevelsOf1000Fetches() throws RaceException {
        PlanInfo plan = Plans.of(wish(Protocol.HTTP_LOAD, null)).info();
        assertEquals(
                List.of(200, 500, 1000),
                plan.modes().stream().map(Mode::connections).toList());
        plan.modes().forEach(mode -> {
            assertEquals(Optional.of(1000L), mode.requests());
            assertEquals(Optional.empty(), mode.duration());
            assertEquals("1.0", mode.http());
            assertEquals(1, mode.threads());
            assertTrue(!mode.keepAlive());
        });
        assertEquals(List.of("portal"), plan.pages());
        assertTrue(refusal(wish(Protocol.HTTP_LOAD, Duration.ofMinutes(1))).contains("use --rounds"));
    }

    @Test
    void of_httpLoad_waitsAsLongAsHttpLoad() throws RaceException {
        assertEquals(
                Duration.ofSeconds(60), Plans.of(wish(Protocol.HTTP_LOAD, null)).timeout());
    }

    @Test
    void of_weighttp_sweepsFrom1To1000ForEachNumberOfThreads() throws RaceException {
        PlanInfo plan = Plans.of(wish(Protocol.WEIGHTTP, null, OptionalInt.empty(), 4, LoadOptions.USUAL))
                .info();
        assertEquals(3 * 101, plan.modes().size());
        assertEquals(2, plan.rounds());
        assertEquals(List.of("testing"), plan.pages());
        Mode first = plan.modes().get(0);
        assertEquals(
                new Mode("t1-c1", "1.1", true, 1, 1, Optional.of(10_000L), Optional.empty(), Optional.of(1)), first);
        assertEquals("t1-c1000", plan.modes().get(100).name());
        Mode ofFour = plan.modes().get(202);
        assertEquals("t4-c1", ofFour.name());
        assertEquals(Optional.of(4), ofFour.cores());
        assertEquals(4, ofFour.connections(), "a level below the threads has as many connections as these, as in abc");
        assertTrue(plan.remarks().get(0).contains("10,000 requests in 2 rounds"), plan.remarks()::toString);
        assertTrue(
                plan.remarks().get(1).startsWith("There is a curve for 1, 2 and 4 cores each"),
                plan.remarks()::toString);
    }

    @Test
    void of_weighttpOnOneCore_saysThatItHasOneCurve() throws RaceException {
        RacePlan plan = Plans.of(wish(Protocol.WEIGHTTP, null, OptionalInt.empty(), 1, LoadOptions.USUAL));
        assertEquals(List.of(Optional.of(1)), plan.cores());
        String remarks = String.join("\n", plan.info().remarks());
        assertTrue(remarks.contains("one curve, since this machine has one core"), remarks);
    }

    @Test
    void of_weighttpScaled_cutsTheMillionAndNotBelowAThousand() throws RaceException {
        Plans.Wish whole = wish(Protocol.WEIGHTTP, null, OptionalInt.empty(), 1, scale(1));
        assertEquals(
                Optional.of(1_000_000L), Plans.of(whole).info().modes().get(7).requests());
        String refusal = refusal(wish(Protocol.WEIGHTTP, null, OptionalInt.empty(), 1, scale(1001)));
        assertTrue(refusal.contains("the most is 1000"), refusal);
        assertTrue(refusal(wish(Protocol.AB, null, OptionalInt.empty(), 1, scale(2)))
                .contains("use --time or --rounds"));
    }

    private static Plans.Wish sweepTo(int connections, int scale) {
        return new Plans.Wish(
                Protocol.WEIGHTTP,
                FOUR,
                List.of("testing"),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.of(connections),
                1,
                1,
                scale(scale),
                "builtin");
    }

    @Test
    void of_weighttpWithConnections_endsItsSweepThere() throws RaceException {
        PlanInfo plan = Plans.of(sweepTo(50, 20_000)).info();
        assertEquals(
                List.of(1, 10, 20, 30, 40, 50),
                plan.modes().stream().map(Mode::connections).toList());
        assertTrue(plan.remarks().get(2).contains("ends at 50 connections"), plan.remarks()::toString);
        assertTrue(refusal(sweepTo(45, 1)).contains("in steps of 10; give 10, 20, … 1000"), refusal(sweepTo(45, 1)));
        assertTrue(refusal(sweepTo(50, 20_001)).contains("the most is 20000"), refusal(sweepTo(50, 20_001)));
    }

    @Test
    void of_weighttpWithTime_endsEachRunInTime() throws RaceException {
        PlanInfo plan = Plans.of(
                        wish(Protocol.WEIGHTTP, Duration.ofMinutes(10), OptionalInt.of(1), 2, LoadOptions.USUAL))
                .info();
        Mode mode = plan.modes().get(50);
        assertEquals(Optional.of(Duration.ofMillis(1425)), mode.duration()); // (600 - 4 x 3) / 404 s less overhead
        assertEquals(Optional.of(10_000L), mode.requests());
        String refusal = refusal(wish(Protocol.WEIGHTTP, Duration.ofSeconds(60)));
        assertTrue(refusal.contains("give at least 198s"), refusal); // 808 x 230 ms and the warm-ups
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MODERN", "WEIGHTTP"})
    void of_article_refusesOtherConnections(Protocol protocol) {
        var wish = new Plans.Wish(
                protocol,
                FOUR,
                protocol.pages(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.of(5),
                2,
                1,
                LoadOptions.USUAL,
                "builtin");
        assertTrue(refusal(wish).startsWith("-c does not go with --protocol " + protocol.label()), refusal(wish));
    }

    @Test
    void of_untilKnown_plansUpTo30RoundsAndNotFewerThanSix() throws RaceException {
        assertEquals(
                30,
                Plans.of(wish(Protocol.AB, null, OptionalInt.empty(), 2, TWO_PERCENT))
                        .info()
                        .rounds());
        PlanInfo modern = Plans.of(wish(Protocol.MODERN, null, OptionalInt.empty(), 2, TWO_PERCENT))
                .info();
        assertEquals(30, modern.rounds());
        assertEquals(Optional.of(0.02), modern.untilCi());
        assertTrue(modern.remarks().get(0).startsWith("At most 600 s for 2 stacks"), modern.remarks()::toString);
        String refusal = refusal(wish(Protocol.AB, null, OptionalInt.of(3), 2, TWO_PERCENT));
        assertTrue(refusal.contains("6 rounds have and 3 rounds have not; raise --rounds"), refusal);
        String tooShort = refusal(wish(Protocol.MODERN, Duration.ofSeconds(20), OptionalInt.empty(), 2, TWO_PERCENT));
        assertTrue(tooShort.contains("of 6 rounds"), tooShort);
    }

    @Test
    void of_modernByWrk_hasWholeSecondsAndNoLeadIn() throws RaceException {
        PlanInfo plan = Plans.of(wish(Protocol.MODERN, Duration.ofMinutes(3), OptionalInt.empty(), 8, by(Tool.WRK)))
                .info();
        assertEquals(Optional.of(Duration.ofSeconds(1)), plan.modes().get(0).duration());
        assertEquals(Duration.ZERO, plan.leadIn());
        assertEquals(Duration.ofSeconds(3), plan.warmup());
        assertEquals(9, plan.rounds());
        String refusal = refusal(wish(Protocol.MODERN, Duration.ofSeconds(30), OptionalInt.empty(), 8, by(Tool.WRK)));
        assertTrue(refusal.contains("give at least 60s"), refusal); // 10 cells x 5 runs of 1.2 s
    }

    @ParameterizedTest
    @CsvSource({"32, 8, 4", "30, 8, 3", "31, 8, 1", "500, 16, 5"})
    void driverThreads_wrk_divideTheConnections(int connections, int cores, int threads) {
        Plans.Wish wish = wish(Protocol.MODERN, null, OptionalInt.empty(), cores, by(Tool.WRK));
        assertEquals(threads, Plans.driverThreads(wish, connections));
    }

    @Test
    void of_abByAb_hasWholeSeconds() throws RaceException {
        PlanInfo plan = Plans.of(wish(Protocol.AB, Duration.ofSeconds(100), OptionalInt.of(2), 2, by(Tool.AB)))
                .info();
        assertEquals(Optional.of(Duration.ofSeconds(3)), plan.modes().get(0).duration());
    }

    @ParameterizedTest
    @CsvSource({
        "WRK, AB, HTTP/1.1 only, modern or webbench",
        "WRK, HTTP_LOAD, HTTP/1.1 only, modern or webbench",
        "WRK, WEIGHTTP, number of requests, modern or webbench",
        "AB, MODERN, HTTP/1.0 only, ab or http_load",
        "AB, WEBBENCH, HTTP/1.0 only, ab or http_load"
    })
    void of_toolThatCannot_isRefusedWithWhatItCan(Tool tool, Protocol protocol, String why, String remedy) {
        String refusal = refusal(wish(protocol, null, OptionalInt.empty(), 2, by(tool)));
        assertTrue(refusal.contains(why), refusal);
        assertTrue(refusal.contains("use --protocol " + remedy), refusal);
    }
}
