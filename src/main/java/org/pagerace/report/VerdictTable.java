package org.pagerace.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.verdict.Finding;
import org.pagerace.verdict.Judge;
import org.pagerace.verdict.Verdict;

/** What bound each number, as text: a line for each finding, and under it its evidence. */
final class VerdictTable {
    private static final String EVIDENCE = "    ";
    private static final String CAUTION = "care";

    private final RaceResult result;
    private final Judge judge;

    VerdictTable(RaceResult result) {
        this.result = result;
        this.judge = new Judge(result);
    }

    /** Neighbouring modes with the same verdict; the evidence is that of the last one. */
    private record Stretch(List<Mode> modes, Verdict verdict, boolean measured) {
        String name() {
            String first = modes.get(0).name();
            String last = modes.get(modes.size() - 1).name();
            return switch (modes.size()) {
                case 1 -> first;
                case 2 -> first + ", " + last;
                default -> first + " to " + last;
            };
        }
    }

    /** Returns the table and what was not seen, each line ended; empty if nothing was measured. */
    String render() {
        if (result.rounds().isEmpty()) {
            return "";
        }
        boolean severalModes = result.plan().modes().size() > 1;
        var table = new TextTable().left(1, 2, 3, 4, 5);
        table.row("what bound it", "stack", "grade", "cause", severalModes ? "mode" : "", "held in")
                .rule();
        List<String> evidence = new ArrayList<>();
        Map<String, Set<String>> unseen = new LinkedHashMap<>();
        for (String page : result.plan().pages()) {
            for (String stack : result.plan().stacks()) {
                for (Stretch stretch : stretches(page, stack)) {
                    rows(table, evidence, page, stack, stretch, severalModes);
                    stretch.verdict()
                            .unseen()
                            .forEach(what -> unseen.computeIfAbsent(what, any -> new LinkedHashSet<>())
                                    .add(stack));
                }
            }
        }
        return woven(table.render().lines().toList(), evidence) + inWords(unseen) + "\n";
    }

    private List<Stretch> stretches(String page, String stack) {
        List<Stretch> stretches = new ArrayList<>();
        for (Mode mode : result.plan().modes()) {
            boolean measured = isMeasured(mode, page, stack);
            Verdict verdict = judge.verdict(mode.name(), page, stack);
            Stretch last = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
            if (last != null
                    && last.measured() == measured
                    && causes(last.verdict()).equals(causes(verdict))) {
                stretches.remove(last);
                stretches.add(new Stretch(
                        Stream.concat(last.modes().stream(), Stream.of(mode)).toList(), verdict, measured));
            } else {
                stretches.add(new Stretch(List.of(mode), verdict, measured));
            }
        }
        return stretches;
    }

    private boolean isMeasured(Mode mode, String page, String stack) {
        return result.rounds().stream()
                .anyMatch(round -> round.mode().equals(mode.name())
                        && round.page().equals(page)
                        && round.stack().equals(stack));
    }

    private static List<String> causes(Verdict verdict) {
        return Stream.concat(verdict.limits().stream(), verdict.cautions().stream())
                .map(finding -> finding.grade() + finding.cause().name())
                .toList();
    }

    private static void rows(
            TextTable table, List<String> evidence, String page, String stack, Stretch stretch, boolean modes) {
        String first = page;
        String name = stack;
        String mode = modes ? stretch.name() : "";
        for (Finding finding : stretch.verdict().limits()) {
            table.row(
                    first,
                    name,
                    finding.grade().name(),
                    finding.cause().label(),
                    mode,
                    finding.share().inWords());
            evidence.add(finding.evidence());
            first = "";
            name = "";
            mode = "";
        }
        for (Finding finding : stretch.verdict().cautions()) {
            table.row(
                    "",
                    "",
                    CAUTION,
                    finding.cause().label(),
                    "",
                    finding.share().inWords());
            evidence.add(finding.evidence());
        }
    }

    /** The first two lines are the head. */
    private static String woven(List<String> lines, List<String> evidence) {
        var text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            text.append(lines.get(i)).append('\n');
            if (i >= 2) {
                text.append(TextReport.wrapped(EVIDENCE, evidence.get(i - 2)));
            }
        }
        return text.toString();
    }

    private String inWords(Map<String, Set<String>> unseen) {
        var text = new StringBuilder();
        unseen.forEach((what, stacks) -> text.append(TextReport.wrapped(
                "not seen: ",
                what + (stacks.size() < result.plan().stacks().size() ? "; " + String.join(", ", stacks) : ""))));
        return text.toString();
    }
}
