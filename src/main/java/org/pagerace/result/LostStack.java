package org.pagerace.result;

/**
 * A stack that could not finish the race.
 *
 * @param when the step it was lost in, in words
 * @param reason in one line
 */
public record LostStack(String name, String when, String reason) {}
