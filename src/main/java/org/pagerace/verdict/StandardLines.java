package org.pagerace.verdict;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.pagerace.result.Ethernet;

/** The rates that lines are sold with. */
final class StandardLines {
    private static final double[] STANDARD = {10e6, 100e6, 1e9, 2.5e9, 5e9, 10e9, 25e9, 40e9, 50e9, 100e9};

    /** How far the payload may be from what a line of full segments carries: heads and short segments cost more. */
    static final double NEAR = 0.03;

    private StandardLines() {}

    /** Returns the line rate that this payload would fill; empty if no standard one is within 3 %. */
    static OptionalDouble nearest(double payloadBytesPerSecond) {
        double wire = 8 * payloadBytesPerSecond / Ethernet.PAYLOAD_SHARE;
        return Arrays.stream(STANDARD)
                .filter(rate -> Math.abs(wire - rate) <= NEAR * rate)
                .findFirst();
    }
}
