package org.pagerace.load;

import java.time.Duration;

/**
 * How a run comes by its connections.
 *
 * @param perSecond at most, over all threads; 1 to 1,000,000
 * @param firstAlone whether the others wait until an answer to the first one has begun
 * @param whoeverIsThere whether each failure is followed by the next try at once, until the run's end, even if nobody was
 *     ever reached: as the classic tools do it
 * @param stagger how much later each connection begins than the one before, and ends where the run has a time; 0 to 1 s
 */
public record Connects(double perSecond, boolean firstAlone, boolean whoeverIsThere, Duration stagger) {
    /** More than one machine's threads can make; a run gone wild stays below. */
    public static final double DEFAULT_PER_SECOND = 100_000;

    private static final Duration LONGEST_STAGGER = Duration.ofSeconds(1); // before what it checks

    public static final Connects USUAL = new Connects(DEFAULT_PER_SECOND);

    /** As the classic tools: what fails is tried again to the end. */
    public static final Connects WHOEVER_IS_THERE = USUAL.withWhoeverIsThere();

    /** All at the start, and not again and again if nobody is there. */
    public Connects(double perSecond) {
        this(perSecond, false, false, Duration.ZERO);
    }

    public Connects {
        Limits.check("the stagger", stagger, Duration.ZERO, LONGEST_STAGGER, "it");
        if (!(perSecond >= 1 && perSecond <= Limits.HIGHEST_RATE)) {
            throw new IllegalArgumentException("connections are made at 1 to 1000000 per second, but given is "
                    + perSecond + "; check --connect-rate");
        }
    }

    public Connects withFirstAlone() {
        return new Connects(perSecond, true, whoeverIsThere, stagger);
    }

    public Connects withWhoeverIsThere() {
        return new Connects(perSecond, firstAlone, true, stagger);
    }

    public Connects withStagger(Duration stagger) {
        return new Connects(perSecond, firstAlone, whoeverIsThere, stagger);
    }
}
