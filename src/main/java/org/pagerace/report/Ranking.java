package org.pagerace.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pagerace.result.Calibration;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.statistics.Holm;
import org.pagerace.statistics.Interval;
import org.pagerace.statistics.MannWhitney;
import org.pagerace.statistics.PairedBootstrap;

/** Who is faster than whom, and how sure that is. Immutable. */
final class Ranking {

    /*
     * A winner is a stack that beats every other one. That is one claim for each page and mode, however many rivals there
     * are: it stands if the weakest of its comparisons does (an intersection-union test [1]), so Holm's correction counts
     * pages and modes for it. If it stands, then so does each of its parts. All other comparisons with the fastest are
     * corrected for the number of all of them, and so are those with the base: another question, another family.
     * Together a race names a wrong winner in at most 5 % of all races, where all stacks are equal in far fewer;
     * FalseWinnersIT simulates it.
     *
     * Mann and Whitney's test ignores the blocks. A disturbance of a whole block then widens both samples alike, which makes
     * the test miss differences, never find false ones; the test of pairs could not go below p = 0.03 with six rounds. The
     * bootstrap does use the blocks. Both must agree.
     *
     * [1] R. L. Berger: Multiparameter Hypothesis Testing and Acceptance Sampling. Technometrics 24(4), 1982
     */

    /** How often the rounds are drawn anew for each interval of a ratio. */
    static final int RESAMPLES = 10_000;

    private record Key(String mode, String page) {}

    private final Map<Key, List<Standing>> standings = new LinkedHashMap<>();
    private final RaceSummary summary;
    private final PairedBootstrap bootstrap;
    private final double margin;
    private final int comparisons;

    private Ranking(RaceSummary summary, PairedBootstrap bootstrap) {
        this.summary = summary;
        this.bootstrap = bootstrap;
        this.margin = summary.result()
                .calibration()
                .noise()
                .map(Calibration.NoiseFloor::margin)
                .orElse(0.0);
        List<Comparison> withFastest = new ArrayList<>();
        List<Comparison> withBase = new ArrayList<>();
        for (Mode mode : summary.result().plan().modes()) {
            for (String page : summary.result().plan().pages()) {
                List<Cell> cells = summary.cells(mode.name(), page);
                fastest(cells).ifPresent(best -> compare(cells, best, withFastest));
                base(cells).ifPresent(base -> compare(cells, base, withBase));
            }
        }
        this.comparisons = (int) withFastest.stream().filter(Ranking::isTested).count();
        IdentityHashMap<Cell, Ratio> toFastest = judge(withFastest, true);
        IdentityHashMap<Cell, Ratio> toBase = judge(withBase, false);
        for (Mode mode : summary.result().plan().modes()) {
            for (String page : summary.result().plan().pages()) {
                standings.put(
                        new Key(mode.name(), page),
                        summary.cells(mode.name(), page).stream()
                                .map(cell -> standing(cell, toFastest, toBase))
                                .toList());
            }
        }
    }

    static Ranking of(RaceSummary summary) {
        return of(summary, RESAMPLES);
    }

    static Ranking of(RaceSummary summary, int resamples) {
        return new Ranking(
                summary, new PairedBootstrap(resamples, summary.result().plan().seed()));
    }

    /** Returns what is known of each stack, in the order of the plan. */
    List<Standing> standings(String mode, String page) {
        return standings.getOrDefault(new Key(mode, page), List.of());
    }

    /** Returns the stack that is faster than every other one that was measured, if there is one. */
    Optional<String> winner(String mode, String page) {
        List<Standing> rivals = standings(mode, page).stream()
                .filter(standing -> standing.toFastest().isPresent() && !isFastest(standing))
                .toList();
        boolean beaten = !rivals.isEmpty()
                && rivals.stream()
                        .allMatch(rival -> rival.toFastest().orElseThrow().outcome() == Outcome.SLOWER);
        return beaten ? fastest(mode, page) : Optional.empty();
    }

    /** Returns the stack with the highest median; it need not be significantly faster than another. */
    Optional<String> fastest(String mode, String page) {
        return standings(mode, page).stream()
                .filter(Ranking::isFastest)
                .map(standing -> standing.cell().stack())
                .findFirst();
    }

    static boolean isFastest(Standing standing) {
        return standing.toFastest().filter(Ratio.ITSELF::equals).isPresent();
    }

    /** Returns the margin of equivalence; 0 if none is known. */
    double margin() {
        return margin;
    }

    /**
     * Returns how many rounds per cell it takes to show any difference among so many comparisons, if that is more than there
     * are and a difference was left undecided for no other reason.
     */
    Optional<Integer> neededRounds() {
        int needed = MannWhitney.needed(Math.max(1, comparisons), Ratio.LEVEL);
        boolean tooFew = standings.values().stream()
                .flatMap(List::stream)
                .anyMatch(standing -> standing.cell().rounds().size() < needed
                        && standing.toFastest()
                                .filter(ratio -> ratio.lacksRounds(margin))
                                .isPresent());
        return tooFew ? Optional.of(needed) : Optional.empty();
    }

    int comparisons() {
        return comparisons;
    }

    private Standing standing(Cell cell, IdentityHashMap<Cell, Ratio> toFastest, IdentityHashMap<Cell, Ratio> toBase) {
        return new Standing(
                cell,
                cell.isMeasured() ? cell.throughput().medianInterval(Interval.CONFIDENCE) : Optional.empty(),
                Optional.ofNullable(toFastest.get(cell)),
                Optional.ofNullable(toBase.get(cell)));
    }

    private static Optional<Cell> fastest(List<Cell> cells) {
        return cells.stream()
                .filter(cell -> cell.isMeasured() && cell.throughput().median() > 0)
                .reduce((a, b) -> b.throughput().median() > a.throughput().median() ? b : a);
    }

    private Optional<Cell> base(List<Cell> cells) {
        return summary.result()
                .plan()
                .base()
                .flatMap(name -> cells.stream()
                        .filter(cell -> cell.stack().equals(name)
                                && cell.isMeasured()
                                && cell.throughput().median() > 0)
                        .findFirst());
    }

    /** The reference beside itself is among them, so that it gets its ratio too. */
    private static void compare(List<Cell> cells, Cell reference, List<Comparison> comparisons) {
        cells.stream().filter(Cell::isMeasured).forEach(cell -> comparisons.add(new Comparison(cell, reference)));
    }

    private static boolean isTested(Comparison one) {
        return !one.isOfItself() && one.isTestable();
    }

    private IdentityHashMap<Cell, Ratio> judge(List<Comparison> all, boolean ofTheFastest) {
        List<Comparison> tested = all.stream().filter(Ranking::isTested).toList();
        double[] raw = tested.stream().mapToDouble(Comparison::p).toArray();
        double[] adjusted = Holm.adjust(raw);
        Map<String, Double> ofWinners = ofTheFastest ? winners(all, tested, raw) : Map.of();
        IdentityHashMap<Cell, Double> p = new IdentityHashMap<>(); // equality would compare every histogram
        for (int i = 0; i < raw.length; i++) {
            Comparison one = tested.get(i);
            p.put(one.cell(), Math.min(adjusted[i], ofWinners.getOrDefault(one.where(), 1.0)));
        }
        IdentityHashMap<Cell, Ratio> ratios = new IdentityHashMap<>();
        for (Comparison one : all) {
            ratios.put(
                    one.cell(),
                    one.isOfItself()
                            ? Ratio.ITSELF
                            : Ratio.of(
                                    one.value(),
                                    one.isTestable() ? one.interval(bootstrap) : Optional.empty(),
                                    p.getOrDefault(one.cell(), 1.0),
                                    margin));
        }
        return ratios;
    }

    /** Returns the p values of the claims that the fastest of a page and mode beats all others, adjusted for their number. */
    private static Map<String, Double> winners(List<Comparison> all, List<Comparison> tested, double... raw) {
        Map<String, Double> largest = new LinkedHashMap<>();
        for (int i = 0; i < raw.length; i++) {
            largest.merge(tested.get(i).where(), raw[i], Math::max);
        }
        all.stream()
                .filter(one -> !one.isOfItself() && !one.isTestable())
                .forEach(one -> largest.remove(one.where())); // one rival was not tested, so not all are beaten
        double[] adjusted =
                Holm.adjust(largest.values().stream().mapToDouble(p -> p).toArray());
        Map<String, Double> winners = new HashMap<>();
        List<String> places = List.copyOf(largest.keySet());
        for (int i = 0; i < adjusted.length; i++) {
            winners.put(places.get(i), adjusted[i]);
        }
        return winners;
    }
}
