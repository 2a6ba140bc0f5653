package org.pagerace.verdict;

/**
 * A limit that a rule saw reached.
 *
 * @param tightness how much of it was used, 1 for all: what orders several limits; above 1 where work was refused
 * @param share of the samples in which it held
 */
record Limit(Cause cause, double tightness, double share, String evidence) {}
