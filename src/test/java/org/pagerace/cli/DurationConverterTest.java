package org.pagerace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {
    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "10s, PT10S", "1.5m, PT90S", "2h, PT2H", "0s, PT0S", "0.000001ms, PT0.000000001S"})
    void convert_numberAndUnit_isExact(String text, Duration expected) {
        assertEquals(expected, new DurationConverter().convert(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "", "s", "-1s", "1 s", "1d", "1s5ms", "1e3s", ".5s", "9999999999s", "1,5s", "PT1S"})
    void convert_anythingElse_isRefused(String text) {
        assertThrows(TypeConversionException.class, () -> new DurationConverter().convert(text));
    }
}
