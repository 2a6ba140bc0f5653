package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pagerace.result.RaceResult;

class RankingTest {
    private static final String MODE = "c32";
    private static final String PAGE = "index";

    /** So many percent above or below, differently in each round and for each stack, and never far. */
    private static double noise(String stack, int round) {
        return 1 + ((stack.hashCode() % 7 + 7 + 5 * round) % 11 - 5) / 1000.0;
    }

    private static RaceResult race(int rounds, Map<String, Double> rates) {
        return Races.of(
                rates.keySet().stream().sorted().toList(),
                List.of(PAGE),
                rounds,
                (stack, page, round) -> rates.get(stack) * noise(stack, round));
    }

    private static Ranking ranking(RaceResult race) {
        return Ranking.of(new RaceSummary(race), 500);
    }

    private static Ratio toFastest(Ranking ranking, String stack) {
        return ranking.standings(MODE, PAGE).stream()
                .filter(standing -> standing.cell().stack().equals(stack))
                .findFirst()
                .flatMap(Standing::toFastest)
                .orElseThrow();
    }

    @Test
    void winner_farAhead_isNamedWithRatioAndInterval() {
        Ranking ranking = ranking(race(6, Map.of("a", 1000.0, "b", 500.0, "c", 100.0)));
        assertEquals(Optional.of("a"), ranking.winner(MODE, PAGE));
        Ratio second = toFastest(ranking, "b");
        assertEquals(Outcome.SLOWER, second.outcome());
        assertEquals(0.5, second.value(), 0.005);
        assertTrue(second.interval().orElseThrow().low() > 0.49, second::toString);
        assertEquals(2.0 / 924, second.p(), 1e-9); // both are part of one claim
        assertEquals(Ratio.ITSELF, toFastest(ranking, "a"));
    }

    @Test
    void winner_twoAlikeAhead_isNobodyButTheThirdIsSlower() {
        Ranking ranking = ranking(race(6, Map.of("a", 1000.0, "b", 1000.0, "c", 100.0)));
        assertEquals(Optional.empty(), ranking.winner(MODE, PAGE));
        String second = ranking.fastest(MODE, PAGE).orElseThrow().equals("a") ? "b" : "a";
        assertEquals(Outcome.UNDECIDED, toFastest(ranking, second).outcome());
        assertEquals(Outcome.SLOWER, toFastest(ranking, "c").outcome());
    }

    @Test
    void winner_withinTheMargin_areEqual() {
        RaceResult race = race(10, Map.of("a", 1000.0, "b", 980.0));
        assertEquals(Optional.of("a"), ranking(race).winner(MODE, PAGE));
        Ranking wide = ranking(Races.withMargin(race, 0.05));
        assertEquals(Optional.empty(), wide.winner(MODE, PAGE));
        assertEquals(Outcome.EQUAL, toFastest(wide, "b").outcome());
        assertTrue(toFastest(wide, "b").p() < 0.05, "it is significant all the same");
    }

    @Test
    void winner_intervalReachesIntoTheMargin_isNobody() {
        Ranking ranking = ranking(Races.withMargin(race(10, Map.of("a", 1000.0, "b", 980.0)), 0.02));
        assertEquals(Optional.empty(), ranking.winner(MODE, PAGE));
        assertEquals(Outcome.UNDECIDED, toFastest(ranking, "b").outcome());
    }

    @Test
    void winner_fiveRounds_areRangesOnly() {
        Ranking ranking = ranking(race(5, Map.of("a", 1000.0, "b", 100.0)));
        assertEquals(Optional.empty(), ranking.winner(MODE, PAGE));
        assertEquals(Outcome.RANGES_ONLY, toFastest(ranking, "b").outcome());
        assertTrue(toFastest(ranking, "b").interval().isEmpty());
        assertTrue(ranking.standings(MODE, PAGE).stream()
                .allMatch(standing -> standing.interval().isEmpty()));
    }

    @Test
    void winner_aRivalThatDied_countsByItsRounds() {
        RaceResult never = Races.of(
                List.of("a", "b", "c"),
                List.of(PAGE),
                6,
                (stack, page, round) -> stack.equals("c") ? 0 : (stack.equals("a") ? 1000 : 500) * noise(stack, round));
        assertEquals(Optional.of("a"), ranking(never).winner(MODE, PAGE));
        RaceResult early = Races.of(
                List.of("a", "b", "c"),
                List.of(PAGE),
                6,
                (stack, page, round) ->
                        stack.equals("c") && round > 3 ? 0 : (stack.equals("a") ? 1000 : 500) * noise(stack, round));
        Ranking ranking = ranking(early);
        assertEquals(Optional.empty(), ranking.winner(MODE, PAGE));
        assertEquals(Outcome.SLOWER, toFastest(ranking, "b").outcome());
        assertEquals(Outcome.RANGES_ONLY, toFastest(ranking, "c").outcome());
        assertEquals(
                "no winner: 3 rounds show a range and no more, a claim takes 6",
                new Winners(ranking).sentence(MODE, PAGE));
    }

    @Test
    void winner_onlyOneMeasured_isNobody() {
        RaceResult alone = Races.of(
                List.of("a", "b"), List.of(PAGE), 6, (stack, page, round) -> stack.equals("a") ? 1000 + round : 0);
        assertEquals(Optional.empty(), ranking(alone).winner(MODE, PAGE));
        assertEquals("no winner: only a was measured", new Winners(ranking(alone)).sentence(MODE, PAGE));
        RaceResult nothing = Races.of(List.of("a", "b"), List.of(PAGE), 6, (stack, page, round) -> 0);
        assertEquals("no winner: nothing was answered", new Winners(ranking(nothing)).sentence(MODE, PAGE));
    }

    @Test
    void toBase_chosen_comparesBothWays() {
        Ranking ranking = ranking(Races.withBase(race(6, Map.of("a", 1000.0, "b", 500.0, "c", 100.0)), "b"));
        List<Standing> standings = ranking.standings(MODE, PAGE);
        Ratio faster = standings.get(0).toBase().orElseThrow();
        assertEquals(Outcome.FASTER, faster.outcome());
        assertEquals(2, faster.value(), 0.02);
        assertEquals(4.0 / 924, faster.p(), 1e-9); // Holm over two
        assertEquals(Ratio.ITSELF, standings.get(1).toBase().orElseThrow());
        assertEquals(Outcome.SLOWER, standings.get(2).toBase().orElseThrow().outcome());
        assertTrue(ranking(race(6, Map.of("a", 1.0, "b", 2.0))).standings(MODE, PAGE).stream()
                .allMatch(standing -> standing.toBase().isEmpty()));
    }

    /** 60 comparisons times the smallest p of six rounds are 0.13, but a page has one winner, and five pages have five. */
    @Test
    void winner_thirteenStacksOnFivePages_needsNoMoreThanSixRounds() {
        List<String> stacks = IntStream.range(0, 13).mapToObj(i -> "s" + i).toList();
        List<String> pages = List.of("p0", "p1", "p2", "p3", "p4");
        Ranking ranking = ranking(Races.of(stacks, pages, 6, (stack, page, round) -> {
            boolean tied = page.equals("p4") && stack.equals("s11");
            return (tied ? 2200 : 1000 + 100 * stacks.indexOf(stack)) * noise(stack, round);
        }));
        assertEquals(60, ranking.comparisons());
        for (String page : pages.subList(0, 4)) {
            assertEquals(Optional.of("s12"), ranking.winner(MODE, page));
        }
        assertEquals(Optional.empty(), ranking.winner(MODE, "p4"));
        assertEquals(
                Outcome.UNDECIDED,
                ranking.standings(MODE, "p4").get(0).toFastest().orElseThrow().outcome());
        assertEquals(Optional.of(7), ranking.neededRounds());
    }

    @Test
    void neededRounds_enough_isEmpty() {
        assertFalse(ranking(race(6, Map.of("a", 1000.0, "b", 1000.0, "c", 100.0)))
                .neededRounds()
                .isPresent());
    }

    @Test
    void sentence_eachResult_saysWhatItIs() {
        assertTrue(new Winners(ranking(race(6, Map.of("a", 1000.0, "b", 500.0))))
                .sentence(MODE, PAGE)
                .matches(
                        "a wins: [12]\\.\\d\\d times as many answers as b, the next \\(95 %: 1\\.9\\d to 2\\.0\\d\\)"));
        assertEquals(
                "no winner: a and b are equal within 5.0 %",
                new Winners(ranking(Races.withMargin(race(10, Map.of("a", 1000.0, "b", 980.0)), 0.05)))
                        .sentence(MODE, PAGE));
        assertEquals(
                "no winner: a and b cannot be told apart",
                new Winners(ranking(Races.withMargin(race(10, Map.of("a", 1000.0, "b", 980.0)), 0.02)))
                        .sentence(MODE, PAGE));
    }
}
