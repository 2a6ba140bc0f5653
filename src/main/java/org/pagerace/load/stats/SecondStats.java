package org.pagerace.load.stats;

import org.HdrHistogram.Histogram;

/**
 * One worker's second of the measured part.
 *
 * @param index from 0
 * @param nanos its length: less than a second at the end of the run
 * @param ok right answers that ended in it
 * @param failed requests that ended in it otherwise
 * @param bodyBytes of right answers
 * @param latency of right answers and of what was out of time, in nanoseconds; not written to any more
 */
public record SecondStats(
        int index, long nanos, long started, long ok, long failed, long bodyBytes, Histogram latency) {}
