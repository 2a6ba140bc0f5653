package org.pagerace.result;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The line between client and servers.
 *
 * @param bitsPerSecond of the wire that is imitated, preamble, gap and checksum included
 * @param shapedBitsPerSecond what the queue was set to, since it counts frames without these
 * @param description how it is made, in words
 */
public record LinkInfo(long bitsPerSecond, long shapedBitsPerSecond, String description) {
    private static final double GIGA = 1e9;
    private static final double MEGA = 1e6;

    /** Returns the rate of a line in words, with at most two digits after the point: 100 Mbit/s, 98.44 Mbit/s, 2.5 Gbit/s. */
    public static String inWords(double bitsPerSecond) {
        boolean large = bitsPerSecond >= GIGA;
        BigDecimal number = BigDecimal.valueOf(bitsPerSecond / (large ? GIGA : MEGA))
                .setScale(2, RoundingMode.HALF_EVEN)
                .stripTrailingZeros();
        return number.toPlainString() + (large ? " Gbit/s" : " Mbit/s");
    }
}
