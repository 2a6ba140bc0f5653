package org.pagerace.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.pagerace.result.FairnessSheet;
import org.pagerace.result.FairnessSheet.Line;
import org.pagerace.result.RaceResult;

/** How each stack was set up: what differs side by side, what is alike once. */
final class FairnessSection {
    private final RaceResult result;
    private final Palette palette;

    FairnessSection(Material material) {
        this.result = material.result();
        this.palette = material.palette();
    }

    void write(Html html) {
        FairnessSheet sheet = FairnessSheet.of(result.stacks());
        if (sheet.lines().isEmpty()) {
            return;
        }
        html.open("section", "id", "fairness").element("h2", "Fairness sheet");
        overridden(html);
        gaps(html, sheet);
        List<Line> differ = sheet.lines().stream().filter(Line::differs).toList();
        List<Line> alike =
                sheet.lines().stream().filter(line -> !line.differs()).toList();
        html.element("h3", "What differs");
        html.element(
                "p",
                "Side by side; where most stacks have the same value, a dot marks the others. These are different ways to do"
                        + " the same work: the race refuses to start where the work itself differs. What was seen or counted before the"
                        + " race replaces what a stack says of itself.",
                "class",
                "hint");
        differing(html, sheet, differ);
        html.element("h3", "What is alike");
        alike(html, sheet, alike.stream().filter(line -> !line.isPhpIni()).toList());
        List<Line> ini = alike.stream().filter(Line::isPhpIni).toList();
        if (!ini.isEmpty()) {
            html.open("details")
                    .element("summary", "php.ini, as the race ships it (" + Numbers.count(ini.size(), "setting") + ")");
            alike(html, sheet, ini);
            html.close();
        }
        html.close();
    }

    private void overridden(Html html) {
        if (result.plan().overridden().isEmpty()) {
            return;
        }
        html.open("div", "class", "status bad")
                .element(
                        "p",
                        "These differences change the work and would have refused the race; somebody overrode that:")
                .open("ul");
        result.plan().overridden().forEach(difference -> html.element("li", difference));
        html.close().close();
    }

    /** What a stack does not tell is no agreement: who reads the sheet must know what was not compared. */
    private static void gaps(Html html, FairnessSheet sheet) {
        Map<List<String>, List<String>> facts = new LinkedHashMap<>(); // by the stacks that do not tell them
        for (Line line : sheet.lines()) {
            List<String> silent = new ArrayList<>();
            for (int i = 0; i < line.values().size(); i++) {
                if (Line.isGap(line.values().get(i))) {
                    silent.add(sheet.stacks().get(i));
                }
            }
            if (!silent.isEmpty()) {
                facts.computeIfAbsent(silent, same -> new ArrayList<>()).add(line.fact());
            }
        }
        if (facts.isEmpty()) {
            return;
        }
        html.open("div", "class", "status care")
                .element("p", "Not known of every stack, so not compared, and no agreement:")
                .open("ul");
        facts.forEach((stacks, lines) -> html.element(
                "li",
                Prose.list(stacks) + ": " + Numbers.count(lines.size(), "line") + " (" + String.join(", ", lines)
                        + ")"));
        html.close().close();
    }

    private void differing(Html html, FairnessSheet sheet, List<Line> lines) {
        if (lines.isEmpty()) {
            html.element("p", "Nothing that the stacks tell about themselves.");
            return;
        }
        Tables.open(html, "Settings that differ", "class", "sheet pinned");
        html.open("thead").open("tr").element("th", "Setting", "scope", "col");
        for (String stack : sheet.stacks()) {
            html.open("th", "scope", "col");
            palette.name(html, stack);
            html.close();
        }
        html.close().close().open("tbody");
        for (Line line : lines) {
            html.open("tr").element("th", line.fact(), "scope", "row");
            String usual = usual(line);
            for (String value : line.values()) {
                value(html, value, usual);
            }
            html.close();
        }
        Tables.close(html);
    }

    private static void value(Html html, String value, String usual) {
        if (value.isEmpty()) {
            html.element("td", "–", "class", "alike");
        } else if (usual.isEmpty()) {
            html.element("td", value);
        } else if (value.equals(usual)) {
            html.element("td", value, "class", "alike");
        } else {
            html.open("td", "class", "differs")
                    .element("span", "• ", "class", "mark", "aria-hidden", "true")
                    .text(value)
                    .close();
        }
    }

    /** Returns the value that more than half of the stacks have; empty if there is none. */
    private static String usual(Line line) {
        long known = line.values().stream().filter(value -> !value.isEmpty()).count();
        Map<String, Long> counts = line.values().stream()
                .filter(value -> !value.isEmpty())
                .collect(Collectors.groupingBy(value -> value, LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .filter(entry -> 2 * entry.getValue() > known)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    private void alike(Html html, FairnessSheet sheet, List<Line> lines) {
        if (lines.isEmpty()) {
            html.element("p", "Nothing that all stacks tell about themselves.");
            return;
        }
        Tables.open(html, "Settings that are alike", "class", "sheet");
        Tables.head(html, List.of("Setting", "Value", "Of"), List.of());
        for (Line line : lines) {
            List<String> telling = new ArrayList<>();
            for (int i = 0; i < line.values().size(); i++) {
                if (!line.values().get(i).isEmpty()) {
                    telling.add(sheet.stacks().get(i));
                }
            }
            html.open("tr").element("th", line.fact().replaceFirst("^php[.]ini ", ""), "scope", "row");
            html.element(
                    "td",
                    line.values().stream()
                            .filter(value -> !value.isEmpty())
                            .findFirst()
                            .orElse("–"));
            html.element("td", telling.size() == sheet.stacks().size() ? "all" : Prose.list(telling), "class", "hint");
            html.close();
        }
        Tables.close(html);
    }
}
