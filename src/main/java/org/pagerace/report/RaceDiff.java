package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.statistics.Holm;
import org.pagerace.statistics.MannWhitney;
import org.pagerace.statistics.PairedBootstrap;
import org.pagerace.statistics.Sample;

/** Two races compared cell by cell: what became faster or slower from the old one to the new one. Immutable. */
public final class RaceDiff {

    /*
     * The races were run at different times, so there are no blocks that both have: the test of Mann and Whitney stands
     * alone, as in benchstat, but adjusted after Holm, since a race has many cells. The machine's own mood is part of every
     * difference; that is what the threshold is for.
     */

    private final RaceResult before;
    private final RaceResult after;
    private final double threshold;
    private final List<Change> changes;
    private final List<Cell> gone = new ArrayList<>();

    /**
     * One cell that both races measured.
     *
     * @param p adjusted for all cells
     */
    record Change(String mode, String page, String stack, Sample before, Sample after, double p) {

        /** Returns 0.1 for 10 % faster; absent if the old race had no right answer there. */
        Optional<Double> delta() {
            return before.median() == 0 ? Optional.empty() : Optional.of(after.median() / before.median() - 1);
        }

        boolean isSignificant() {
            return p < Ratio.LEVEL;
        }
    }

    /** @param threshold how much slower is a regression, 0.05 for 5 % */
    public RaceDiff(RaceResult before, RaceResult after, double threshold) {
        if (!(threshold >= 0 && threshold < 1)) {
            throw new IllegalArgumentException("the threshold must be 0 to 1, but is " + threshold);
        }
        this.before = before;
        this.after = after;
        this.threshold = threshold;
        this.changes = changes(new RaceSummary(before), new RaceSummary(after));
    }

    private List<Change> changes(RaceSummary before, RaceSummary after) {
        List<Cell[]> pairs = new ArrayList<>();
        for (Mode mode : before.result().plan().modes()) {
            for (String page : before.result().plan().pages()) {
                for (Cell old : before.cells(mode.name(), page)) {
                    Cell now = after.cell(mode.name(), page, old.stack());
                    if (old.isMeasured() && now != null && now.isMeasured()) {
                        pairs.add(new Cell[] {old, now});
                    } else if (old.isMeasured() && now != null) {
                        gone.add(old);
                    }
                }
            }
        }
        double[] p = Holm.adjust(pairs.stream()
                .mapToDouble(pair -> MannWhitney.p(values(pair[0]), values(pair[1])))
                .toArray());
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < p.length; i++) {
            Cell old = pairs.get(i)[0];
            changes.add(new Change(
                    old.mode(), old.page(), old.stack(), old.throughput(), pairs.get(i)[1].throughput(), p[i]));
        }
        return List.copyOf(changes);
    }

    private static double[] values(Cell cell) {
        return cell.rounds().stream()
                .mapToDouble(round -> round.load().perSecond())
                .toArray();
    }

    RaceResult before() {
        return before;
    }

    RaceResult after() {
        return after;
    }

    double threshold() {
        return threshold;
    }

    /** Returns what both races measured, in the order of the old one's plan. */
    List<Change> changes() {
        return changes;
    }

    /** Returns what the old race measured and the new one wanted to, but did not: its stack was lost, or the race ended early. */
    List<Cell> gone() {
        return List.copyOf(gone);
    }

    /** Returns the cells that are significantly slower, by more than the threshold. */
    List<Change> regressions() {
        return changes.stream()
                .filter(change -> change.isSignificant()
                        && change.delta().filter(delta -> delta < -threshold).isPresent())
                .toList();
    }

    /** Returns whether the new race is significantly slower somewhere, by more than the threshold, or has no figure there. */
    public boolean hasRegression() {
        return !regressions().isEmpty() || !gone.isEmpty();
    }

    /** Returns how many rounds per cell could show a difference, if those there are cannot, however large it is. */
    Optional<Integer> neededRounds() {
        int needed =
                Math.max(PairedBootstrap.FEWEST_BLOCKS, MannWhitney.needed(Math.max(1, changes.size()), Ratio.LEVEL));
        boolean tooFew = changes.stream()
                .anyMatch(change -> MannWhitney.smallestP(
                                        change.before().size(), change.after().size())
                                * changes.size()
                        >= Ratio.LEVEL);
        return tooFew ? Optional.of(needed) : Optional.empty();
    }

    /** Returns the geometric mean of the quotients new through old; empty if there are none, or one is 0. */
    Optional<Double> geometricMean() {
        double[] quotients = changes.stream()
                .flatMapToDouble(change -> change.delta().stream().flatMapToDouble(delta -> DoubleStream.of(1 + delta)))
                .toArray();
        boolean whole = quotients.length > 0 && quotients.length == changes.size();
        return whole && Sample.of(quotients).min() > 0
                ? Optional.of(Sample.of(quotients).geometricMean())
                : Optional.empty();
    }
}
