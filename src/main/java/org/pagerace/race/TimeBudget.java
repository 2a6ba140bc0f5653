package org.pagerace.race;

import static java.lang.Math.max;
import static java.lang.Math.min;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * How a time budget is divided among warm-up and rounds: {@code total} for all cells, a cell being one stack on one page.
 *
 * @param total for the driver to be at work; starting and stopping servers comes on top
 * @param cells at least 1
 */
record TimeBudget(Duration total, int cells) {

    /*
     * Each cell gets the same share. A quarter of it is warm-up. The rest goes into at least 3 rounds (fewer show no
     * range), better 6 (fewer give no 95 % interval of a median), and into up to 10 once they would be longer than
     * needed. Many short rounds beat few long ones, since the round is the unit of replication; below LONG_ENOUGH the
     * ramp of the connections would begin to show.
     */

    static final int FEWEST_ROUNDS = 3;
    static final int WANTED_ROUNDS = 6;
    static final int MOST_ROUNDS = 10;
    static final Duration SHORTEST_ROUND = Duration.ofMillis(200);
    static final Duration LONG_ENOUGH = Duration.ofMillis(500);
    static final Duration COMFORTABLE = Duration.ofSeconds(1);
    static final Duration LONGEST_WARMUP = Duration.ofSeconds(5);
    /** Starting a run and waiting for its last answers, by experience. */
    static final Duration RUN_OVERHEAD = Duration.ofMillis(30);

    private static final int WARMUP_SHARE = 4;

    TimeBudget {
        if (total.isNegative() || total.isZero()) {
            throw new IllegalArgumentException("time budget must be above 0, but is " + total);
        }
        if (cells < 1) {
            throw new IllegalArgumentException("a race needs at least one cell");
        }
    }

    /** What each cell gets. */
    record Shares(Duration warmup, int rounds, Duration round) {}

    /** Returns what each cell gets; with {@code rounds} given only the lengths are computed. */
    Shares divide(OptionalInt rounds) throws RaceException {
        Duration cell = total.dividedBy(cells);
        Duration warmup = shorter(cell.dividedBy(WARMUP_SHARE), LONGEST_WARMUP);
        Duration left = cell.minus(warmup).minus(RUN_OVERHEAD);
        int count = rounds.orElseGet(() -> chooseRounds(left));
        Duration round = left.dividedBy(count).minus(RUN_OVERHEAD);
        if (round.compareTo(SHORTEST_ROUND) < 0) {
            throw new RaceException("--time " + seconds(total) + " is too short for " + cells
                    + " cells (stacks x pages) of " + count + " rounds: give at least " + minimum(count)
                    + ", or fewer stacks, pages or rounds");
        }
        return new Shares(toMillis(warmup), count, toMillis(round));
    }

    private static int chooseRounds(Duration left) {
        int comfortable = (int) min(MOST_ROUNDS, left.dividedBy(COMFORTABLE.plus(RUN_OVERHEAD)));
        if (comfortable >= WANTED_ROUNDS) {
            return comfortable;
        }
        int longEnough = (int) min(WANTED_ROUNDS, left.dividedBy(LONG_ENOUGH.plus(RUN_OVERHEAD)));
        return max(FEWEST_ROUNDS, longEnough);
    }

    /** Returns the least budget that leaves the shortest round, in words. */
    private String minimum(int rounds) {
        Duration measured =
                SHORTEST_ROUND.plus(RUN_OVERHEAD).multipliedBy(rounds).plus(RUN_OVERHEAD);
        Duration cell = measured.multipliedBy(WARMUP_SHARE).dividedBy(WARMUP_SHARE - 1);
        return ceilSeconds(cell.multipliedBy(cells)) + "s";
    }

    private static long ceilSeconds(Duration duration) {
        return duration.plus(Duration.ofSeconds(1)).minusNanos(1).toSeconds();
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    private static Duration toMillis(Duration duration) {
        return Duration.ofMillis(duration.toMillis());
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }
}
