package org.pagerace.report;

import java.time.Duration;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.statistics.Sample;
import org.pagerace.verdict.Cause;

/** A page under more and more connections: curves of rate, time and latency, one per stack. */
final class SweepSection {
    private static final int NEARLY_ALL = 99;

    private final Material material;
    private final Sweep sweep;
    private final Palette palette;
    private final List<String> stacks;

    SweepSection(Material material, Sweep sweep) {
        this.material = material;
        this.sweep = sweep;
        this.palette = material.palette();
        this.stacks = material.result().plan().stacks();
    }

    void write(Html html, String page) {
        String threads = sweep.inWords();
        String table = table(page);
        html.element("h4", threads.substring(0, 1).toUpperCase(Locale.ROOT) + threads.substring(1), "class", "mode");
        plot(
                html,
                new Chart(page, table, "rate", "Answers per second against connections, " + threads, false),
                cell -> cell.throughput().median());
        plot(
                html,
                new Chart(page, table, "time", "Seconds of a round against connections, logarithmic, " + threads, true),
                SweepSection::seconds);
        plot(
                html,
                new Chart(page, table, "p99", "p99 in ms against connections, logarithmic, " + threads, true),
                cell -> cell.latency().percentile(NEARLY_ALL) / 1e6);
        totals(html, page, table);
        levels(html, page, table + "-levels");
    }

    private String table(String page) {
        return Html.id("sweep", page, "t" + sweep.threads());
    }

    /** The article's last chart: how long a whole sweep takes, side by side for each number of cores, on one scale. */
    static void totals(Html html, Material material, List<Sweep> sweeps, String page) {
        long requests = requests(material);
        if (requests == 0) {
            return;
        }
        List<String> stacks = material.result().plan().stacks();
        double most = sweeps.stream()
                .flatMap(
                        sweep -> stacks.stream().map(stack -> sweep.seconds(material.summary(), page, stack, requests)))
                .flatMapToDouble(OptionalDouble::stream)
                .max()
                .orElse(1);
        int levels = sweeps.get(0).levels().size();
        html.element("h4", "Total time of a sweep", "class", "mode");
        html.element(
                "p",
                "How long the article's " + Numbers.count(requests) + " requests at each of "
                        + Numbers.count(levels, "level")
                        + " would take at the rates that were measured, in hours, minutes and"
                        + " seconds; a short bar is a fast server. The article gave each number of cores a machine of its own and"
                        + " printed this chart without figures.",
                "class",
                "hint");
        html.open("div", "class", "charts even");
        for (Sweep sweep : sweeps) {
            var section = new SweepSection(material, sweep);
            Charts.totals(
                    html,
                    "Total time, " + sweep.inWords(),
                    stacks,
                    stack -> sweep.seconds(material.summary(), page, stack, requests),
                    most,
                    material.palette(),
                    section.table(page));
        }
        html.close();
    }

    private static long requests(Material material) {
        return ArticleSource.of(material.result().plan().protocol())
                .map(ArticleSource::requestsOfALevel)
                .orElse(0L);
    }

    private record Chart(String page, String table, String what, String caption, boolean logarithmic) {}

    private void plot(Html html, Chart chart, ToDoubleFunction<Cell> figure) {
        List<Plot.Curve> curves = stacks.stream()
                .map(stack -> new Plot.Curve(
                        stack,
                        cells(chart.page(), stack).entrySet().stream()
                                .map(level -> new Plot.Point(
                                        level.getKey().connections(), figure.applyAsDouble(level.getValue())))
                                .toList()))
                .toList();
        DoubleSummaryStatistics figures = curves.stream()
                .flatMap(curve -> curve.points().stream())
                .mapToDouble(Plot.Point::y)
                .filter(value -> value > 0)
                .summaryStatistics();
        if (figures.getCount() == 0) {
            return;
        }
        int connections = sweep.levels().get(sweep.levels().size() - 1).connections();
        new Plot(
                        chart.table() + "-" + chart.what(),
                        chart.caption(),
                        chart.caption() + " for " + chart.page()
                                + ", median of the rounds: one curve per stack, the figures in the tables below.",
                        chart.table(),
                        Axis.linear(connections, Numbers::shortCount),
                        chart.logarithmic()
                                ? Axis.logarithmic(figures.getMin(), figures.getMax(), Numbers::shortCount)
                                : Axis.linear(figures.getMax(), Numbers::shortCount))
                .write(html, curves, palette);
    }

    /** Returns the measured cells of a stack by level. */
    private Map<Mode, Cell> cells(String page, String stack) {
        Map<Mode, Cell> cells = new LinkedHashMap<>();
        for (Mode level : sweep.levels()) {
            Cell cell = material.summary().cell(level.name(), page, stack);
            if (cell.isMeasured()) {
                cells.put(level, cell);
            }
        }
        return cells;
    }

    private static double seconds(Cell cell) {
        return Sample.of(cell.rounds().stream()
                        .map(round -> round.load().elapsed().toNanos() / 1e9)
                        .toList())
                .median();
    }

    private void totals(Html html, String page, String id) {
        Tables.open(html, "Sums of the sweep over " + page, "id", id, "class", "sums");
        Tables.head(
                html,
                List.of("Stack", "Bound by, at how many levels"),
                List.of("Levels", "Highest answers/s", "At connections", "Total time", "At the article's requests"));
        long requests = requests(material);
        for (String stack : stacks) {
            Map<Mode, Cell> cells = cells(page, stack);
            Tables.row(html, palette, stack);
            html.element("td", causes(cells));
            Tables.number(html, Numbers.count(cells.size()));
            Optional<Map.Entry<Mode, Cell>> best = cells.entrySet().stream()
                    .max(Map.Entry.comparingByValue(
                            Comparator.comparingDouble(cell -> cell.throughput().median())));
            Tables.number(
                    html,
                    best.map(entry -> Numbers.rate(entry.getValue().throughput().median()))
                            .orElse("–"));
            Tables.number(
                    html,
                    best.map(entry -> Numbers.count(entry.getKey().connections()))
                            .orElse("–"));
            Duration total = sweep.total(material.summary(), page, stack);
            html.element(
                    "td",
                    cells.isEmpty() ? "–" : Numbers.duration(total),
                    "class",
                    "num",
                    "data-value",
                    Long.toString(total.toMillis()));
            OptionalDouble article =
                    requests == 0 ? OptionalDouble.empty() : sweep.seconds(material.summary(), page, stack, requests);
            html.element(
                    "td",
                    article.isPresent() ? Numbers.clock(article.getAsDouble()) : "–",
                    "class",
                    "num",
                    "data-value",
                    Long.toString(Math.round(article.orElse(0))));
            html.close();
        }
        Tables.close(html);
    }

    private String causes(Map<Mode, Cell> cells) {
        Map<Cause, Long> causes = cells.values().stream()
                .map(cell -> material.verdicts().verdict(cell).limits().get(0).cause())
                .collect(Collectors.groupingBy(cause -> cause, LinkedHashMap::new, Collectors.counting()));
        return causes.entrySet().stream()
                .sorted(Map.Entry.<Cause, Long>comparingByValue().reversed())
                .map(entry -> entry.getKey().label() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private void levels(Html html, String page, String id) {
        html.open("details").element("summary", "Every level: answers per second, and seconds of a round");
        Tables.open(html, "Levels of the sweep over " + page, "id", id, "class", "pinned");
        html.open("thead").open("tr").element("th", "Connections", "scope", "col");
        for (String stack : stacks) {
            html.open("th", "scope", "col", "class", "num");
            palette.name(html, stack);
            html.close();
        }
        html.close().close().open("tbody");
        for (Mode level : sweep.levels()) {
            html.open("tr").element("th", Integer.toString(level.connections()), "scope", "row");
            for (String stack : stacks) {
                Cell cell = material.summary().cell(level.name(), page, stack);
                Tables.number(
                        html,
                        cell.isMeasured()
                                ? Numbers.rate(cell.throughput().median())
                                        + String.format(Locale.ROOT, " · %.2f", seconds(cell))
                                : "–");
            }
            html.close();
        }
        Tables.close(html);
        html.close();
    }
}
