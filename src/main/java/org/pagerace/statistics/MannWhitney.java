package org.pagerace.statistics;

import java.util.Arrays;

/**
 * The test of Mann and Whitney, also Wilcoxon's rank sum test: whether one of two samples tends to larger values. It takes
 * nothing for granted about the shape of the distributions.
 */
public final class MannWhitney {

    /*
     * If both samples come from one source, every way to deal their values out to the two is equally likely. Up to 50 values
     * these ways are counted: ways[k][s] is in how many ways k of the values seen so far have the rank sum s [1]. Equal values
     * share the mean of their ranks, so ranks are counted in halves, and the count is exact with ties too. The p value is the
     * share of ways whose rank sum lies at least as far from its mean as the one that was measured (without ties that is
     * what R's wilcox.test gives, with ties what its package coin gives).
     *
     * Beyond 50 values the rank sum is nearly normal; the variance is corrected for ties, the step for continuity [2].
     *
     * [1] H. B. Mann, D. R. Whitney, Annals of Mathematical Statistics 18, 1947, here with values instead of their recursion
     * [2] M. Hollander, D. A. Wolfe, E. Chicken: Nonparametric Statistical Methods, 3rd edition, section 4.1
     */

    private static final int COUNTED_UP_TO = 50; // 1.3e14 ways, which a double holds exactly

    private MannWhitney() {}

    /** Returns the two-sided p value of two samples with at least one value each, none of them NaN. */
    public static double p(double[] a, double[] b) {
        if (a.length == 0 || b.length == 0) {
            throw new IllegalArgumentException("both samples need at least one value");
        }
        if (a.length > b.length) {
            return p(b, a);
        }
        double[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        int[] ranks = doubledRanks(all);
        int sum = Arrays.stream(ranks, 0, a.length).sum();
        return all.length <= COUNTED_UP_TO ? counted(ranks, a.length, sum) : normal(ranks, a.length, sum);
    }

    /** Returns the smallest p value that {@code n} and {@code m} values can give: that of samples that do not overlap. */
    public static double smallestP(int n, int m) {
        double ways = 1;
        for (int i = 1; i <= n; i++) {
            ways *= (double) (m + i) / i;
        }
        return Math.min(1, 2 / ways);
    }

    /**
     * Returns how many values each sample needs so that the smallest p value, {@code comparisons} times, is below
     * {@code level}: with fewer no difference can be significant among so many, however large.
     */
    public static int needed(int comparisons, double level) {
        int n = 1;
        while (smallestP(n, n) * comparisons >= level) {
            n++;
        }
        return n;
    }

    /** Twice the rank of each value, counted from 1. */
    private static int[] doubledRanks(double... values) {
        int[] ranks = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            for (double other : values) {
                ranks[i] += other < values[i] ? 2 : other == values[i] ? 1 : 0;
            }
            ranks[i]++; // itself was counted as one half of a rank
        }
        return ranks;
    }

    private static double counted(int[] ranks, int chosen, int sum) {
        int most = Arrays.stream(ranks).sum();
        double[][] ways = new double[chosen + 1][most + 1];
        ways[0][0] = 1;
        for (int rank : ranks) {
            for (int k = chosen; k > 0; k--) {
                for (int s = most; s >= rank; s--) {
                    ways[k][s] += ways[k - 1][s - rank];
                }
            }
        }
        int mean = chosen * (ranks.length + 1);
        double all = 0;
        double far = 0;
        for (int s = 0; s <= most; s++) {
            all += ways[chosen][s];
            if (Math.abs(s - mean) >= Math.abs(sum - mean)) {
                far += ways[chosen][s];
            }
        }
        return far / all;
    }

    private static double normal(int[] ranks, int chosen, int sum) {
        double all = ranks.length;
        double rest = all - chosen;
        double tied = 0;
        for (int rank : ranks) { // the sum of t^3 - t over all ties of t values, value by value
            double t = Arrays.stream(ranks).filter(other -> other == rank).count();
            tied += t * t - 1;
        }
        double variance = chosen * rest / 12 * (all + 1 - tied / (all * (all - 1)));
        double distance = Math.abs(sum - chosen * (all + 1)) / 2 - 0.5;
        return variance <= 0 || distance <= 0 ? 1 : 2 * Normal.below(-distance / Math.sqrt(variance));
    }
}
