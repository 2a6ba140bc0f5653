package org.pagerace.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleTest {

    @Test
    void median_oddCount_isTheMiddleValue() {
        assertEquals(3, Sample.of(9, 1, 3).median());
    }

    @Test
    void median_evenCount_isTheMeanOfTheMiddleTwo() {
        assertEquals(2.5, Sample.of(4, 1, 2, 3).median());
    }

    @Test
    void range_anyOrder_isSmallestToLargest() {
        var sample = Sample.of(List.of(7.0, -2.0, 5.0));
        assertEquals(-2, sample.min());
        assertEquals(7, sample.max());
        assertEquals(3, sample.size());
    }

    /** The values R prints for quantile(c(1, 2, 4, 8), q). */
    @ParameterizedTest
    @CsvSource({"0, 1", "0.25, 1.75", "0.5, 3", "0.9, 6.8", "1, 8"})
    void quantile_betweenValues_isInterpolated(double q, double expected) {
        assertEquals(expected, Sample.of(8, 4, 2, 1).quantile(q), 1e-12);
    }

    /** Rank and coverage as tabled for the sign test: David and Nagaraja, section 7.1. */
    @ParameterizedTest
    @CsvSource({
        "6, 1, 6, 0.96875",
        "7, 1, 7, 0.984375",
        "8, 1, 8, 0.9921875",
        "9, 2, 8, 0.9609375",
        "10, 2, 9, 0.978515625",
        "20, 6, 15, 0.95861053"
    })
    void medianInterval_atLeastSixValues_isThePairOfOrderStatistics(int count, double low, double high, double cover) {
        var sample = Sample.of(IntStream.rangeClosed(1, count).asDoubleStream().toArray());
        var interval = sample.medianInterval(0.95).orElseThrow();
        assertEquals(low, interval.low());
        assertEquals(high, interval.high());
        assertEquals(cover, interval.coverage(), 1e-8);
    }

    @Test
    void medianInterval_fiveValues_isEmpty() {
        assertTrue(Sample.of(1, 2, 3, 4, 5).medianInterval(0.95).isEmpty());
    }

    @Test
    void medianInterval_lowConfidence_mayBeOneValue() {
        var interval = Sample.of(1, 2, 3, 4).medianInterval(0.3).orElseThrow();
        assertEquals(new Interval(2, 3, 0.375), interval);
    }

    @Test
    void geometricMean_ratios_isTheRootOfTheirProduct() {
        assertEquals(1, Sample.of(0.25, 4).geometricMean(), 1e-12);
        assertEquals(6, Sample.of(2, 9, 12).geometricMean(), 1e-12);
        assertThrows(IllegalArgumentException.class, () -> Sample.of(0, 1).geometricMean());
    }

    /** Quartiles 3 and 7, so the fences stand at -3 and 13. */
    @ParameterizedTest
    @CsvSource({"-3.1, true", "-3, false", "5, false", "13, false", "13.1, true"})
    void isOutside_value_isBeyondTukeysFences(double value, boolean outside) {
        assertEquals(outside, Sample.of(1, 2, 3, 4, 5, 6, 7, 8, 9).isOutside(value));
    }

    @Test
    void of_noValue_isRefused() {
        assertThrows(IllegalArgumentException.class, Sample::of);
    }

    @Test
    void of_notFinite_isRefused() {
        var refused = assertThrows(IllegalArgumentException.class, () -> Sample.of(1, Double.NaN));
        assertTrue(refused.getMessage().contains("NaN"), refused.getMessage());
    }
}
