package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a winner is named where all stacks are equal: thousands of races that never took place, always the same ones. */
@Timeout(120)
class FalseWinnersIT {
    private static final int RACES = 2000;

    /** What rounds are like on machines that are not quiet. */
    private enum Noise {
        LOGNORMAL,
        /** Student's t with 2 degrees of freedom: now and then a round is far off. */
        HEAVY_TAILS,
        /** Each block is faster or slower as a whole, by more than the noise. */
        BLOCK_DRIFT;

        double ofRound(Random random) {
            double gaussian = random.nextGaussian();
            if (this != HEAVY_TAILS) {
                return gaussian;
            }
            double one = random.nextGaussian();
            double two = random.nextGaussian();
            return gaussian / Math.sqrt((one * one + two * two) / 2);
        }

        double ofBlock(Random random) {
            return this == BLOCK_DRIFT ? 3 * random.nextGaussian() : 0;
        }
    }

    /** Two equal stacks, 1 to 5 pages, 6 to 10 rounds, and no margin, which would only hide mistakes. */
    @ParameterizedTest
    @EnumSource(Noise.class)
    void winner_twoEqualStacks_isNamedInFewerThanOneRaceOfTwenty(Noise noise) {
        var random = new Random(5);
        int named = 0;
        for (int race = 0; race < RACES; race++) {
            named += namesAnybody(2, 1 + race % 5, 6 + race % 5, noise, random, 1) ? 1 : 0;
        }
        assertTrue(named < 0.05 * RACES, named + " of " + RACES + " races named a winner");
    }

    /** Two equal stacks far ahead of the others is where most winners could be wrong. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 3})
    void winner_fourStacks_isNamedInFewerThanOneRaceOfTwenty(double ahead) {
        var random = new Random(6);
        int named = 0;
        for (int race = 0; race < RACES / 2; race++) {
            named += namesAnybody(4, 5, 6 + race % 5, Noise.LOGNORMAL, random, ahead) ? 1 : 0;
        }
        assertTrue(named < 0.05 * RACES / 2, named + " of " + RACES / 2 + " races named a winner");
    }

    /** A test that never names anybody would pass the others. */
    @Test
    void winner_tenPercentAhead_isNamedNearlyAlways() {
        var random = new Random(7);
        int named = 0;
        for (int race = 0; race < RACES / 10; race++) {
            var summary = new RaceSummary(Races.of(
                    List.of("a", "b"),
                    List.of("p"),
                    10,
                    (stack, page, round) ->
                            (stack.equals("a") ? 1100 : 1000) * Math.exp(0.03 * random.nextGaussian())));
            named += Ranking.of(summary, 200)
                            .winner("c32", "p")
                            .filter("a"::equals)
                            .isPresent()
                    ? 1
                    : 0;
        }
        assertTrue(named > 0.95 * RACES / 10, named + " of " + RACES / 10 + " races named the winner");
    }

    /** @param ahead how many times as fast as the others the first two stacks are */
    private static boolean namesAnybody(int stacks, int pages, int rounds, Noise noise, Random random, double ahead) {
        List<String> names = IntStream.range(0, stacks).mapToObj(i -> "s" + i).toList();
        List<String> keys = IntStream.range(0, pages).mapToObj(i -> "p" + i).toList();
        double[][] blocks = new double[pages][rounds];
        for (double[] page : blocks) {
            for (int round = 0; round < rounds; round++) {
                page[round] = noise.ofBlock(random);
            }
        }
        var summary = new RaceSummary(Races.of(names, keys, rounds, (stack, page, round) -> {
            double disturbance = noise.ofRound(random) + blocks[keys.indexOf(page)][round - 1];
            return 1000 * (names.indexOf(stack) < 2 ? ahead : 1) * Math.exp(0.03 * disturbance);
        }));
        Ranking ranking = Ranking.of(summary, 200);
        return keys.stream().anyMatch(page -> ranking.winner("c32", page).isPresent());
    }
}
