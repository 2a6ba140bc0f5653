package org.pagerace.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShaperTest {
    @Test
    void command_rate_countsFramesAsTheWireDoes() {
        String command = String.join(" ", new Shaper(LineRate.parse("100mbit")).command("line0"));
        assertTrue(command.startsWith("tc qdisc add dev line0 root tbf rate 100000000bit burst "), command);
        assertTrue(command.endsWith(" limit 1514000 overhead 24 mpu 84"), command);
    }

    /** A bucket smaller than a frame would never let one pass. */
    @ParameterizedTest
    @ValueSource(strings = {"1mbit", "10mbit", "100mbit", "1gbit", "10gbit"})
    void burstBytes_anyRate_holdsTwoFrames(String rate) {
        assertTrue(new Shaper(LineRate.parse(rate)).burstBytes() >= 2 * 1538);
    }

    @Test
    void info_rate_tellsWhatCountersOfTheInterfaceWillShow() {
        var info = new Shaper(LineRate.parse("100mbit")).info();
        assertEquals(100_000_000, info.bitsPerSecond());
        assertEquals(98_439_532, info.shapedBitsPerSecond()); // 1514 of 1538
    }
}
