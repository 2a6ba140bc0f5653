package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.pagerace.report.ArticleTable.Group;
import org.pagerace.result.Calibration.LineCeiling;
import org.pagerace.result.Ethernet;
import org.pagerace.result.LinkInfo;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import tools.jackson.databind.JsonNode;

/** The article of 2006: what webbench prints of each run. */
final class ArticleWebbench {
    private static final double SECONDS_PER_MINUTE = 60;
    private static final Map<String, String> KINDS = Map.of("welcome", "static", "info", "php");

    /** What 500 clients of that time had in front of them. */
    private static final long ARTICLE_BITS_PER_SECOND = 100_000_000;

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

    /**
     * Returns a sentence for each figure of the article that is above what its line carries: compared with the line of this
     * race if it had one, else with what is computed from the size that the article's answers had.
     */
    static List<String> misfits(RaceSummary summary, ArticleSource source) {
        List<String> misfits = new ArrayList<>();
        for (JsonNode result : source.results()) {
            double perSecond = result.path("speed_pages_per_min").asDouble() / SECONDS_PER_MINUTE;
            long bytes = Math.round(result.path("bytes_per_sec").asDouble() / perSecond);
            double computed = Ethernet.responsesPerSecond(ARTICLE_BITS_PER_SECOND, bytes, true);
            if (perSecond > computed) {
                String what = ArticleSource.system(result) + ": its " + whole(perSecond) + "/s are "
                        + line(summary, result.path("kind").asString())
                                .map(line -> above(perSecond, line.mostPerSecond()) + ofThisRace(summary, line))
                                .orElseGet(() -> above(perSecond, computed) + "that "
                                        + LinkInfo.inWords(ARTICLE_BITS_PER_SECOND) + " carries of its "
                                        + Numbers.count(bytes) + " bytes with head");
                misfits.add(what);
            }
        }
        return misfits;
    }

    private static Optional<LineCeiling> line(RaceSummary summary, String kind) {
        return summary.result().calibration().lines().stream()
                .filter(line -> kind.equals(KINDS.get(line.page())))
                .findFirst();
    }

    private static String above(double perSecond, double ceiling) {
        return String.format(
                Locale.ROOT,
                "%.0f %% %s the %s/s ",
                Math.abs(100 * (perSecond / ceiling - 1)),
                perSecond > ceiling ? "above" : "below",
                whole(ceiling));
    }

    private static String ofThisRace(RaceSummary summary, LineCeiling line) {
        RaceResult race = summary.result();
        String rate = race.plan()
                .link()
                .map(link -> LinkInfo.inWords((double) link.bitsPerSecond()) + " ")
                .orElse("");
        String reached = summary.fastestHere(line.page())
                .map(cell ->
                        "; the fastest stack got " + whole(cell.throughput().median()) + "/s through it")
                .orElse("");
        return "that the " + rate + "line of this race carries of " + line.page() + " ("
                + Numbers.count(line.leastBytes()) + " bytes without head)" + reached;
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
