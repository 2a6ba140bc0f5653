package org.pagerace.bars;

/**
 * A promise with a number: its size, small in every build and full under {@code -Pbars}, and the line that it prints.
 */
public final class Bar {
    private static final boolean FULL = Boolean.getBoolean("pagerace.bars");

    private Bar() {}

    /** Returns the size this run takes. */
    public static int size(int small, int full) {
        return FULL ? full : small;
    }

    /** Prints the figures on one line, which the README and the closing notes quote. */
    public static void print(int number, String figures) {
        System.out.println("bar " + number + ": " + figures);
    }
}
