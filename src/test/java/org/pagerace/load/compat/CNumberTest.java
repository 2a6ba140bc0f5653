package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CNumberTest {
    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "12,12",
                " 12,12",
                "-3,-3",
                "+3,3",
                "12abc,12",
                "abc,0",
                "'',0",
                "1e3,1",
                "99999999999,2147483647",
                "-99999999999,-2147483648"
            })
    void atoi_text_readsWhatCReads(String text, int expected) {
        assertEquals(expected, CNumber.atoi(text));
    }
}
