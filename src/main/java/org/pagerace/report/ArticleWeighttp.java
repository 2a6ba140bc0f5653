package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.pagerace.report.ArticleTable.Group;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.statistics.Sample;
import tools.jackson.databind.JsonNode;

/** The article of 2017: requests per second by number of connections, a curve per number of threads, and total times. */
final class ArticleWeighttp {
    private static final String NONE = "-";
    private static final double SECONDS_PER_HOUR = 3600;

    private final RaceSummary summary;
    private final RaceResult result;
    private final JsonNode method;

    /** Answers per second by number of connections, of one stack under so many driver threads. */
    record Curve(String stack, String page, int threads, List<Point> points) {
        Curve {
            points = List.copyOf(points);
        }
    }

    /** @param perSecond of the rounds at one number of connections */
    record Point(int connections, Sample perSecond) {}

    ArticleWeighttp(RaceSummary summary, ArticleSource source) {
        this.summary = summary;
        this.result = summary.result();
        this.method = source.node().path("method");
    }

    /** Returns all curves, also for charts; a level that was not measured is left out. */
    List<Curve> curves() {
        List<Curve> curves = new ArrayList<>();
        byThreads().forEach((threads, modes) -> {
            for (String page : result.plan().pages()) {
                for (String stack : result.plan().stacks()) {
                    List<Point> points = new ArrayList<>();
                    for (Mode mode : modes) {
                        Cell cell = summary.cell(mode.name(), page, stack);
                        if (cell.isMeasured()) {
                            points.add(new Point(level(mode), cell.throughput()));
                        }
                    }
                    curves.add(new Curve(stack, page, threads, points));
                }
            }
        });
        return curves;
    }

    List<ArticleTable> tables() {
        List<ArticleTable> tables = new ArrayList<>();
        for (String page : result.plan().pages()) {
            byThreads().forEach((threads, modes) -> tables.add(sweep(page, threads, modes)));
            tables.add(totals(page));
        }
        return tables;
    }

    private TreeMap<Integer, List<Mode>> byThreads() {
        var modes = new TreeMap<Integer, List<Mode>>();
        result.plan()
                .modes()
                .forEach(mode -> modes.computeIfAbsent(mode.threads(), threads -> new ArrayList<>())
                        .add(mode));
        return modes;
    }

    /** That of the article, which is told by the name; threads may make it more connections. */
    private static int level(Mode mode) {
        return Integer.parseInt(mode.name().substring(mode.name().indexOf("-c") + 2));
    }

    private ArticleTable sweep(String page, int threads, List<Mode> modes) {
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
                Numbers.count(threads, "driver thread"),
                modes.get(0)
                        .requests()
                        .map(n -> Numbers.count(n) + " requests each")
                        .orElse("?"),
                Numbers.count(result.plan().rounds(), "round"));
        return new ArticleTable(title, "connections", result.plan().stacks(), rows, List.of());
    }

    private static String rate(Cell cell) {
        return cell.isMeasured() ? Numbers.rate(cell.throughput().median()) : NONE;
    }

    /** The article's sweep has more requests than ours may have had, so its length follows from the rates. */
    private ArticleTable totals(String page) {
        List<String> columns = new ArrayList<>();
        byThreads().keySet().forEach(threads -> {
            columns.add(Numbers.count(threads, "thread") + ": measured");
            columns.add("all of the article's requests");
        });
        List<Group> ours = result.plan().stacks().stream()
                .map(stack -> {
                    List<String> row = new ArrayList<>();
                    byThreads().values().forEach(modes -> {
                        row.add(clock(OptionalDouble.of(measuredSeconds(page, stack, modes))));
                        row.add(clock(articleSeconds(page, stack, modes)));
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

    private double measuredSeconds(String page, String stack, List<Mode> modes) {
        return modes.stream()
                .flatMap(mode -> summary.cell(mode.name(), page, stack).rounds().stream())
                .map(RoundResult::load)
                .mapToDouble(load -> load.elapsed().toNanos() / 1e9)
                .sum();
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
