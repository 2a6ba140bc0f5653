package org.pagerace.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Corrects p values for the number of questions that were asked together. */
public final class Holm {

    /*
     * Whoever asks 20 questions of pure noise at 5 % gets one wrong answer. Holm's method keeps the probability of even one
     * wrong answer among all at 5 %, whatever the questions have to do with each other, and finds more than Bonferroni's [1].
     *
     * [1] S. Holm: A Simple Sequentially Rejective Multiple Test Procedure. Scandinavian Journal of Statistics 6, 1979
     */

    private Holm() {}

    /** Returns the adjusted values in the order of the given ones, which are 0 to 1. */
    public static double[] adjust(double... p) {
        int[] rising = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[p.length];
        double largest = 0;
        for (int rank = 0; rank < rising.length; rank++) {
            largest = Math.max(largest, Math.min(1, (p.length - rank) * p[rising[rank]]));
            adjusted[rising[rank]] = largest;
        }
        return adjusted;
    }
}
