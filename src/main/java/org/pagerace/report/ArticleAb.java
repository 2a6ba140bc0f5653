package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.pagerace.report.ArticleTable.Group;
import org.pagerace.result.PlanInfo.Mode;
import tools.jackson.databind.JsonNode;

/** The article of 2012: per mode and system the requests per second of three rounds of each page. */
final class ArticleAb {
    private static final String NONE = "-";

    private static final Map<String, String> FILES = Map.of(
            "index", "index.html",
            "jquery", "jquery-1.7.1.min.js",
            "info", "info.php",
            "db", "db.php",
            "open", "open.php");

    private ArticleAb() {}

    static List<ArticleTable> tables(RaceSummary summary, ArticleSource source) {
        List<String> pages = summary.result().plan().pages();
        List<ArticleTable> tables = new ArrayList<>();
        for (Mode mode : summary.result().plan().modes()) {
            List<Group> ours = summary.result().plan().stacks().stream()
                    .map(stack -> ours(summary, mode, stack))
                    .toList();
            List<Group> theirs = new ArrayList<>();
            for (JsonNode result : source.results()) {
                if (result.path("mode").asString().equals(mode.name())) {
                    theirs.add(theirs(result, source.year(), pages));
                }
            }
            tables.add(new ArticleTable(Prose.title(mode) + "; requests per second", "system", pages, ours, theirs));
        }
        return tables;
    }

    private static Group ours(RaceSummary summary, Mode mode, String stack) {
        List<String> pages = summary.result().plan().pages();
        List<List<Double>> columns = pages.stream()
                .map(page -> summary.cell(mode.name(), page, stack).rounds().stream()
                        .map(round -> round.load().perSecond())
                        .toList())
                .toList();
        return new Group(stack, true, rows(columns));
    }

    private static Group theirs(JsonNode result, String year, List<String> pages) {
        List<List<Double>> columns = pages.stream()
                .map(page -> ArticleSource.numbers(result.path("rps").path(FILES.getOrDefault(page, page))))
                .toList();
        String system = result.path("system").asString();
        String variant = result.path("variant").asString();
        String name = system.endsWith(variant) ? system : system + " (" + variant + ")";
        return new Group(year + ": " + name, false, rows(columns));
    }

    /** Two decimals, as ab and the article print them. */
    private static List<List<String>> rows(List<List<Double>> columns) {
        int rows = columns.stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, Math.max(1, rows))
                .mapToObj(row -> columns.stream()
                        .map(column ->
                                row < column.size() ? String.format(Locale.ROOT, "%,.2f", column.get(row)) : NONE)
                        .toList())
                .toList();
    }
}
