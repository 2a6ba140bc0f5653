package org.pagerace.race;

import java.util.List;
import java.util.Optional;

/**
 * What the stacks are compared with, and when a difference is one.
 *
 * @param base the stack with which all others are compared besides the fastest; absent: none
 */
public record CompareOptions(Optional<String> base, NoiseOption noise) {
    /** With the fastest only. */
    public static final CompareOptions DEFAULT = new CompareOptions(Optional.empty(), NoiseOption.AUTOMATIC);

    /** Refuses a base that does not race. */
    void requireBase(List<String> racing) throws PlanException {
        if (base.isPresent() && !racing.contains(base.get())) {
            throw new PlanException(
                    "--base " + base.get() + " does not race; name one of " + String.join(", ", racing));
        }
    }
}
