package org.pagerace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ThresholdTest {
    private static Threshold of(String text) {
        return new Threshold.Converter().convert(text);
    }

    /** The result has 99 answers of 10 ms in 1 s, and 4 requests that failed. */
    @ParameterizedTest
    @CsvSource({
        "p99>50ms, false",
        "p99>9ms, true",
        "p99.9 > 9999us, true",
        "max<1s, true",
        "mean>1m, false",
        "rate<99, false",
        "rate<100, true",
        "errors>4, false",
        "errors>3, true",
        "error-rate>3.8%, true",
        "error-rate>3.9%, false"
    })
    void failure_result_isJudged(String text, boolean failed) {
        assertEquals(failed, of(text).failure(LoadReportTest.result(1)).isPresent());
    }

    @Test
    void failure_words_nameFigureValueAndOption() {
        assertEquals(
                "errors is 4, so --fail-if 'errors>3' fails the run",
                of("errors>3").failure(LoadReportTest.result(1)).orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "p99", "p99>", "p99>50", "p100>5ms", "rate<5ms", "errors>1%", "error-rate>1", "p99=5ms"})
    void convert_anythingElse_isRefused(String text) {
        assertThrows(TypeConversionException.class, () -> of(text));
    }
}
