package org.pagerace.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class HolmTest {

    /** What R gives for p.adjust(c(0.04, 0.01, 0.05, 0.02, 0.03), "holm"). */
    @Test
    void adjust_anyOrder_keepsItAndNeverFalls() {
        assertArrayEquals(
                new double[] {0.09, 0.05, 0.09, 0.08, 0.09}, Holm.adjust(0.04, 0.01, 0.05, 0.02, 0.03), 1e-15);
    }

    @Test
    void adjust_largeValues_endAtOne() {
        assertArrayEquals(new double[] {1, 1, 0.003}, Holm.adjust(0.6, 0.7, 0.001), 1e-15);
    }

    @Test
    void adjust_oneOrNone_changesNothing() {
        assertArrayEquals(new double[] {0.04}, Holm.adjust(0.04));
        assertArrayEquals(new double[0], Holm.adjust());
    }
}
