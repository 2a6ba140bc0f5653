/** Medians, ranges and intervals of round results; pure functions without any input or output. */
package org.pagerace.statistics;
