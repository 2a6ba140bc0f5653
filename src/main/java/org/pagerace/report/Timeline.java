package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.result.LoadResult;
import org.pagerace.result.Metric;
import org.pagerace.result.RoundResult;

/** One figure in the course of all rounds of a cell, in the order they were run: a list of values per round. */
record Timeline(List<List<Double>> rounds) {
    /** Shorter pieces of a second at the end of a round say little about a rate. */
    private static final double SHORTEST_SECONDS = 0.25;

    /** More points than this would lie closer together than a pixel. */
    private static final int MOST_POINTS = 240;

    private static final double GAP = 0.35; // between two rounds, in points
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 100;

    Timeline {
        rounds = rounds.stream()
                .map(List::copyOf)
                .filter(round -> !round.isEmpty())
                .toList();
    }

    /** Returns the right answers per second; of a driver that does not tell single seconds, those of whole rounds. */
    static Timeline ofAnswers(Cell cell) {
        return new Timeline(cell.rounds().stream()
                .map(RoundResult::load)
                .map(Timeline::answers)
                .toList());
    }

    private static List<Double> answers(LoadResult load) {
        List<Double> rates = load.seconds().stream()
                .filter(second -> seconds(second) >= SHORTEST_SECONDS)
                .map(second -> second.ok() / seconds(second))
                .toList();
        return rates.isEmpty() ? List.of(load.perSecond()) : rates;
    }

    private static double seconds(LoadResult.Second second) {
        return second.length().toNanos() / 1e9;
    }

    /** Returns a sampled metric; a counter as its rise per second. */
    static Timeline of(Cell cell, Metric metric) {
        return new Timeline(cell.rounds().stream()
                .map(round -> round.samples().find(metric).map(Usage::rates).orElse(List.of()))
                .toList());
    }

    boolean isEmpty() {
        return rounds.isEmpty();
    }

    private Stream<Double> values() {
        return rounds.stream().flatMap(List::stream);
    }

    double least() {
        return values().mapToDouble(Double::doubleValue).min().orElse(0);
    }

    double most() {
        return values().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    /** Draws it into an element whose {@code viewBox} is not set yet, {@code most} at the top. */
    void draw(Html svg, double most) {
        Timeline drawn = thinned();
        double points = drawn.values().count() + GAP * (drawn.rounds().size() - 1);
        double x = 0;
        svg.open(
                "svg",
                "class",
                "area",
                "width",
                "100%",
                "height",
                "100%",
                "preserveAspectRatio",
                "none",
                "viewBox",
                "0 0 1000 100");
        for (List<Double> round : drawn.rounds()) {
            List<String> places = new ArrayList<>();
            for (double value : round) {
                String y = Long.toString(Math.round(HEIGHT - (most == 0 ? 0 : value / most * HEIGHT)));
                places.add(Math.round(x / points * WIDTH) + "," + y);
                x++;
                places.add(Math.round(x / points * WIDTH) + "," + y); // a step: the mean of that second
            }
            x += GAP;
            svg.empty("polyline", "class", "pulse", "points", String.join(" ", places));
        }
        svg.close();
    }

    /** Returns the means of as many neighbours as it takes to stay below the most points that can be told apart. */
    private Timeline thinned() {
        int together = (int) Math.ceil((double) values().count() / MOST_POINTS);
        return together <= 1
                ? this
                : new Timeline(
                        rounds.stream().map(round -> means(round, together)).toList());
    }

    private static List<Double> means(List<Double> round, int together) {
        List<Double> means = new ArrayList<>();
        for (int from = 0; from < round.size(); from += together) {
            means.add(round.subList(from, Math.min(round.size(), from + together)).stream()
                    .collect(Collectors.averagingDouble(Double::doubleValue)));
        }
        return means;
    }
}
