package org.pagerace.report;

import java.util.List;
import org.pagerace.result.RaceResult;

/** From which members of result.json each number follows, and how. */
final class RecomputeSection {

    /*
     * A test computes the first rows from the JSON as they say, without our classes.
     */
    private static final List<List<String>> FORMULAS = List.of(
            List.of(
                    "Answers per second of a round",
                    "load.outcomes.ok, load.elapsed",
                    "ok / elapsed; also written as load.perSecond"),
            List.of(
                    "Answers per second of a cell",
                    "load.perSecond of its rounds",
                    "median: the middle one, or the mean of the two middle ones"),
            List.of(
                    "Whisker, 95 % interval",
                    "load.perSecond of its rounds",
                    "sorted, the k-th smallest and the k-th largest, k the largest with 1 - 2 P(B < k) at least 0.95, B binomial (n, 1/2);"
                            + " below 6 rounds the smallest and the largest"),
            List.of("To the fastest, to the base", "medians of two cells", "quotient of the medians"),
            List.of(
                    "Interval of a ratio",
                    "load.perSecond of both cells, by round; plan.seed",
                    "10,000 times the blocks drawn anew with replacement, both values of a block together; of the quotients of the"
                            + " medians the quantiles 0.025 and 0.975"),
            List.of(
                    "p",
                    "load.perSecond of both cells",
                    "Mann-Whitney U, two-sided; exact up to 50 values in both cells together, with the normal approximation above. Then"
                            + " Holm over all comparisons of the race with the fastest (with the base: over those). For the rivals"
                            + " of the fastest the smaller of that and of the claim that it beats them all: the largest p of a"
                            + " page and mode before Holm, then Holm over pages and modes"),
            List.of(
                    "Response times, percentiles",
                    "load.total.hdr of its rounds",
                    "Base64, HdrHistogram's compressed encoding, nanoseconds; the histograms added up, the value at the percentile"),
            List.of("MB/s", "load.bodyBytes, load.elapsed", "bytes / elapsed / 1,000,000; median of the rounds"),
            List.of(
                    "Busy",
                    "load.littleRatio, load.settings.connections",
                    "their product, median of the rounds; littleRatio is the sum of all connect and response times / elapsed / connections"),
            List.of("Failed", "load.outcomes", "started - ok - aborted-at-end; summed over the rounds"),
            List.of(
                    "CPU µs per answer",
                    "samples.series with server-cpu, database-cpu, driver-cpu; load.perSecond",
                    "mean over the round, each value weighted by the time since the one before / perSecond × 1,000,000; median of the"
                            + " rounds. Without driver-cpu: sum of load.driver.threads / elapsed"),
            List.of("Memory", "samples.series with server-memory", "the most of any round"),
            List.of("Second by second", "load.seconds", "ok / length; pieces below 0.25 s left out"),
            List.of(
                    "Of the ceiling",
                    "calibration.ceilings, calibration.lines",
                    "median of the cell / perSecond, / mostPerSecond"),
            List.of(
                    "Verdicts",
                    "samples, load, calibration, confirmations",
                    "rules and thresholds in docs/verdicts.md; pagerace report DIR applies them again"));

    private final RaceResult result;

    RecomputeSection(RaceResult result) {
        this.result = result;
    }

    void write(Html html) {
        html.open("section", "id", "recompute").element("h2", "Every number from result.json");
        html.open("p", "class", "hint")
                .text(
                        "result.json beside this page holds all rounds; nothing here was measured elsewhere. A cell is the rounds with"
                                + " the same stack, page and mode. For instance the rates of one cell, to take the median of:")
                .close();
        html.open("pre").element("code", example()).close();
        Tables.open(html, "How each number is computed", "class", "formulas");
        Tables.head(html, List.of("Number", "Members of rounds[], or of the whole", "Formula"), List.of());
        for (List<String> formula : FORMULAS) {
            html.open("tr").element("th", formula.get(0), "scope", "row");
            html.open("td").element("code", formula.get(1)).close();
            html.element("td", formula.get(2)).close();
        }
        Tables.close(html);
        html.close();
    }

    private String example() {
        var plan = result.plan();
        return "jq '.rounds[] | select(.stack == " + quoted(plan.stacks().get(0)) + " and .page == "
                + quoted(plan.pages().get(0)) + " and .mode == "
                + quoted(plan.modes().get(0).name()) + ") | .load.perSecond' result.json";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("'", "'\\''") + '"';
    }
}
