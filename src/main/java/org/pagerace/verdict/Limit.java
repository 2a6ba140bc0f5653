package org.pagerace.verdict;

/**
 * A limit that a rule saw reached.
 *
 * @param tightness how much of it was used, 1 for all: what orders several limits; above 1 where work was refused
 * @param share of the samples or rounds in which it held
 */
record Limit(Cause cause, double tightness, Share share, String evidence) {
    /** Returns what two rules saw of the same cause as one limit. */
    Limit and(Limit other) {
        return new Limit(
                cause, Math.max(tightness, other.tightness), share.or(other.share), evidence + "; " + other.evidence);
    }

    /** Returns what makes a number doubtful; nothing orders such findings. */
    static Limit caution(Cause cause, Share share, String evidence) {
        return new Limit(cause, 0, share, evidence);
    }
}
