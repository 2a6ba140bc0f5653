package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.pagerace.report.ArticleTable.Group;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RoundResult;
import tools.jackson.databind.JsonNode;

/** The article of 2008: what http_load prints of each run, and how many of its fetches were whole pages. */
final class ArticleHttpLoad {
    private static final String NONE = "-";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final List<String> COLUMNS = List.of(
            "fetches/s",
            "pages/s",
            "connect: mean",
            "max",
            "min",
            "first response: mean",
            "max",
            "min",
            "bad bytes",
            "codes");

    private ArticleHttpLoad() {}

    static List<ArticleTable> tables(RaceSummary summary, ArticleSource source) {
        List<ArticleTable> tables = new ArrayList<>();
        for (Mode mode : summary.result().plan().modes()) {
            for (String page : summary.result().plan().pages()) {
                List<Group> ours = summary.result().plan().stacks().stream()
                        .map(stack -> new Group(
                                stack,
                                true,
                                summary.cell(mode.name(), page, stack).rounds().stream()
                                        .map(ArticleHttpLoad::ours)
                                        .toList()))
                        .toList();
                List<Group> theirs = new ArrayList<>();
                for (JsonNode result : source.results()) {
                    if (result.path("parallel").asInt() == mode.connections()) {
                        String name =
                                source.year() + ": " + result.path("system").asString();
                        theirs.add(new Group(name, false, List.of(theirs(result))));
                    }
                }
                tables.add(new ArticleTable(
                        page + ", " + Prose.title(mode) + "; times in ms; pages: whole ones only",
                        "system",
                        COLUMNS,
                        ours,
                        theirs));
            }
        }
        return tables;
    }

    private static List<String> ours(RoundResult round) {
        LoadResult load = round.load();
        long fetches = load.started() - load.count(FailureKind.ABORTED_AT_END);
        double seconds = load.elapsed().toNanos() / 1e9;
        List<String> row = new ArrayList<>();
        row.add(perSecond(seconds == 0 ? 0 : fetches / seconds));
        row.add(perSecond(load.perSecond()));
        row.addAll(times(load.connect()));
        row.addAll(times(load.firstByte()));
        row.add(Numbers.count(load.count(FailureKind.WRONG_BODY)
                + load.count(FailureKind.SHORT_BODY)
                + load.count(FailureKind.RESET_MID_BODY)));
        row.add(codes(load.statuses().entrySet().stream()
                .map(code -> code.getKey() + ": " + Numbers.count(code.getValue()))
                .toList()));
        return row;
    }

    private static List<String> times(Latency latency) {
        return latency.count() == 0
                ? List.of(NONE, NONE, NONE) // not told by every tool
                : List.of(
                        Numbers.millis(Math.round(latency.mean())),
                        Numbers.millis(latency.max()),
                        Numbers.millis(latency.min()));
    }

    private static List<String> theirs(JsonNode result) {
        List<String> row = new ArrayList<>();
        row.add(perSecond(result.path("fetches_per_sec").asDouble()));
        row.add(perSecond(result.path("derived").path("complete_pages_per_sec").asDouble()));
        for (String times : List.of("msecs_connect", "msecs_first_response")) {
            for (String figure : List.of("mean", "max", "min")) {
                row.add(Numbers.millis(
                        Math.round(result.path(times).path(figure).asDouble() * NANOS_PER_MILLI)));
            }
        }
        row.add(Numbers.count(result.path("bad_byte_counts").asLong()));
        row.add(codes(result.path("response_codes").properties().stream()
                .map((Map.Entry<String, JsonNode> code) ->
                        code.getKey() + ": " + Numbers.count(code.getValue().asLong()))
                .toList()));
        return row;
    }

    private static String codes(List<String> codes) {
        return codes.isEmpty() ? NONE : codes.stream().collect(Collectors.joining(", "));
    }

    private static String perSecond(double perSecond) {
        return String.format(Locale.ROOT, "%,.2f", perSecond);
    }
}
