package org.pagerace.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShaperTest {
    @Test
    void queue_rate_isThatOfTheWireForFullFrames() {
        assertEquals(
                "tc qdisc add dev line0 root tbf rate 98439532bit burst 6250 limit 15140000 mpu 83",
                String.join(" ", new Shaper(LineRate.parse("100mbit")).queue("line0")));
    }

    /** What is larger than the bucket would never pass, or be split with parts of it refused. */
    @ParameterizedTest
    @CsvSource({"1mbit,1", "10mbit,1", "100mbit,2", "1gbit,20", "10gbit,44"})
    void packetFrames_anyRate_fillHalfTheBucketAtMost(String rate, long frames) {
        var shaper = new Shaper(LineRate.parse(rate));
        assertEquals(frames, shaper.packetFrames());
        assertTrue(frames * 1514 <= shaper.burstBytes() / 2, rate);
        assertEquals("ip link set line0 gso_max_segs " + frames, String.join(" ", shaper.packets("line0")));
    }

    @Test
    void info_rate_tellsWhatCountersOfTheInterfaceWillShow() {
        var info = new Shaper(LineRate.parse("100mbit")).info();
        assertEquals(100_000_000, info.bitsPerSecond());
        assertEquals(98_439_532, info.shapedBitsPerSecond()); // 1514 of 1538
    }
}
