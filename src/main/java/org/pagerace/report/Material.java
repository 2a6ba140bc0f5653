package org.pagerace.report;

import java.util.OptionalDouble;
import org.pagerace.result.Calibration.Ceiling;
import org.pagerace.result.RaceResult;
import org.pagerace.verdict.Judge;

/** What the sections of the page have in common: the numbers, what follows from them, and how a stack looks. */
record Material(RaceSummary summary, Ranking ranking, Winners winners, VerdictSection verdicts, Palette palette) {
    static Material of(RaceSummary summary) {
        RaceResult result = summary.result();
        Palette palette = new Palette(result.plan().stacks());
        Ranking ranking = Ranking.of(summary);
        return new Material(
                summary, ranking, new Winners(ranking), new VerdictSection(new Judge(result), palette), palette);
    }

    RaceResult result() {
        return summary.result();
    }

    /** Returns the null server's rate with this page and mode, where it was asked. */
    OptionalDouble ceiling(String mode, String page) {
        return result().calibration().ceilings().stream()
                .filter(ceiling -> ceiling.mode().equals(mode) && ceiling.page().equals(page))
                .mapToDouble(Ceiling::perSecond)
                .max();
    }
}
