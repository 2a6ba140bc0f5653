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
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.race.RacePlan.Step;

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
                seed);
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
        List<Step> back = plan.warmups().subList(8, 16);
        assertEquals(8, Set.copyOf(there).size());
        Collections.reverse(there);
        assertEquals(there, back);
        assertEquals(Set.of(0), plan.warmups().stream().map(Step::round).collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @CsvSource({"1, 32, 1", "2, 32, 1", "3, 32, 1", "4, 32, 2", "64, 32, 32", "64, 8, 8", "16, 1, 1"})
    void driverThreads_anyMachine_isHalfOfItAndAtMostTheConnections(int cores, int connections, int threads) {
        assertEquals(threads, Plans.driverThreads(cores, connections));
    }

    @Test
    void of_abOnManyCores_hasOneThreadLikeAb() throws RaceException {
        var wish = new Plans.Wish(
                Protocol.AB, FOUR, List.of("db"), Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), 64, 1);
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
}
