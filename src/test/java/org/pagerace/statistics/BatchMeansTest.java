package org.pagerace.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchMeansTest {
    @Test
    void of_fewerThanTenValues_isNothing() {
        assertTrue(BatchMeans.of(new double[9]).isEmpty());
    }

    /** 1 to 10: standard deviation 3.0277, over the root of 10, times 2.262. */
    @Test
    void of_tenValues_isStudentsInterval() {
        var known = BatchMeans.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10).orElseThrow();
        assertEquals(5.5, known.mean(), 1e-12);
        assertEquals(2.1657, known.halfWidth(), 1e-3);
        assertEquals(2.1657 / 5.5, known.relativeHalfWidth(), 1e-3);
    }

    /** 25 values are 12 batches of 2, and one left out. */
    @Test
    void of_manyValues_areBatched() {
        double[] values =
                IntStream.range(0, 25).mapToDouble(i -> i < 24 ? i % 2 : 1e9).toArray();
        var known = BatchMeans.of(values).orElseThrow();
        assertEquals(0.5, known.mean(), 1e-12);
        assertEquals(0, known.halfWidth(), 1e-12);
    }

    /** 2,000 series of 30 independent values: 95 % cover the mean, more or less 5 standard errors (0.5 %). */
    @Test
    void of_independentValues_coversAsOftenAsItSays() {
        var random = new SplittableRandom(7);
        int covered = 0;
        for (int i = 0; i < 2_000; i++) {
            double[] values = new double[30];
            for (int k = 0; k < values.length; k++) {
                values[k] = random.nextDouble();
            }
            var known = BatchMeans.of(values).orElseThrow();
            covered += Math.abs(known.mean() - 0.5) <= known.halfWidth() ? 1 : 0;
        }
        assertEquals(0.95, covered / 2_000.0, 0.025);
    }

    @Test
    void relativeHalfWidth_noRate_isInfinite() {
        assertEquals(
                Double.POSITIVE_INFINITY,
                BatchMeans.of(new double[10]).orElseThrow().relativeHalfWidth());
    }
}
