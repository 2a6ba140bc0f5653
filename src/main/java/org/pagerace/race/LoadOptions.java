package org.pagerace.race;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How the load is made and when it is enough.
 *
 * @param scale by what the article's number of requests is divided, at least 1; absent for the protocol's own
 * @param untilCi half the width of the interval, relative to the median, at which rounds end; absent: never
 */
public record LoadOptions(Tool tool, OptionalInt scale, OptionalDouble untilCi) {
    /** Our own driver, for as many rounds as planned. */
    public static final LoadOptions USUAL = new LoadOptions(Tool.BUILTIN, OptionalInt.empty(), OptionalDouble.empty());

    private static final double NARROWEST = 0.001;
    private static final double WIDEST = 0.5;

    public LoadOptions {
        if (scale.isPresent() && scale.getAsInt() < 1) {
            throw new IllegalArgumentException("--scale must be at least 1, but is " + scale.getAsInt());
        }
        if (untilCi.isPresent() && !(untilCi.getAsDouble() >= NARROWEST && untilCi.getAsDouble() <= WIDEST)) {
            throw new IllegalArgumentException("--until-ci must be 0.1% to 50%");
        }
    }
}
