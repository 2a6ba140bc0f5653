package org.pagerace.verdict;

/**
 * One thing that was found.
 *
 * @param share of the samples or rounds in which it held
 * @param evidence one sentence with figures
 */
public record Finding(Cause cause, Grade grade, Share share, String evidence) {
    public Finding {
        if (evidence.isBlank()) {
            throw new IllegalArgumentException(cause + " needs its evidence");
        }
    }
}
