package org.pagerace.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MannWhitneyTest {

    /** The example of ?wilcox.test in R (Hollander and Wolfe 1973, 69f): W = 35, one-sided p = 0.1272. */
    @Test
    void p_permeabilityOfTheChorioamnion_isRs() {
        double[] atTerm = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
        double[] earlier = {1.15, 0.88, 0.90, 0.74, 1.21};
        assertEquals(2 * 0.1272, MannWhitney.p(atTerm, earlier), 1e-4);
        assertEquals(2 * 0.1272, MannWhitney.p(earlier, atTerm), 1e-4);
    }

    /** The other one: Ozone in May and August, with ties and more than 50 values; R prints p-value = 0.0001208. */
    @Test
    void p_ozoneInMayAndAugust_isRs() {
        double[] may = {
            41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115, 37
        };
        double[] august = {
            39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76, 118, 84, 85
        };
        assertEquals(0.0001208, MannWhitney.p(may, august), 5e-8);
    }

    /** Mann and Whitney 1947, table I for n = m = 5: the probability of a U of at most 0, 1, ... is .004, .008, ... */
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "2, 4", "3, 7", "4, 12"})
    void p_fiveAgainstFive_isTheTables(int u, int waysOf252) {
        double[] low = {1, 2, 3, 4, 5 + u}; // the fifth value passes u of the other sample
        double[] high = {5.5, 6.5, 7.5, 8.5, 9.5};
        assertEquals(2 * waysOf252 / 252.0, MannWhitney.p(low, high), 1e-12);
    }

    /** Every way to deal the values out is tried, which the class never does. */
    @Test
    void p_tiedValues_isTheShareOfAllWays() {
        var random = new Random(7);
        for (int trial = 0; trial < 20; trial++) {
            double[] a = random.ints(4, 0, 6).asDoubleStream().toArray();
            double[] b = random.ints(6, 0, 6).asDoubleStream().toArray();
            assertEquals(shareOfAllWays(a, b), MannWhitney.p(a, b), 1e-12);
        }
    }

    private static double shareOfAllWays(double[] a, double[] b) {
        double[] all = IntStream.range(0, a.length + b.length)
                .mapToDouble(i -> i < a.length ? a[i] : b[i - a.length])
                .toArray();
        double measured = distance(all, (1 << a.length) - 1);
        int ways = 0;
        int far = 0;
        for (int chosen = 0; chosen < 1 << all.length; chosen++) {
            if (Integer.bitCount(chosen) == a.length) {
                ways++;
                far += distance(all, chosen) >= measured ? 1 : 0;
            }
        }
        return (double) far / ways;
    }

    /** How far the number of pairs that the chosen ones win, ties counting as half, is from half of all pairs. */
    private static double distance(double[] all, int chosen) {
        double won = 0;
        int pairs = 0;
        for (int i = 0; i < all.length; i++) {
            for (int j = 0; j < all.length; j++) {
                if (isChosen(chosen, i) && !isChosen(chosen, j)) {
                    won += all[i] > all[j] ? 1 : all[i] == all[j] ? 0.5 : 0;
                    pairs++;
                }
            }
        }
        return Math.abs(won - pairs / 2.0);
    }

    private static boolean isChosen(int chosen, int i) {
        return ((chosen >> i) & 1) == 1;
    }

    @Test
    void p_equalValuesOnly_isOne() {
        assertEquals(1, MannWhitney.p(new double[] {3, 3, 3}, new double[] {3, 3}));
        assertEquals(1, MannWhitney.p(new double[40], new double[40]));
    }

    /** Where counting ends and the normal distribution begins there must be no step. */
    @Test
    void p_aboutFiftyValues_countAndNormalAgree() {
        double[] a = IntStream.range(0, 25).mapToDouble(i -> i * 1.7).toArray();
        double[] b = IntStream.range(0, 25).mapToDouble(i -> i * 1.7 + 9.1).toArray();
        double[] more = IntStream.range(0, 26).mapToDouble(i -> i * 1.7).toArray();
        assertEquals(MannWhitney.p(a, b), MannWhitney.p(more, b), 0.02);
    }

    @ParameterizedTest
    @CsvSource({"3, 3, 0.1", "4, 4, 0.0285714", "6, 6, 0.0021645", "10, 10, 0.0000108", "1, 1, 1"})
    void smallestP_sizes_isThatOfSamplesApart(int n, int m, double expected) {
        assertEquals(expected, MannWhitney.smallestP(n, m), 1e-7);
        double[] low = IntStream.range(0, n).asDoubleStream().toArray();
        double[] high = IntStream.range(100, 100 + m).asDoubleStream().toArray();
        assertEquals(expected, MannWhitney.p(low, high), 1e-7);
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "15, 6", "23, 6", "24, 7", "60, 7", "85, 7", "86, 8", "400, 9"})
    void needed_comparisons_isTheLeastThatCanShowAnything(int comparisons, int rounds) {
        assertEquals(rounds, MannWhitney.needed(comparisons, 0.05));
    }

    @Test
    void p_noValue_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> MannWhitney.p(new double[0], new double[] {1}));
    }
}
