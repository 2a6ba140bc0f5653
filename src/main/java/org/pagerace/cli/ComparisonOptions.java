package org.pagerace.cli;

import java.util.Optional;
import org.pagerace.race.CompareOptions;
import org.pagerace.race.NoiseOption;
import picocli.CommandLine.Option;

/** Options that say with what the stacks are compared, and from when on a difference is one. */
final class ComparisonOptions {
    @Option(
            names = "--base",
            paramLabel = "STACK",
            description = "Compare all stacks with this one too, and not only with the fastest.")
    private String base;

    @Option(
            names = "--noise-floor",
            paramLabel = "HOW",
            converter = NoiseFloorConverter.class,
            defaultValue = "auto",
            description =
                    "Up to which difference stacks are equal: a share such as 3%%; none; measure: by racing one stack"
                            + " against itself after the rounds, for about half a minute; auto (default): as known of this"
                            + " machine, measured if it is not and the race is long enough.")
    private NoiseOption noiseFloor;

    CompareOptions options() {
        return new CompareOptions(Optional.ofNullable(base), noiseFloor);
    }
}
