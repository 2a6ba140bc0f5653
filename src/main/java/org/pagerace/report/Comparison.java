package org.pagerace.report;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pagerace.result.RoundResult;
import org.pagerace.statistics.Interval;
import org.pagerace.statistics.MannWhitney;
import org.pagerace.statistics.PairedBootstrap;

/** Two measured stacks on the same page in the same mode, before it is known how many others are compared. */
record Comparison(Cell cell, Cell reference) {

    /** Whether there are rounds enough for a statement. */
    boolean isTestable() {
        return Math.min(cell.rounds().size(), reference.rounds().size()) >= PairedBootstrap.FEWEST_BLOCKS;
    }

    @SuppressWarnings("ReferenceEquality") // equality would compare every histogram, and each cell exists once
    boolean isOfItself() {
        return cell == reference;
    }

    /** Returns mode and page. */
    String where() {
        return cell.mode() + '/' + cell.page();
    }

    double value() {
        return cell.throughput().median() / reference.throughput().median();
    }

    /** Returns the p value as if this were the only comparison. */
    double p() {
        return MannWhitney.p(perSecond(cell), perSecond(reference));
    }

    /** Returns the 95 % interval of the value; a round of only one of both is in no block, and has no part in it. */
    Optional<Interval> interval(PairedBootstrap bootstrap) {
        Map<Integer, Double> blocks = new TreeMap<>();
        reference.rounds().forEach(round -> blocks.put(round.round(), rate(round)));
        double[][] pairs = cell.rounds().stream()
                .filter(round -> blocks.containsKey(round.round()))
                .map(round -> new double[] {rate(round), blocks.get(round.round())})
                .toArray(double[][]::new);
        return bootstrap.ratioOfMedians(column(pairs, 0), column(pairs, 1));
    }

    private static double[] column(double[][] pairs, int column) {
        double[] values = new double[pairs.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = pairs[i][column];
        }
        return values;
    }

    private static double[] perSecond(Cell cell) {
        return cell.rounds().stream().mapToDouble(Comparison::rate).toArray();
    }

    private static double rate(RoundResult round) {
        return round.load().perSecond();
    }
}
