package org.pagerace.verdict;

/**
 * A limit that a rule saw reached.
 *
 * @param tightness how much of it was used, 1 for all: what orders several limits; above 1 where work was refused
 * @param share of the samples in which it held
 */
record Limit(Cause cause, double tightness, double share, String evidence) {
    /** Returns what two rules saw of the same cause as one limit. */
    Limit and(Limit other) {
        return new Limit(
                cause,
                Math.max(tightness, other.tightness),
                Math.max(share, other.share),
                evidence + "; " + other.evidence);
    }

    /** Returns what makes a number doubtful; nothing orders such findings. */
    static Limit caution(Cause cause, double share, String evidence) {
        return new Limit(cause, 0, share, evidence);
    }
}
