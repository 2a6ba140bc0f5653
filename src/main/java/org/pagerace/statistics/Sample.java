package org.pagerace.statistics;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/** The results of some rounds, one finite number each, in no particular order. Immutable, so safe for any thread. */
public final class Sample {

    /*
     * The interval of the median comes from order statistics alone: the k-th smallest and the k-th largest of n values
     * enclose the true median unless fewer than k values fell on one side of it, and the number on one side is binomial
     * with p = 1/2. Nothing is assumed about the shape of the distribution [1]. With 5 values even the whole range
     * covers only 93.75 %, hence no 95 % interval below 6 values.
     *
     * [1] H. A. David, H. N. Nagaraja: Order Statistics, 3rd edition, section 7.1
     */

    private final double[] sorted;

    private Sample(double[] sorted) {
        this.sorted = sorted;
    }

    /** Returns the sample of at least one value, each of them finite. */
    public static Sample of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("a sample needs at least one value");
        }
        double[] sorted = values.clone();
        for (double value : sorted) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("a sample takes finite values only, not " + value);
            }
        }
        Arrays.sort(sorted);
        return new Sample(sorted);
    }

    /** Returns the sample of at least one value, each of them finite. */
    public static Sample of(Collection<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    public int size() {
        return sorted.length;
    }

    public double min() {
        return sorted[0];
    }

    public double max() {
        return sorted[sorted.length - 1];
    }

    /** Returns the middle value, or the mean of the two middle ones. */
    public double median() {
        return quantile(0.5);
    }

    /**
     * Returns the value below which the fraction {@code q} (0 to 1) of the sample lies, interpolated linearly between
     * the neighbouring values (Hyndman and Fan 1996, type 7: what R and NumPy do by default).
     */
    public double quantile(double q) {
        if (!(q >= 0 && q <= 1)) {
            throw new IllegalArgumentException("a quantile must be 0 to 1, but is " + q);
        }
        double position = q * (sorted.length - 1);
        int below = (int) position;
        if (below == sorted.length - 1) {
            return sorted[below];
        }
        return sorted[below] + (position - below) * (sorted[below + 1] - sorted[below]);
    }

    /**
     * Returns the narrowest order-statistic interval of the median that covers it with at least {@code confidence}
     * (above 0, below 1); empty when even the whole range does not, for 0.95 below 6 values.
     */
    public Optional<Interval> medianInterval(double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be above 0 and below 1, but is " + confidence);
        }
        Optional<Interval> narrowest = Optional.empty();
        double probability = Math.pow(0.5, sorted.length); // of 0 values on one side, then 1, 2, ...
        double tail = 0;
        for (int k = 0; k < (sorted.length + 1) / 2; k++) {
            tail += probability;
            double coverage = 1 - 2 * tail;
            if (coverage < confidence) {
                break;
            }
            narrowest = Optional.of(new Interval(sorted[k], sorted[sorted.length - 1 - k], coverage));
            probability *= (double) (sorted.length - k) / (k + 1);
        }
        return narrowest;
    }

    /** Returns the n-th root of the product of all n values, which must be above 0: the mean that suits ratios. */
    public double geometricMean() {
        if (min() <= 0) {
            throw new IllegalArgumentException("a geometric mean is of values above 0 only, not " + min());
        }
        return Math.exp(Arrays.stream(sorted).map(Math::log).average().orElseThrow());
    }

    /**
     * Returns whether the value lies beyond Tukey's fences, one and a half times the distance between the quartiles away
     * from them (J. W. Tukey: Exploratory Data Analysis, 1977, section 2D): worth a look, never a reason to leave it out.
     */
    public boolean isOutside(double value) {
        double low = quantile(0.25);
        double high = quantile(0.75);
        double reach = 1.5 * (high - low);
        return value < low - reach || value > high + reach;
    }

    @Override
    public String toString() {
        return Arrays.toString(sorted);
    }
}
