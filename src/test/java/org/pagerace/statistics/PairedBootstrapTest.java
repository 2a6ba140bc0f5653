package org.pagerace.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PairedBootstrapTest {
    private static final double[] A = {101, 97, 104, 95, 99, 108, 102};
    private static final double[] B = {50, 51, 49, 52, 48, 50, 47};

    private final PairedBootstrap bootstrap = new PairedBootstrap(1000, 1);

    /** Blocks that are twice as fast as a whole, or ten times as slow, change nothing: both values lie in the same block. */
    @Test
    void ratioOfMedians_disturbedBlocks_cancelOut() {
        double[] b = {10, 20, 1, 5, 40, 10, 8};
        double[] a = {20, 40, 2, 10, 80, 20, 16};
        assertEquals(new Interval(2, 2, 0.95), bootstrap.ratioOfMedians(a, b).orElseThrow());
    }

    @Test
    void ratioOfMedians_noise_enclosesTheRatio() {
        Interval interval = bootstrap.ratioOfMedians(A, B).orElseThrow();
        assertTrue(interval.low() < 101.0 / 50 && interval.high() > 101.0 / 50, interval::toString);
        assertTrue(interval.low() >= 95.0 / 52 && interval.high() <= 102.0 / 47, interval::toString);
    }

    @Test
    void ratioOfMedians_sameSeed_isTheSameInterval() {
        assertEquals(bootstrap.ratioOfMedians(A, B), new PairedBootstrap(1000, 1).ratioOfMedians(A, B));
        double[] smooth = {10.1, 10.2, 10.4, 10.8, 11.6, 13.2, 16.4, 22.8, 35.6};
        double[] ones = {1, 1, 1, 1, 1, 1, 1, 1, 1};
        assertNotEquals(
                new PairedBootstrap(100, 1).ratioOfMedians(smooth, ones),
                new PairedBootstrap(100, 2).ratioOfMedians(smooth, ones));
    }

    @Test
    void ratioOfMedians_fiveBlocksOrNoAnswers_isEmpty() {
        assertTrue(bootstrap
                .ratioOfMedians(new double[] {1, 2, 3, 4, 5}, new double[] {1, 2, 3, 4, 5})
                .isEmpty());
        assertTrue(
                bootstrap.ratioOfMedians(A, new double[] {1, 1, 1, 0, 1, 1, 1}).isEmpty());
    }

    @Test
    void ratioOfMedians_unpaired_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> bootstrap.ratioOfMedians(A, new double[] {1}));
        assertThrows(IllegalArgumentException.class, () -> new PairedBootstrap(10, 1));
    }
}
