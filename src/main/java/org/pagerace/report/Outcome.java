package org.pagerace.report;

/** What the rounds say of one stack beside another on the same page. */
enum Outcome {
    /** Significantly faster, and by more than the margin of equivalence. */
    FASTER,
    /** Significantly slower, and by more than the margin of equivalence. */
    SLOWER,
    /** The whole interval of the ratio lies within the margin: whatever the difference is, it is none to speak of. */
    EQUAL,
    /** Neither can be said. */
    UNDECIDED,
    /** Too few rounds for any statement. */
    RANGES_ONLY
}
