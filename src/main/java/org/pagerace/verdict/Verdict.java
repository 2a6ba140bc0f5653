package org.pagerace.verdict;

import java.util.List;

/**
 * What bound the number of one cell.
 *
 * @param limits what was at its limit, the tightest first; {@link Cause#UNEXPLAINED} alone if nothing was
 * @param cautions what was no limit, but makes the number doubtful
 * @param unseen what could not be looked at, one phrase each: it may have been the limit as well
 */
public record Verdict(List<Finding> limits, List<Finding> cautions, List<String> unseen) {
    public Verdict {
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("a verdict names a limit or says that it is unexplained");
        }
        limits = List.copyOf(limits);
        cautions = List.copyOf(cautions);
        unseen = List.copyOf(unseen);
    }
}
