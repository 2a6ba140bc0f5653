package org.pagerace.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pagerace.result.Calibration;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.RoundResult;

/** How the figures of a race were won, in whole sentences: what was left out, what is compared how, and with which seed. */
final class MethodNotes {
    private final RaceSummary summary;
    private final Ranking ranking;
    private final PlanInfo plan;

    MethodNotes(RaceSummary summary, Ranking ranking) {
        this.summary = summary;
        this.ranking = ranking;
        this.plan = summary.result().plan();
    }

    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        sentences.add(warmup());
        sentences.add("Rounds of all stacks take turns, in an order shuffled with seed " + plan.seed() + ".");
        if (isCompared()) {
            sentences.add(
                    "+- is the farther end of the 95 % interval of the median, by order statistics; the interval of"
                            + " a ratio is a bootstrap over the rounds, paired (" + Numbers.count(Ranking.RESAMPLES)
                            + " resamples, seed " + plan.seed() + ").");
            sentences.add("p is Mann and Whitney's, adjusted after Holm for "
                    + Numbers.count(ranking.comparisons(), "comparison")
                    + "; ~ marks what is no difference or not shown to be one (p of 0.05 or more, or an interval that is not"
                    + " beyond the margin). A winner beats every other stack so.");
            sentences.add(margin(summary.result().calibration().noise()));
            ranking.neededRounds()
                    .ifPresent(rounds -> sentences.add("So few rounds cannot show a difference among "
                            + Numbers.count(ranking.comparisons(), "comparison")
                            + ", however large it is, unless it makes a winner; give --rounds " + rounds
                            + " and enough --time."));
        }
        outliers().ifPresent(sentences::add);
        return sentences;
    }

    /** The levels of a sweep are drawn, and nothing is claimed of them. */
    private boolean isCompared() {
        return ranking.comparisons() > 0 && !Sweep.single(plan).isEmpty();
    }

    private String warmup() {
        if (plan.warmupPasses() == 0 && plan.leadIn().isZero()) {
            return "Nothing was warmed up or left out.";
        }
        return "Left out by the same rule for all: "
                + (plan.warmupPasses() == 0
                        ? ""
                        : Numbers.count(plan.warmupPasses(), "warm-up") + " of " + Numbers.duration(plan.warmup())
                                + " per cell before the first round")
                + (plan.warmupPasses() == 0 || plan.leadIn().equals(Duration.ZERO) ? "" : ", and ")
                + (plan.leadIn().isZero() ? "" : "the first " + Numbers.duration(plan.leadIn()) + " of each round")
                + ".";
    }

    /** Returns up to which size a difference counts as none, and why. */
    static String margin(Optional<Calibration.NoiseFloor> noise) {
        return noise.map(floor -> "Differences within " + Numbers.percent(floor.margin()) + " count as none: "
                        + (floor.given()
                                ? "that margin was given."
                                : "so far apart one stack and itself seemed to be here."))
                .orElse("The noise floor of this machine is not known, so a difference of any size counts;"
                        + " --noise-floor measure finds it.");
    }

    private Optional<String> outliers() {
        String cells = summary.cells()
                .filter(cell -> !cell.outliers().isEmpty())
                .map(cell -> cell.stack() + "/" + cell.page()
                        + (plan.modes().size() > 1 ? " " + cell.mode() : "") + " "
                        + cell.outliers().stream().map(MethodNotes::round).collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
        return cells.isEmpty()
                ? Optional.empty()
                : Optional.of("Rounds far from the others of their cell (beyond Tukey's fences), counted like all: "
                        + cells + ".");
    }

    private static String round(RoundResult round) {
        return "no. " + round.round() + " (" + Numbers.rate(round.load().perSecond()) + ")";
    }
}
