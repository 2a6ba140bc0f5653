package org.pagerace.race;

import static java.lang.Math.max;
import static java.lang.Math.min;

import java.time.Duration;
import java.util.OptionalInt;
import org.pagerace.statistics.Interval;
import org.pagerace.statistics.MannWhitney;

/**
 * How a time budget is divided among warm-up and rounds: {@code total} for all cells, a cell being one stack on one page.
 *
 * @param total for the driver to be at work; starting and stopping servers comes on top
 * @param cells at least 1
 * @param untilKnown whether rounds end early, as soon as the rate is known well enough: then there may be more of them
 */
record TimeBudget(Duration total, int cells, boolean untilKnown) {

    /*
     * Each cell gets the same share. Two fifths of it are warm-up, in two passes over all cells, so that what one page
     * compiles serves the others before the second pass. With a quarter in one pass the Java stack was still twice as
     * fast in its last round as in its first [1].
     *
     * The rest goes into at least 3 rounds (fewer show no range), better 6 (fewer give no 95 % interval of a median) or as
     * many as a difference among so many cells needs to be significant, and into up to 10 once they would be longer than
     * needed. Many short rounds beat few long ones, since the round is the unit of replication. A tenth of each round, 50 to 200 ms, is an uncounted lead-in: then all connections are
     * open and busy when the counting begins.
     *
     * [1] 90 s for 20 cells on 2 cores, db: 3,732 answers per second in the second round, 7,391 in the sixth
     */

    static final int FEWEST_ROUNDS = 3;
    static final int WANTED_ROUNDS = 6;
    static final int MOST_ROUNDS = 10;
    static final int MOST_ROUNDS_UNTIL_KNOWN = 30;
    static final int WARMUP_PASSES = 2;
    static final Duration SHORTEST_ROUND = Duration.ofMillis(200);
    static final Duration LONG_ENOUGH = Duration.ofMillis(400);
    static final Duration COMFORTABLE = Duration.ofSeconds(1);
    static final Duration LONGEST_WARMUP = Duration.ofSeconds(10);
    /** Starting a run and waiting for its last answers, by experience. */
    static final Duration RUN_OVERHEAD = Duration.ofMillis(30);

    /** The same of an external tool, which ends up to 100 ms late. */
    private static final Duration TOOL_OVERHEAD = Duration.ofMillis(200);

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final double WARMUP_SHARE = 0.4;
    private static final int LEAD_IN_PART = 10;
    private static final Duration SHORTEST_LEAD_IN = Duration.ofMillis(50);
    private static final Duration LONGEST_LEAD_IN = Duration.ofMillis(200);

    TimeBudget {
        if (total.isNegative() || total.isZero()) {
            throw new IllegalArgumentException("time budget must be above 0, but is " + total);
        }
        if (cells < 1) {
            throw new IllegalArgumentException("a race needs at least one cell");
        }
    }

    /**
     * What each cell gets.
     *
     * @param warmup of each of the {@link #WARMUP_PASSES} passes
     * @param leadIn before each round, on top of it
     */
    record Shares(Duration warmup, int rounds, Duration leadIn, Duration round) {}

    /** Returns what each cell gets; with {@code rounds} given only the lengths are computed. */
    Shares divide(OptionalInt rounds) throws PlanException {
        Duration warmup = warmup();
        Duration left = cell().minus(warmup);
        int count = rounds.orElseGet(() -> chooseRounds(left));
        Duration run = left.dividedBy(count).minus(RUN_OVERHEAD);
        Duration leadIn = leadIn(run);
        Duration round = run.minus(leadIn);
        if (round.compareTo(SHORTEST_ROUND) < 0) {
            Duration measured = SHORTEST_ROUND.plus(SHORTEST_LEAD_IN).plus(RUN_OVERHEAD);
            throw tooShort(
                    count, Duration.ofNanos((long) (measured.multipliedBy(count).toNanos() / (1 - WARMUP_SHARE))));
        }
        return new Shares(
                toMillis(warmup.dividedBy(WARMUP_PASSES).minus(RUN_OVERHEAD)), count, leadIn, toMillis(round));
    }

    /** As {@link #divide}, for a tool whose runs take whole seconds and have no lead-in. */
    Shares divideIntoSeconds(OptionalInt rounds) throws PlanException {
        Duration shortest = SECOND.plus(TOOL_OVERHEAD);
        Duration warmup = wholeSeconds(warmup().dividedBy(WARMUP_PASSES));
        Duration left = cell().minus(warmup.plus(TOOL_OVERHEAD).multipliedBy(WARMUP_PASSES));
        int count = rounds.orElseGet(() -> (int) max(fewestRounds(), min(mostRounds(), left.dividedBy(shortest))));
        Duration run = left.dividedBy(count);
        if (run.compareTo(shortest) < 0) {
            throw tooShort(count, shortest.multipliedBy(WARMUP_PASSES + (long) count));
        }
        return new Shares(warmup, count, Duration.ZERO, wholeSeconds(run));
    }

    private Duration cell() {
        return total.dividedBy(cells);
    }

    private Duration warmup() {
        return shorter(Duration.ofNanos((long) (cell().toNanos() * WARMUP_SHARE)), LONGEST_WARMUP);
    }

    private int fewestRounds() {
        return untilKnown ? WANTED_ROUNDS : FEWEST_ROUNDS;
    }

    private int mostRounds() {
        return untilKnown ? MOST_ROUNDS_UNTIL_KNOWN : MOST_ROUNDS;
    }

    /** At least one, which a short budget then proves too long for. */
    private static Duration wholeSeconds(Duration withOverhead) {
        return Duration.ofSeconds(max(1, withOverhead.minus(TOOL_OVERHEAD).toSeconds()));
    }

    private PlanException tooShort(int rounds, Duration leastOfACell) {
        return new PlanException("--time " + seconds(total) + " is too short for " + Plans.count(cells, "cell")
                + " (stacks x pages) of " + Plans.count(rounds, "round") + ": give at least "
                + ceilSeconds(leastOfACell.multipliedBy(cells)) + "s, or fewer stacks, pages or rounds");
    }

    private static Duration leadIn(Duration run) {
        Duration part = toMillis(run.dividedBy(LEAD_IN_PART));
        return shorter(part.compareTo(SHORTEST_LEAD_IN) < 0 ? SHORTEST_LEAD_IN : part, LONGEST_LEAD_IN);
    }

    private int chooseRounds(Duration left) {
        int comfortable = (int) min(mostRounds(), left.dividedBy(COMFORTABLE.plus(RUN_OVERHEAD)));
        int wanted = max(WANTED_ROUNDS, MannWhitney.needed(cells, 1 - Interval.CONFIDENCE));
        if (comfortable >= wanted) {
            return comfortable;
        }
        int longEnough = (int) min(wanted, left.dividedBy(LONG_ENOUGH.plus(RUN_OVERHEAD)));
        return max(fewestRounds(), longEnough);
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
