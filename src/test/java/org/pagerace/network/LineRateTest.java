package org.pagerace.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineRateTest {
    @ParameterizedTest
    @CsvSource({
        "1mbit,1000000,1 Mbit/s",
        "10mbit,10000000,10 Mbit/s",
        "100mbit,100000000,100 Mbit/s",
        "1gbit,1000000000,1 Gbit/s",
        "2.5gbit,2500000000,2.5 Gbit/s",
        "1.544mbit,1544000,1.544 Mbit/s",
        "10gbit,10000000000,10 Gbit/s",
        "10000mbit,10000000000,10 Gbit/s"
    })
    void parse_rate_isBitsPerSecondAndPrintsInWords(String text, long bitsPerSecond, String words) {
        LineRate rate = LineRate.parse(text);
        assertEquals(bitsPerSecond, rate.bitsPerSecond());
        assertEquals(words, rate.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "100",
                "mbit",
                "100 mbit",
                "100Mbit",
                "100MBIT",
                "100m",
                "100mb",
                "100mbps",
                "100kbit",
                "-1mbit",
                "+1mbit",
                "1e3mbit",
                "1.mbit",
                ".5gbit",
                "1,5gbit",
                "1.0001mbit",
                "100mbit ",
                "0x1mbit",
                "١٠mbit",
                "100mbit/s"
            })
    void parse_anythingElse_showsHowToWriteIt(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> LineRate.parse(text))
                .getMessage();
        assertEquals(
                "'" + text
                        + "' is not the rate of a line; write a number and mbit or gbit, for instance 100mbit or 1gbit",
                message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0mbit", "0.9mbit", "10.001gbit", "99999gbit"})
    void parse_outOfRange_namesTheRange(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> LineRate.parse(text))
                .getMessage();
        assertTrue(message.startsWith("the rate of a line must be 1mbit to 10gbit, but is "), message);
    }
}
