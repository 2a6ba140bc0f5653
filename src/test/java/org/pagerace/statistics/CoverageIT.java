package org.pagerace.statistics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often intervals that claim 95 % hold the truth, where the truth is known; always the same random numbers. */
@Timeout(60)
class CoverageIT {
    private static final int TRIALS = 2000;

    /** Two stacks whose true ratio is 1.25, in blocks that share a drift of 10 %. */
    @ParameterizedTest
    @CsvSource({"6, false", "8, false", "10, false", "20, false", "6, true", "8, true", "10, true", "20, true"})
    void ratioOfMedians_claimed95_holdsTheTruthThatOften(int blocks, boolean heavyTails) {
        var random = new Random(blocks);
        ToDoubleFunction<Random> noise = heavyTails ? CoverageIT::studentWithThree : Random::nextGaussian;
        int held = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] a = new double[blocks];
            double[] b = new double[blocks];
            for (int block = 0; block < blocks; block++) {
                double drift = 0.1 * random.nextGaussian();
                a[block] = 1250 * Math.exp(drift + 0.05 * noise.applyAsDouble(random));
                b[block] = 1000 * Math.exp(drift + 0.05 * noise.applyAsDouble(random));
            }
            Interval interval =
                    new PairedBootstrap(500, trial).ratioOfMedians(a, b).orElseThrow();
            held += interval.low() <= 1.25 && interval.high() >= 1.25 ? 1 : 0;
        }
        double coverage = (double) held / TRIALS;
        assertTrue(coverage >= 0.92 && coverage <= 0.99, "it held the truth in " + coverage);
    }

    @ParameterizedTest
    @CsvSource({"6", "9", "10", "20"})
    void medianInterval_claimed95_holdsTheTruthThatOften(int rounds) {
        var random = new Random(rounds);
        int held = 0;
        double claimed = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] values = random.doubles(rounds)
                    .map(uniform -> -Math.log(uniform)) // skewed: exponential, its median is ln 2
                    .toArray();
            Interval interval = Sample.of(values).medianInterval(0.95).orElseThrow();
            claimed = interval.coverage();
            held += interval.low() <= Math.log(2) && interval.high() >= Math.log(2) ? 1 : 0;
        }
        double error = 3 * Math.sqrt(claimed * (1 - claimed) / TRIALS);
        assertTrue(Math.abs((double) held / TRIALS - claimed) < error, held + " of " + TRIALS + ", not " + claimed);
    }

    private static double studentWithThree(Random random) {
        double squares = 0;
        for (int i = 0; i < 3; i++) {
            double gaussian = random.nextGaussian();
            squares += gaussian * gaussian;
        }
        return random.nextGaussian() / Math.sqrt(squares / 3);
    }
}
