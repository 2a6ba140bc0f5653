package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.pagerace.report.ArticleTable.Group;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo.Mode;
import tools.jackson.databind.JsonNode;

/** The article of 2006: what webbench prints of each run. */
final class ArticleWebbench {
    private static final double SECONDS_PER_MINUTE = 60;
    private static final Map<String, String> KINDS = Map.of("welcome", "static", "info", "php");

    private ArticleWebbench() {}

    static List<ArticleTable> tables(RaceSummary summary, ArticleSource source) {
        List<ArticleTable> tables = new ArrayList<>();
        for (Mode mode : summary.result().plan().modes()) {
            for (String page : summary.result().plan().pages()) {
                List<Group> ours = summary.result().plan().stacks().stream()
                        .map(stack -> new Group(
                                stack,
                                true,
                                summary.cell(mode.name(), page, stack).rounds().stream()
                                        .map(round -> row(round.load()))
                                        .toList()))
                        .toList();
                List<Group> theirs = new ArrayList<>();
                for (JsonNode result : source.results()) {
                    if (result.path("kind").asString().equals(KINDS.get(page))) {
                        theirs.add(theirs(result, source.year()));
                    }
                }
                tables.add(new ArticleTable(
                        page + ", " + Prose.title(mode),
                        "system",
                        List.of("pages/min", "bytes/s", "right", "failed"),
                        ours,
                        theirs));
            }
        }
        return tables;
    }

    private static List<String> row(LoadResult load) {
        double seconds = load.elapsed().toNanos() / 1e9;
        double bytesPerSecond = seconds == 0 ? 0 : load.receivedBytes() / seconds;
        return row(load.perSecond() * SECONDS_PER_MINUTE, bytesPerSecond, load.ok(), load.failed());
    }

    private static Group theirs(JsonNode result, String year) {
        List<String> row = row(
                result.path("speed_pages_per_min").asDouble(),
                result.path("bytes_per_sec").asDouble(),
                result.path("requests_ok").asLong(),
                result.path("requests_failed").asLong());
        String name = result.path("description").asString() + ", "
                + result.path("variant").asString();
        return new Group(year + ": " + name, false, List.of(row));
    }

    private static List<String> row(double perMinute, double bytesPerSecond, long right, long failed) {
        return List.of(whole(perMinute), whole(bytesPerSecond), Numbers.count(right), Numbers.count(failed));
    }

    private static String whole(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }
}
