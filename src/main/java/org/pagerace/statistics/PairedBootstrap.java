package org.pagerace.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * How well the ratio of two medians is known when the two were measured side by side, block by block.
 *
 * @param resamples how often the blocks are drawn anew, at least 100; 10,000 for a result that is printed
 * @param seed the same seed draws the same blocks
 */
public record PairedBootstrap(int resamples, long seed) {

    /*
     * A block is drawn as a whole, with both of its values, so what disturbed both of them at the same time cancels out
     * in the ratio. The interval is cut out of the sorted ratios of the resamples (percentile bootstrap [1]). Where the truth
     * is known it holds it in 93 to 98 % of all cases, from 6 blocks to 20, with heavy tails or not (CoverageIT). Two
     * refinements were tried or weighed: cutting farther out for few blocks, as is due for means [2], holds it in 97 to 99 %,
     * so is too wide; BCa needs an acceleration that the jackknife of a median does not give [1].
     *
     * [1] B. Efron, R. J. Tibshirani: An Introduction to the Bootstrap, chapters 13 and 14; 11.6 on the jackknife
     * [2] T. C. Hesterberg: What Teachers Should Know About the Bootstrap. The American Statistician 69(4), 2015,
     *     "expanded percentile interval"
     */

    /** Fewer blocks give no interval. */
    public static final int FEWEST_BLOCKS = Interval.FEWEST_VALUES;

    private static final double CUT = (1 - Interval.CONFIDENCE) / 2;

    public PairedBootstrap {
        if (resamples < 100) {
            throw new IllegalArgumentException("a bootstrap needs at least 100 resamples, not " + resamples);
        }
    }

    /**
     * Returns the 95 % interval of the median of {@code a} over the median of {@code b}; the values of one block stand at
     * the same place in both. Empty below {@value #FEWEST_BLOCKS} blocks, and if a value of {@code b} is not above 0.
     */
    public Optional<Interval> ratioOfMedians(double[] a, double[] b) {
        if (a.length != b.length) {
            throw new IllegalArgumentException(
                    "blocks have both values, but there are " + a.length + " and " + b.length);
        }
        if (a.length < FEWEST_BLOCKS || Arrays.stream(b).anyMatch(value -> !(value > 0))) {
            return Optional.empty();
        }
        var random = new SplittableRandom(seed);
        double[] ratios = new double[resamples];
        double[] drawnA = new double[a.length];
        double[] drawnB = new double[a.length];
        for (int i = 0; i < resamples; i++) {
            for (int block = 0; block < a.length; block++) {
                int drawn = random.nextInt(a.length);
                drawnA[block] = a[drawn];
                drawnB[block] = b[drawn];
            }
            ratios[i] = medianOf(drawnA) / medianOf(drawnB);
        }
        Sample sample = Sample.of(ratios);
        return Optional.of(new Interval(sample.quantile(CUT), sample.quantile(1 - CUT), Interval.CONFIDENCE));
    }

    /** Sorts the values in place: nobody needs their order any more. */
    private static double medianOf(double... values) {
        Arrays.sort(values);
        int half = values.length / 2;
        return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
    }
}
