package org.pagerace.race;

/**
 * Where the margin comes from within which stacks are called equal.
 *
 * @param margin 0.03 for 3 %; 0 unless it is given
 */
public record NoiseOption(Kind kind, double margin) {
    /** The margin of this machine, measured if it is not known yet. */
    public static final NoiseOption AUTOMATIC = new NoiseOption(Kind.AUTOMATIC, 0);

    /** Where from. */
    public enum Kind {
        /** Known from an earlier race, or measured after this one if it is long enough. */
        AUTOMATIC,
        /** Measured anew, whatever is known. */
        MEASURE,
        /** Given by the user. */
        GIVEN,
        /** There is none: differences of any size count. */
        NONE
    }

    public NoiseOption {
        if (!(margin >= 0 && margin < 1)) {
            throw new IllegalArgumentException("the noise floor must be 0 to 1, but is " + margin);
        }
    }
}
