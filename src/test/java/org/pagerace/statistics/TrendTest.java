package org.pagerace.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrendTest {

    private static double[] values(String text) {
        return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    /** Measured: Jetty's /db in six rounds after too short a warm-up. */
    @Test
    void rise_warmingUp_isSeenWithBothEnds() {
        assertEquals(
                Optional.of(new Trend((1791 + 3732) / 2.0, (5592 + 7391) / 2.0)),
                Trend.rise(1791, 3732, 4347, 4479, 5592, 7391));
    }

    @ParameterizedTest
    @ValueSource(strings = {"100 110 116", "100 120 110 130 125 140", "1 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9"})
    void rise_byFifteenPercent_isSeen(String series) {
        assertEquals(1, Trend.rise(values(series)).stream().count());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100",
                "100 200",
                "100 105 114", // too little
                "100 120 116", // not rising: with three values all must
                "140 130 125 110 120 100", // falling
                "100 150 90 140 100 160", // noise
                "100 101 102 103 104 105", // steady
                "80 120 120 120 120 120", // one slow start is no trend
                "5 5 5 5"
            })
    void rise_noClearOne_isEmpty(String series) {
        assertEquals(Optional.empty(), Trend.rise(values(series)));
    }

    /** What R prints for cor(x, seq_along(x), method = "spearman"). */
    @ParameterizedTest
    @CsvSource({"1 2 3, 1", "3 2 1, -1", "1 3 2, 0.5", "2 1 4 3 6 5, 0.8285714", "1 1 2 2, 0.8944272", "7 7 7, 0"})
    void rankCorrelation_series_isSpearmans(String series, double expected) {
        assertEquals(expected, Trend.rankCorrelation(values(series)), 1e-7);
    }
}
