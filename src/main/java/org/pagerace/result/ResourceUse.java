package org.pagerace.result;

import java.util.OptionalDouble;

/**
 * What one round took of the machine.
 *
 * @param serverMicros CPU time of the stack per right answer, as {@code databaseMicros} and {@code driverMicros}
 * @param memoryBytes of the stack at the end of the round
 */
public record ResourceUse(
        OptionalDouble serverMicros,
        OptionalDouble databaseMicros,
        OptionalDouble driverMicros,
        OptionalDouble memoryBytes) {
    private static final double MICROS_PER_SECOND = 1e6;

    /** Returns what was seen of it; nothing per answer where no answer was right. */
    public static ResourceUse of(RoundResult round) {
        return new ResourceUse(
                perAnswer(round, Metric.SERVER_CPU),
                perAnswer(round, Metric.DATABASE_CPU),
                perAnswer(round, Metric.DRIVER_CPU),
                round.samples().max(Metric.SERVER_MEMORY));
    }

    /** The samples end a little before the round: their mean stands for all of it. */
    private static OptionalDouble perAnswer(RoundResult round, Metric metric) {
        OptionalDouble processors = round.samples().mean(metric);
        double perSecond = round.load().perSecond();
        return processors.isPresent() && perSecond > 0
                ? OptionalDouble.of(MICROS_PER_SECOND * processors.getAsDouble() / perSecond)
                : OptionalDouble.empty();
    }
}
