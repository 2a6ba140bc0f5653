package org.pagerace.load;

/** Which of several targets the next request goes to. */
public sealed interface TargetOrder {

    /** One after the other as listed, each as often as its weight says; every thread goes through all of them. */
    record InTurn() implements TargetOrder {}

    /**
     * At random in proportion to the weights.
     *
     * @param seed the same seed and number of threads give the same choices
     */
    record AtRandom(long seed) implements TargetOrder {}
}
