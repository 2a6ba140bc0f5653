package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected texts are those of glibc's printf, taken from a shell. */
class CFormatTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "123456, 123456",
        "1234567, 1.23457e+06",
        "223782000, 2.23782e+08",
        "0.0001, 0.0001",
        "0.00001234, 1.234e-05",
        "999999.5, 1e+06",
        "999999.4, 999999",
        "19.0755, 19.0755",
        "52.4228, 52.4228",
        "100000, 100000",
        "1e100, 1e+100",
        "0.1, 0.1",
        "-1.5, -1.5",
        "2.5e-7, 2.5e-07",
        "1000000, 1e+06",
        "0.000099999999, 0.0001"
    })
    void format_g_isAsC(double value, String expected) {
        assertEquals(expected, CFormat.format("%g", value));
    }

    /** Single precision first, as http_load has it: 52.4228 has no float of its own. */
    @Test
    void format_gOfFloat_isThatOfItsBinaryValue() {
        assertEquals("0.1", CFormat.format("%g", 0.1f));
        assertEquals("1.67772e+07", CFormat.format("%g", (float) 16777217L));
    }

    @ParameterizedTest
    @CsvSource({
        "0.125, 2, 0.12",
        "0.375, 2, 0.38",
        "2.5, 0, 2",
        "3.5, 0, 4",
        "1.005, 2, 1.00",
        "0.15, 1, 0.1",
        "0.25, 1, 0.2",
        "1e21, 0, 1000000000000000000000",
        "-0.04, 1, -0.0",
        "1234.5678, 3, 1234.568"
    })
    void format_f_roundsTheBinaryValueHalfToEven(double value, int precision, String expected) {
        assertEquals(expected, CFormat.format("%." + precision + "f", value));
    }

    @Test
    void format_widthAndFlags_pad() {
        assertEquals("[   42] [42   ] [00042] [-0042]", CFormat.format("[%5d] [%-5d] [%05d] [%05d]", 42, 42, 42, -42));
        assertEquals("[  1.5] [123456]", CFormat.format("[%5.1f] [%5ld]", 1.5, 123456L));
        assertEquals("[ ab] [abc]", CFormat.format("[%3s] [%.3s]", "ab", "abcdef"));
    }

    @Test
    void format_lengthModifiersAndPercent_leaveNoTrace() {
        assertEquals("1 2 3 4 5 80 100%", CFormat.format("%d %ld %lld %lu %llu %hu %d%%", 1, 2, 3, 4, 5, 80, 100));
    }

    @Test
    void format_valuesThatLookLikeReplacements_stayAsTheyAre() {
        assertEquals("$1 \\0 %d", CFormat.format("%s %s %%d", "$1", "\\0"));
    }

    @Test
    void format_otherLocale_isTheSame() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertEquals("1234.50 0.25", CFormat.format("%.2f %g", 1234.5, 0.25));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void format_notFinite_isWord() {
        assertEquals("inf -inf nan", CFormat.format("%g %f %.2f", 1 / 0.0, -1 / 0.0, 0.0 / 0.0));
    }
}
