package org.pagerace.report;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.pagerace.verdict.Finding;
import org.pagerace.verdict.Grade;
import org.pagerace.verdict.Judge;
import org.pagerace.verdict.Verdict;

/** What bound each number: badges in the tables of numbers, and the evidence in words. For one thread. */
final class VerdictSection {
    private static final String CAUTION = "badge caution";

    private final Judge judge;
    private final Palette palette;
    private final Map<List<String>, Verdict> known = new HashMap<>();

    VerdictSection(Judge judge, Palette palette) {
        this.judge = judge;
        this.palette = palette;
    }

    Verdict verdict(Cell cell) {
        return known.computeIfAbsent(
                List.of(cell.mode(), cell.page(), cell.stack()),
                key -> judge.verdict(cell.mode(), cell.page(), cell.stack()));
    }

    /** Writes the tightest limit as a badge, and a mark for whatever makes the number doubtful. */
    void brief(Html html, Cell cell) {
        Verdict verdict = verdict(cell);
        html.open("span", "class", "badges");
        Finding limit = verdict.limits().get(0);
        badge(html, style(limit), mark(limit), limit.cause().label(), verdict.limits());
        if (!verdict.cautions().isEmpty()) {
            badge(html, CAUTION, "!", "", verdict.cautions());
        }
        html.close();
    }

    /** Writes what bound each cell, with all evidence. */
    void write(Html html, List<Cell> cells, String page) {
        html.element("h4", "What bound it");
        Tables.open(html, "Verdicts on " + page, "class", "verdicts");
        Tables.head(html, List.of("Stack", "Verdict and evidence"), List.of());
        for (Cell cell : cells) {
            Verdict verdict = verdict(cell);
            Tables.row(html, palette, cell.stack());
            html.open("td");
            verdict.limits().forEach(limit -> evidence(html, limit, style(limit), mark(limit)));
            verdict.cautions().forEach(caution -> evidence(html, caution, CAUTION, "!"));
            html.close().close();
        }
        Tables.close(html);
        unseen(html, cells);
    }

    /** What was not seen is mostly the same for all stacks, so it is said once. */
    private void unseen(Html html, List<Cell> cells) {
        Map<String, Set<String>> stacks = new LinkedHashMap<>();
        List<Cell> measured = cells.stream().filter(Cell::isMeasured).toList();
        measured.forEach(cell -> verdict(cell)
                .unseen()
                .forEach(what -> stacks.computeIfAbsent(what, key -> new LinkedHashSet<>())
                        .add(cell.stack())));
        if (stacks.isEmpty()) {
            return;
        }
        html.open("details")
                .element("summary", "Not seen, so not ruled out (" + stacks.size() + ")")
                .open("ul");
        stacks.forEach((what, names) -> html.element(
                "li", what + (names.size() == measured.size() ? "" : " (" + String.join(", ", names) + ")")));
        html.close().close();
    }

    private static void evidence(Html html, Finding finding, String style, String mark) {
        html.open("p").open("span", "class", style);
        html.element("span", mark, "class", "mark", "aria-hidden", "true")
                .text(finding.cause().label());
        html.close().text(" " + grade(finding) + sentence(finding)).close();
    }

    private static String sentence(Finding finding) {
        return finding.evidence().endsWith(".") ? finding.evidence() : finding.evidence() + ".";
    }

    private static String grade(Finding finding) {
        String share = finding.share().inWords().isEmpty()
                ? ""
                : " in " + finding.share().inWords();
        return finding.grade() == Grade.UNEXPLAINED
                ? ""
                : finding.grade().name().toLowerCase(Locale.ROOT) + share + ": ";
    }

    /** The evidence shows while the badge is pointed at or has the focus; a reader of the screen hears it after the badge. */
    private static void badge(Html html, String style, String mark, String text, List<Finding> findings) {
        html.open("span", "class", style, "tabindex", "0");
        html.element("span", mark, "class", "mark", "aria-hidden", "true").text(text);
        html.open("span", "class", "tip", "role", "tooltip");
        findings.forEach(finding -> html.element(
                "span", finding.cause().label() + ", " + grade(finding) + sentence(finding), "class", "line"));
        html.close().close();
    }

    private static String style(Finding limit) {
        return "badge " + limit.grade().name().toLowerCase(Locale.ROOT);
    }

    /** A shape for each grade, so that nothing depends on a colour. */
    private static String mark(Finding limit) {
        return switch (limit.grade()) {
            case CONFIRMED -> "●";
            case OBSERVED -> "○";
            case UNEXPLAINED -> "?";
        };
    }
}
