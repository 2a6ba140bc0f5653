package org.pagerace.statistics;

import java.util.Optional;

/**
 * How well the mean of a steady series is known.
 *
 * @param mean of all values
 * @param halfWidth of its 95 % confidence interval
 */
public record BatchMeans(double mean, double halfWidth) {

    /*
     * Neighbouring seconds of a run are not independent, which makes the usual interval too narrow. So they are first
     * averaged in 10 to 19 batches of equal length, which are nearly independent once they are longer than the memory of
     * the series, and Student's t gives the interval of the batches' mean [1]. Seconds at the end that fill no batch are
     * left out.
     *
     * [1] A. M. Law: Simulation Modeling and Analysis, 5th edition, section 9.5.3
     */

    private static final int LEAST_BATCHES = 10;
    /** The 0.975 quantiles of Student's t for 9 to 18 degrees of freedom. */
    private static final double[] STUDENT_T = {2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101};

    /** Returns the interval, or nothing for fewer than 10 values. */
    public static Optional<BatchMeans> of(double... values) {
        int size = values.length / LEAST_BATCHES;
        if (size == 0) {
            return Optional.empty();
        }
        int batches = values.length / size;
        double[] means = new double[batches];
        for (int i = 0; i < batches * size; i++) {
            means[i / size] += values[i] / size;
        }
        double mean = 0;
        for (double batch : means) {
            mean += batch / batches;
        }
        double squares = 0;
        for (double batch : means) {
            squares += (batch - mean) * (batch - mean);
        }
        double error = Math.sqrt(squares / (batches - 1) / batches);
        return Optional.of(new BatchMeans(mean, STUDENT_T[batches - LEAST_BATCHES] * error));
    }

    /** Returns the half width as a share of the mean; infinite if that is 0. */
    public double relativeHalfWidth() {
        return mean == 0 ? Double.POSITIVE_INFINITY : halfWidth / mean;
    }
}
