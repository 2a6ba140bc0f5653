package org.pagerace.load;

/**
 * How a run comes by its connections.
 *
 * @param perSecond at most, over all threads; 1 to 1,000,000
 * @param firstAlone whether the others wait until an answer to the first one has begun
 * @param whoeverIsThere whether each failure is followed by the next try at once, until the run's end, even if nobody was
 *     ever reached: as the classic tools do it
 */
public record Connects(double perSecond, boolean firstAlone, boolean whoeverIsThere) {
    /** More than one machine's threads can make; a run gone wild stays below. */
    public static final double DEFAULT_PER_SECOND = 100_000;

    public static final Connects USUAL = new Connects(DEFAULT_PER_SECOND, false, false);

    /** As the classic tools: what fails is tried again to the end. */
    public static final Connects WHOEVER_IS_THERE = new Connects(DEFAULT_PER_SECOND, false, true);

    public Connects {
        if (!(perSecond >= 1 && perSecond <= Limits.HIGHEST_RATE)) {
            throw new IllegalArgumentException("connections are made at 1 to 1000000 per second, but given is "
                    + perSecond + "; check --connect-rate");
        }
    }
}
