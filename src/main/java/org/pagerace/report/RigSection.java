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
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.LinkInfo;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;
import org.pagerace.verdict.Cause;

/** What the numbers were measured with, and what that itself can do: line, driver, null server, noise, samplers. */
final class RigSection {
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
        html.element("h3", "Ceilings");
        lines(html);
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
        return LinkInfo.inWords((double) link.bitsPerSecond()) + ", shaped to "
                + LinkInfo.inWords((double) link.shapedBitsPerSecond()) + "; " + link.description() + ".";
    }

    private String driver() {
        return result.plan().driver().equals("builtin")
                ? "pagerace's own, which checks bodies and counts every request in exactly one class."
                : result.plan().driver() + ", an external tool: what it does not count is not known here.";
    }

    private String noise() {
        Optional<Calibration.NoiseFloor> noise = result.calibration().noise();
        return MethodNotes.margin(noise)
                + noise.filter(floor -> !floor.given())
                        .map(floor -> " It comes from " + Numbers.count(floor.pairs(), "pair") + " of rounds, measured "
                                + floor.measuredAt() + ".")
                        .orElse("");
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
                + " of one processor, samplers and our own /status; what other servers and the database needed to answer is not in it.";
    }

    private void lines(Html html) {
        List<Calibration.LineCeiling> lines = result.calibration().lines();
        if (lines.isEmpty()) {
            return;
        }
        html.element(
                "p",
                "What the line carries of each page at most, computed from its rate, beside the fastest stack behind it in any"
                        + " mode. Near that the number is the line's.",
                "class",
                "hint");
        Tables.open(html, "Ceilings of the line");
        Tables.head(html, List.of("Page"), List.of("Body bytes", "Line/s", "Fastest stack/s", "Of the ceiling"));
        for (Calibration.LineCeiling line : lines) {
            double fastest = median(material.summary().fastestHere(line.page()));
            html.open("tr").element("th", line.page(), "scope", "row");
            Tables.number(html, range(Numbers.count(line.leastBytes()), Numbers.count(line.mostBytes())));
            Tables.number(html, range(Numbers.rate(line.leastPerSecond()), Numbers.rate(line.mostPerSecond())));
            Tables.number(html, Numbers.rate(fastest));
            Tables.number(html, Numbers.percent(fastest / line.mostPerSecond()));
            html.close();
        }
        Tables.close(html);
    }

    private static String range(String from, String to) {
        return from.equals(to) ? from : from + " to " + to;
    }

    private static double median(Optional<Cell> cell) {
        return cell.map(one -> one.throughput().median()).orElse(0.0);
    }

    private void ceilings(Html html) {
        List<Calibration.Ceiling> ceilings = result.calibration().ceilings();
        if (ceilings.isEmpty()) {
            html.element(
                    "p",
                    "The null server was not asked"
                            + (result.plan().link().isPresent() ? ", as always behind a line" : "")
                            + ", so it is not known how close to the rig's own limit the numbers are.");
            return;
        }
        html.element(
                "p",
                "What a server that only sends so many bytes reaches with the same driver, connections and line, beside the"
                        + " fastest stack that ran here. Where that share is marked, see the verdict "
                        + Cause.RIG_CEILING.label() + ", the number says as much of the rig as of the stack.",
                "class",
                "hint");
        Tables.open(html, "Ceilings of the null server");
        Tables.head(
                html,
                List.of("Page", "Mode"),
                List.of("Body bytes", "Null server/s", "Fastest stack/s", "Of the ceiling"));
        for (Calibration.Ceiling ceiling : ceilings) {
            Optional<Cell> cell = material.summary().fastestHere(ceiling.mode(), ceiling.page());
            double fastest = median(cell);
            html.open("tr").element("th", ceiling.page(), "scope", "row").element("td", ceiling.mode());
            Tables.number(html, Numbers.count(ceiling.bodyBytes()));
            Tables.number(html, Numbers.rate(ceiling.perSecond()));
            Tables.number(html, Numbers.rate(fastest));
            double share = ceiling.perSecond() > 0 ? fastest / ceiling.perSecond() : 0;
            boolean near = cell.filter(this::isNearTheCeiling).isPresent();
            html.element("td", Numbers.percent(share), "class", near ? "num failed" : "num");
            html.close();
        }
        Tables.close(html);
    }

    private boolean isNearTheCeiling(Cell cell) {
        return material.verdicts().verdict(cell).cautions().stream()
                .anyMatch(caution -> caution.cause() == Cause.RIG_CEILING);
    }

    private void confirmations(Html html) {
        List<Confirmation> changed = result.confirmations().stream()
                .filter(run -> run.change() != Change.NOTHING)
                .toList();
        if (changed.isEmpty()) {
            return;
        }
        html.element("h3", "What was changed to confirm a verdict");
        Tables.open(html, "Confirmations");
        Tables.head(html, List.of("Stack", "Page", "Mode", "Changed"), List.of("Unchanged/s", "Changed/s", "Ratio"));
        for (Confirmation confirmation : changed) {
            double before = unchanged(confirmation);
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

    /** The run without a change, made at about the same time; without one the median of the rounds. */
    private double unchanged(Confirmation confirmation) {
        return result.confirmations().stream()
                .filter(run -> run.change() == Change.NOTHING
                        && run.stack().equals(confirmation.stack())
                        && run.page().equals(confirmation.page())
                        && run.mode().equals(confirmation.mode()))
                .findFirst()
                .map(run -> run.load().perSecond())
                .or(() -> Optional.ofNullable(
                                material.summary().cell(confirmation.mode(), confirmation.page(), confirmation.stack()))
                        .filter(Cell::isMeasured)
                        .map(cell -> cell.throughput().median()))
                .orElse(0.0);
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
