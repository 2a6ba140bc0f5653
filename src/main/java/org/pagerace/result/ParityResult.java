package org.pagerace.result;

import java.util.List;

/**
 * What a check of equality found, without a race.
 *
 * @param pages what was right, and the statements counted; pages that a stack did not answer at all are not among them
 * @param rows every single answer, page by page
 * @param differences a sentence for each thing that must be alike and is not; empty if the stacks are equal
 * @param unknown a sentence for each thing that should be alike and is not known of a stack
 * @param skipped stacks that were asked for and are not installed
 */
public record ParityResult(
        List<PageInfo> pages,
        List<Row> rows,
        List<String> differences,
        List<String> unknown,
        List<SkippedStack> skipped) {
    public ParityResult {
        pages = List.copyOf(pages);
        rows = List.copyOf(rows);
        differences = List.copyOf(differences);
        unknown = List.copyOf(unknown);
        skipped = List.copyOf(skipped);
    }

    /**
     * One answer.
     *
     * @param form how it was asked for: 1.0, 1.0 keep, 1.1, 1.1 close
     * @param framing how its end was told: sized, chunked, close
     * @param kept another request on its connection was answered
     * @param contentType type and charset, in lower case
     */
    public record Row(
            String page,
            String stack,
            String form,
            int status,
            String contentType,
            String framing,
            boolean kept,
            long bytes,
            String sha256) {}
}
