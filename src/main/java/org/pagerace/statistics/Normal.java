package org.pagerace.statistics;

/** The standard normal distribution, as far as it is needed here. */
final class Normal {

    /*
     * The series phi(x) * (x + x^3/3 + x^5/(3*5) + ...) is exact to the last digits of a double wherever the tail is
     * larger than these [1].
     *
     * [1] G. Marsaglia: Evaluating the Normal Distribution. Journal of Statistical Software 11(4), 2004
     */

    private static final double FAR = 8; // beyond it the tail is below 1e-15
    private static final double LOG_SQRT_2_PI = 0.9189385332046728;

    private Normal() {}

    /** Returns the probability of a value below {@code x}. */
    static double below(double x) {
        if (Math.abs(x) > FAR) {
            return x < 0 ? 0 : 1;
        }
        double term = x;
        double sum = x;
        double before = 0;
        for (int i = 3; sum != before; i += 2) {
            before = sum;
            term *= x * x / i;
            sum = before + term;
        }
        return 0.5 + sum * Math.exp(-0.5 * x * x - LOG_SQRT_2_PI);
    }
}
