package org.pagerace.result;

/**
 * A run after the rounds in which one thing was changed, to see whether what seemed to be the limit was it.
 *
 * @param mode of the rounds it is compared with
 */
public record Confirmation(String stack, String page, String mode, Change change, LoadResult load) {
    /** What was changed. */
    public enum Change {
        /** Nothing: what the others are compared with, since the machine or the stack may have changed since the rounds. */
        NOTHING,
        /** Twice as many connections. */
        TWICE_THE_CONNECTIONS,
        /** Twice as many threads of the driver. */
        TWICE_THE_THREADS,
        /** The same page without its body. */
        HEAD
    }
}
