package org.pagerace.report;

import java.util.Optional;
import org.pagerace.statistics.Interval;

/**
 * What is known of one stack on one page in one mode.
 *
 * @param interval of the median, 95 % or a little more, by order statistics; absent below 6 rounds
 * @param toFastest absent if it or the fastest was not measured; {@link Ratio#ITSELF} for the fastest
 * @param toBase absent without a base, or if it or the base was not measured
 */
record Standing(Cell cell, Optional<Interval> interval, Optional<Ratio> toFastest, Optional<Ratio> toBase) {}
