package org.pagerace.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.pagerace.result.PageInfo;
import org.pagerace.result.ParityResult;
import org.pagerace.result.ParityResult.Row;
import org.pagerace.result.SkippedStack;

/** A check of equality as text for a terminal. */
public final class ParityText {
    private static final int SHOWN_HASH = 12;
    private static final Set<String> DYNAMIC = Set.of("info", "db", "open");

    private final ParityResult result;

    public ParityText(ParityResult result) {
        this.result = result;
    }

    /**
     * Returns tables, differences and one last line with the verdict.
     *
     * @param verbose a line for every answer, not only for what all have in common
     */
    public String render(boolean verbose) {
        var text = new StringBuilder();
        text.append(verbose ? answers() : pages()).append('\n');
        text.append("How answers are framed in each form of HTTP (+: the connection was kept)\n");
        text.append(framing()).append('\n');
        String sql = sql();
        if (!sql.isEmpty()) {
            text.append("What one request costs the database\n").append(sql).append('\n');
        }
        for (SkippedStack skipped : result.skipped()) {
            text.append("skipped: ").append(skipped.inWords()).append('\n');
        }
        result.unknown().forEach(what -> text.append(TextReport.wrapped("not known: ", what)));
        result.differences().forEach(difference -> text.append(TextReport.wrapped("differs: ", difference)));
        return text.append(verdict()).append('\n').toString();
    }

    /** One line for all stacks that answer a page with the same bytes. */
    private String pages() {
        var table = new TextTable()
                .left(2, 3)
                .row("page", "bytes", "SHA-256", "answered by")
                .rule();
        for (PageInfo page : result.pages()) {
            Map<PageInfo.Body, List<String>> stacks = new LinkedHashMap<>();
            page.bodies()
                    .forEach((stack, body) -> stacks.computeIfAbsent(
                                    new PageInfo.Body("", body.bytes(), body.sha256()), same -> new ArrayList<>())
                            .add(stack));
            stacks.forEach((body, names) -> table.row(
                    page.page(),
                    Numbers.count(body.bytes()),
                    shortened(body.sha256()),
                    stacks.size() == 1 && names.size() > 1
                            ? "all " + names.size() + " alike"
                            : String.join(", ", names)));
        }
        return table.render();
    }

    private String answers() {
        var table = new TextTable()
                .left(1, 2, 3, 4, 6)
                .row("page", "stack", "HTTP", "status", "framing", "bytes", "SHA-256")
                .rule();
        for (Row row : result.rows()) {
            table.row(
                    row.page(),
                    row.stack(),
                    row.form(),
                    Integer.toString(row.status()),
                    framing(row),
                    Numbers.count(row.bytes()),
                    shortened(row.sha256()));
        }
        return table.render();
    }

    /** One line for all pages that a stack frames alike. */
    private String framing() {
        Set<String> forms = result.rows().stream().map(Row::form).collect(Collectors.toCollection(LinkedHashSet::new));
        List<String> head = new ArrayList<>(List.of("stack"));
        head.addAll(forms);
        head.add("pages");
        var table = new TextTable().left(1, 2, 3, 4, 5).row(head).rule();
        for (String stack : stacks()) {
            Map<List<String>, List<String>> pages = new LinkedHashMap<>(); // by framing in each form
            for (PageInfo page : result.pages()) {
                List<String> framings = result.rows().stream()
                        .filter(row -> row.stack().equals(stack) && row.page().equals(page.page()))
                        .map(ParityText::framing)
                        .toList();
                pages.computeIfAbsent(framings, same -> new ArrayList<>()).add(page.page());
            }
            pages.forEach((framings, names) -> {
                List<String> row = new ArrayList<>(List.of(stack));
                row.addAll(framings);
                row.add(inWords(names));
                table.row(row);
            });
        }
        return table.render();
    }

    /** The names, in few words where they are many. */
    private String inWords(List<String> names) {
        List<String> files = result.pages().stream()
                .map(PageInfo::page)
                .filter(ParityText::isFile)
                .toList();
        if (names.size() == result.pages().size()) {
            return "all";
        }
        if (!names.containsAll(files)) {
            return String.join(", ", names);
        }
        List<String> shorter = new ArrayList<>(List.of("static"));
        names.stream().filter(name -> !isFile(name)).forEach(shorter::add);
        return String.join(", ", shorter);
    }

    private static boolean isFile(String page) {
        return !DYNAMIC.contains(page.replaceFirst("[?].*", ""));
    }

    private String sql() {
        List<PageInfo> counted =
                result.pages().stream().filter(page -> !page.sql().isEmpty()).toList();
        if (counted.isEmpty()) {
            return "";
        }
        List<String> head = new ArrayList<>(List.of("stack"));
        counted.forEach(page -> head.add(page.page()));
        var table = new TextTable().left(1, 2).row(head).rule();
        for (String stack : stacks()) {
            List<String> row = new ArrayList<>(List.of(stack));
            counted.forEach(page -> row.add(page.sql().get(stack).inWords()));
            table.row(row);
        }
        return table.render();
    }

    private String verdict() {
        int differences = result.differences().size();
        if (differences > 0) {
            return "NOT EQUAL: " + Prose.count(differences, "difference") + ", see above";
        }
        long bytes = result.rows().stream()
                .filter(row -> result.pages().stream()
                        .anyMatch(page -> page.identical() && page.page().equals(row.page())))
                .mapToLong(Row::bytes)
                .sum();
        return "EQUAL: " + Prose.count(stacks().size(), "stack") + ", "
                + Prose.count(result.pages().size(), "page") + ", "
                + Prose.count(result.rows().size(), "answer") + ", " + Numbers.count(bytes) + " bytes compared"
                + (result.unknown().isEmpty()
                        ? ""
                        : "; " + Prose.count(result.unknown().size(), "thing") + " not known, see above");
    }

    private Set<String> stacks() {
        return result.rows().stream().map(Row::stack).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String framing(Row row) {
        return row.framing() + (row.kept() ? " +" : "");
    }

    private static String shortened(String hash) {
        return hash.substring(0, Math.min(SHOWN_HASH, hash.length())) + "…";
    }
}
