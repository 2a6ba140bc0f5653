package org.pagerace.result;

import java.time.Instant;

/**
 * One run of the driver against one page of one stack: the unit of replication.
 *
 * @param mode name of a {@link PlanInfo.Mode}
 * @param page its key: index, jquery, info, db, open
 * @param round counted from 1; 0 for the warm-up
 * @param samples {@link Samples#NONE} for a warm-up
 */
public record RoundResult(
        String stack, String page, String mode, int round, Instant startedAt, LoadResult load, Samples samples) {}
