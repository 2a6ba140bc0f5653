/** Medians, ranges, intervals and trends of round results; pure functions without any input or output. */
package org.pagerace.statistics;
