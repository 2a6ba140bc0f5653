package org.pagerace.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalTest {

    /** What R's pnorm gives. */
    @ParameterizedTest
    @CsvSource({
        "0, 0.5",
        "1, 0.841344746068543",
        "-1.959963984540054, 0.025",
        "3, 0.998650101968370",
        "-6, 9.86587645037698e-10",
        "-50, 0",
        "50, 1"
    })
    void below_value_isTheProbability(double x, double expected) {
        assertEquals(expected, Normal.below(x), 1e-14);
    }
}
