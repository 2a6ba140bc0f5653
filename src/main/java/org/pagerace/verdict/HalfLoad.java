package org.pagerace.verdict;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pagerace.result.LoadResult;

/**
 * What the last warm-up run of a cell showed, which had half of the connections, beside the one directly before it. A server
 * that is full answers half as many requests in half the time; one that is not takes as long for each as before.
 *
 * @param time mean response time with half of the connections, as a part of that with all
 */
record HalfLoad(double time) {

    /*
     * Compared are response times and not answers per second: in a run of a few hundred milliseconds whose requests all
     * begin together the last ones are cut off, and that alone can halve a rate.
     */

    /** How close to 1 {@code time} must be to count as the same. */
    static final double CLOSE = 0.1;

    /** Of each connection, on average: a mean of first answers alone tells about connecting. */
    private static final int FEWEST_ANSWERS = 2;

    /** Returns nothing where there was no such run, or it was too short. */
    static Optional<HalfLoad> of(Subject subject) {
        List<LoadResult> runs = subject.warmups();
        if (runs.size() < 2) {
            return Optional.empty();
        }
        LoadResult half = runs.get(runs.size() - 1);
        LoadResult before = runs.get(runs.size() - 2);
        boolean tells = connections(half) < connections(before)
                && connections(before) == subject.mode().connections()
                && isLongEnough(half)
                && isLongEnough(before);
        if (!tells) {
            return Optional.empty();
        }
        return Optional.of(new HalfLoad(half.total().mean() / before.total().mean()));
    }

    private static boolean isLongEnough(LoadResult run) {
        return run.total().count() >= (long) FEWEST_ANSWERS * connections(run);
    }

    private static int connections(LoadResult run) {
        return run.settings().connections();
    }

    /** Returns whether a request took the same time, however many were under way. */
    boolean isTimeTheSame() {
        return Math.abs(time - 1) <= CLOSE;
    }

    String inWords() {
        return String.format(Locale.ROOT, "with half the connections an answer took %.0f %% as long", 100 * time);
    }
}
