package org.pagerace.verdict;

/**
 * One thing that was found.
 *
 * @param share of the samples in which it held, 0 to 1; 1 where there are none
 * @param evidence one sentence with figures
 */
public record Finding(Cause cause, Grade grade, double share, String evidence) {
    public Finding {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("the share of " + cause + " must be 0 to 1, but is " + share);
        }
        if (evidence.isBlank()) {
            throw new IllegalArgumentException(cause + " needs its evidence");
        }
    }
}
