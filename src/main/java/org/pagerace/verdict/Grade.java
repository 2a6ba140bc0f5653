package org.pagerace.verdict;

/** How sure a finding is. */
public enum Grade {
    /** The limit was reached; nothing was changed to see whether the number moves. */
    OBSERVED,
    /** Something was changed, and the number moved as it must if this was the limit. */
    CONFIRMED,
    /** Nothing seen was at its limit. */
    UNEXPLAINED
}
