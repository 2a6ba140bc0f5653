package org.pagerace.result;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the rig itself can do and how much it fluctuates, measured on the same machine.
 *
 * @param ceilings of the null server, by page and mode; none if it was not asked
 * @param lines what the line to the servers carries, by page; none without one, and in results of before there was this list
 * @param noise absent: not measured, so no margin of equivalence is known
 */
public record Calibration(List<Ceiling> ceilings, List<LineCeiling> lines, Optional<NoiseFloor> noise) {
    /** Nothing was calibrated. */
    public static final Calibration NONE = new Calibration(List.of(), List.of(), Optional.empty());

    public Calibration {
        ceilings = List.copyOf(ceilings);
        lines = lines == null ? List.of() : List.copyOf(lines);
    }

    /**
     * How fast a server that only sends fixed bytes is with the driver, the connections and the body size of a mode and page.
     *
     * @param bodyBytes of its page
     * @param perSecond right answers per second
     */
    public record Ceiling(String page, String mode, long bodyBytes, double perSecond) {}

    /**
     * How many answers a line carries, computed from its rate and what the stacks sent.
     *
     * @param leastBytes of the smallest body that a stack sent
     * @param mostBytes of the largest
     * @param mostPerSecond answers with the smallest body
     * @param leastPerSecond answers with the largest
     */
    public record LineCeiling(
            String page, long leastBytes, long mostBytes, double mostPerSecond, double leastPerSecond) {}

    /**
     * How far two equal stacks seem to be apart.
     *
     * @param margin up to which difference, 0.03 for 3 %, a stack seemed to be faster than itself with a confidence of 95 %:
     *     closer stacks are called equal
     * @param pairs of rounds it was made from, 0 if it was set by hand
     * @param given whether it was set by hand instead
     */
    public record NoiseFloor(double margin, int pairs, Instant measuredAt, boolean given) {
        public NoiseFloor {
            if (!(margin >= 0 && margin < 1)) {
                throw new IllegalArgumentException("the noise floor must be 0 to 1, but is " + margin);
            }
        }
    }
}
