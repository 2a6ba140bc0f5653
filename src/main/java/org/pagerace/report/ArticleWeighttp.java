package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.pagerace.report.ArticleTable.Group;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import tools.jackson.databind.JsonNode;

/** The article of 2017: requests per second by number of connections, a curve per number of threads, and total times. */
final class ArticleWeighttp {
    private static final String NONE = "-";
    private static final double SECONDS_PER_HOUR = 3600;

    private final RaceSummary summary;
    private final RaceResult result;
    private final JsonNode method;
    private final List<Sweep> sweeps;

    ArticleWeighttp(RaceSummary summary, ArticleSource source) {
        this.summary = summary;
        this.result = summary.result();
        this.method = source.node().path("method");
        this.sweeps = Sweep.byThreads(result.plan());
    }

    List<ArticleTable> tables() {
        List<ArticleTable> tables = new ArrayList<>();
        for (String page : result.plan().pages()) {
            sweeps.forEach(sweep -> tables.add(sweep(page, sweep)));
            tables.add(totals(page));
        }
        return tables;
    }

    /** That of the article, which is told by the name; threads may make it more connections. */
    private static int level(Mode mode) {
        return Integer.parseInt(mode.name().substring(mode.name().indexOf("-c") + 2));
    }

    private ArticleTable sweep(String page, Sweep sweep) {
        List<Mode> modes = sweep.levels();
        List<Group> rows = modes.stream()
                .map(mode -> new Group(
                        Integer.toString(level(mode)),
                        false,
                        List.of(result.plan().stacks().stream()
                                .map(stack -> rate(summary.cell(mode.name(), page, stack)))
                                .toList())))
                .toList();
        String title = String.format(
                Locale.ROOT,
                "%s, %s, %s, keep-alive; requests per second by number of connections, median of %s",
                page,
                Numbers.count(sweep.threads(), "driver thread"),
                modes.get(0)
                        .requests()
                        .map(n -> Numbers.count(n) + " requests each")
                        .orElse("?"),
                summary.rounds());
        return new ArticleTable(title, "connections", result.plan().stacks(), rows, List.of());
    }

    private static String rate(Cell cell) {
        return cell.isMeasured() ? Numbers.rate(cell.throughput().median()) : NONE;
    }

    /** The article's sweep has more requests than ours may have had, so its length follows from the rates. */
    private ArticleTable totals(String page) {
        List<String> columns = new ArrayList<>();
        sweeps.forEach(sweep -> {
            columns.add(Numbers.count(sweep.threads(), "thread") + ": measured");
            columns.add("all of the article's requests");
        });
        List<Group> ours = result.plan().stacks().stream()
                .map(stack -> {
                    List<String> row = new ArrayList<>();
                    sweeps.forEach(sweep -> {
                        row.add(clock(OptionalDouble.of(
                                sweep.total(summary, page, stack).toMillis() / 1e3)));
                        row.add(clock(articleSeconds(page, stack, sweep.levels())));
                    });
                    return new Group(stack, true, List.of(row));
                })
                .toList();
        String title = String.format(
                Locale.ROOT,
                "%s, total time of a sweep (h:mm:ss): as measured, and %s requests per level in %s at the measured rates",
                page,
                Numbers.count(method.path("requests_per_level").asLong()),
                Numbers.count(method.path("rounds").asLong(), "round"));
        return new ArticleTable(title, "system", columns, ours, List.of());
    }

    /** Empty if a level was not measured, or had a round without an answer. */
    private OptionalDouble articleSeconds(String page, String stack, List<Mode> modes) {
        double requests = method.path("requests_per_level").asDouble();
        double rounds = method.path("rounds").asDouble();
        double seconds = 0;
        for (Mode mode : modes) {
            double perRequest = summary.cell(mode.name(), page, stack).rounds().stream()
                    .map(RoundResult::load)
                    .mapToDouble(LoadResult::perSecond)
                    .map(perSecond -> 1 / perSecond)
                    .average()
                    .orElse(Double.POSITIVE_INFINITY);
            seconds += requests * rounds * perRequest;
        }
        return Double.isInfinite(seconds) ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    private static String clock(OptionalDouble seconds) {
        if (seconds.isEmpty()) {
            return NONE;
        }
        long whole = Math.round(seconds.getAsDouble());
        long hours = (long) (whole / SECONDS_PER_HOUR);
        return String.format(Locale.ROOT, "%d:%02d:%02d", hours, whole / 60 % 60, whole % 60);
    }
}
