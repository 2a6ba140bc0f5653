package org.pagerace.report;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.pagerace.result.Calibration;
import org.pagerace.result.Confirmation;
import org.pagerace.result.LinkInfo;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;

/** What the numbers were measured with, and what that itself can do: line, driver, null server, noise, samplers. */
final class RigSection {
    private static final double NEAR = 0.7; // from here on the rig may be what was measured

    private final Material material;
    private final RaceResult result;

    RigSection(Material material) {
        this.material = material;
        this.result = material.result();
    }

    void write(Html html) {
        html.open("section", "id", "rig").element("h2", "The rig").open("ul");
        html.element("li", "Line: " + line());
        html.element("li", "Driver: " + driver());
        html.element("li", "Noise floor: " + noise());
        html.element("li", "Sampling: " + sampling());
        html.close();
        ceilings(html);
        confirmations(html);
        unseen(html);
        html.close();
    }

    private String line() {
        return result.plan()
                .link()
                .map(RigSection::line)
                .orElse("none; client and servers share the loopback interface of one machine.");
    }

    private static String line(LinkInfo link) {
        return Numbers.bits(link.bitsPerSecond()) + ", shaped to " + Numbers.bits(link.shapedBitsPerSecond()) + "; "
                + link.description() + ".";
    }

    private String driver() {
        return result.plan().driver().equals("builtin")
                ? "pagerace's own, which checks bodies and counts every request in exactly one class."
                : result.plan().driver() + ", an external tool: what it does not count is not known here.";
    }

    private String noise() {
        return result.calibration()
                .noise()
                .map(RigSection::noise)
                .orElse(
                        "not measured, so no two stacks are called equal; pagerace race --noise-floor measures it once per machine.");
    }

    private static String noise(Calibration.NoiseFloor noise) {
        String margin = Numbers.percent(noise.margin());
        return noise.given()
                ? margin + ", given by hand."
                : margin + ", the 95th percentile of " + Numbers.count(noise.pairs(), "difference")
                        + " between two copies of one stack, measured " + noise.measuredAt()
                        + "; closer stacks are called equal.";
    }

    private String sampling() {
        List<Samples> samples = result.rounds().stream()
                .map(RoundResult::samples)
                .filter(one -> !one.series().isEmpty())
                .toList();
        if (samples.isEmpty()) {
            return "none, so verdicts rest on what the driver saw.";
        }
        double cost = samples.stream()
                .map(Samples::cost)
                .reduce(Duration.ZERO, Duration::plus)
                .toNanos();
        double elapsed = result.rounds().stream()
                .filter(round -> !round.samples().series().isEmpty())
                .mapToDouble(round -> (double) round.load().elapsed().toNanos())
                .sum();
        return "in " + Numbers.count(samples.size(), "round") + "; it took " + Numbers.percent(cost / elapsed)
                + " of one processor, samplers and those they asked together.";
    }

    private void ceilings(Html html) {
        List<Calibration.Ceiling> ceilings = result.calibration().ceilings();
        html.element("h3", "Ceilings");
        if (ceilings.isEmpty()) {
            html.element(
                    "p",
                    "The null server was not asked, so it is not known how close to the rig's own limit the numbers are.");
            return;
        }
        html.element(
                "p",
                "What a server that only sends so many bytes reaches with the same driver, connections and line. Above 70 % of it"
                        + " a number says as much of the rig as of the stack.",
                "class",
                "hint");
        Tables.open(html, "Ceilings of the null server");
        Tables.head(
                html,
                List.of("Page", "Mode"),
                List.of("Body bytes", "Null server/s", "Fastest stack/s", "Of the ceiling"));
        for (Calibration.Ceiling ceiling : ceilings) {
            double fastest =
                    material.summary().fastest(ceiling.mode(), ceiling.page()).orElse(0);
            html.open("tr").element("th", ceiling.page(), "scope", "row").element("td", ceiling.mode());
            Tables.number(html, Numbers.count(ceiling.bodyBytes()));
            Tables.number(html, Numbers.rate(ceiling.perSecond()));
            Tables.number(html, Numbers.rate(fastest));
            double share = ceiling.perSecond() > 0 ? fastest / ceiling.perSecond() : 0;
            html.element("td", Numbers.percent(share), "class", share > NEAR ? "num failed" : "num");
            html.close();
        }
        Tables.close(html);
    }

    private void confirmations(Html html) {
        if (result.confirmations().isEmpty()) {
            return;
        }
        html.element("h3", "What was changed to confirm a verdict");
        Tables.open(html, "Confirmations");
        Tables.head(html, List.of("Stack", "Page", "Mode", "Changed"), List.of("Median/s", "Changed/s", "Ratio"));
        for (Confirmation confirmation : result.confirmations()) {
            Optional<Cell> cell = Optional.ofNullable(
                            material.summary().cell(confirmation.mode(), confirmation.page(), confirmation.stack()))
                    .filter(Cell::isMeasured);
            double before = cell.map(one -> one.throughput().median()).orElse(0.0);
            double after = confirmation.load().perSecond();
            Tables.row(html, material.palette(), confirmation.stack());
            html.element("td", confirmation.page()).element("td", confirmation.mode());
            html.element(
                    "td",
                    confirmation
                            .change()
                            .name()
                            .toLowerCase(Locale.ROOT)
                            .replace('_', ' ')
                            .replace("head", "HEAD"));
            Tables.number(html, Numbers.rate(before));
            Tables.number(html, Numbers.rate(after));
            Tables.number(html, before > 0 ? Numbers.ratio(after / before) : "–");
            html.close();
        }
        Tables.close(html);
    }

    private void unseen(Html html) {
        Map<String, Set<String>> stacks = new LinkedHashMap<>();
        for (RoundResult round : result.rounds()) {
            for (Samples.Unseen unseen : round.samples().unseen()) {
                stacks.computeIfAbsent(unseen.metric().label() + ": " + unseen.reason(), key -> new LinkedHashSet<>())
                        .add(round.stack());
            }
        }
        if (stacks.isEmpty()) {
            return;
        }
        html.element("h3", "What could not be seen");
        html.open("details").element("summary", Numbers.count(stacks.size(), "reason"));
        html.open("ul");
        stacks.forEach((reason, names) -> html.element("li", reason + " (" + who(names) + ")"));
        html.close().close();
    }

    private String who(Set<String> names) {
        PlanInfo plan = result.plan();
        return names.containsAll(plan.stacks()) ? "all stacks" : names.stream().collect(Collectors.joining(", "));
    }
}
