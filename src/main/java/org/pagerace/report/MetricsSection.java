package org.pagerace.report;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.result.Metric;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;
import org.pagerace.statistics.Sample;

/** Everything that was sampled during the rounds of a page: a small drawing and the figures for each metric and stack. */
final class MetricsSection {
    /** Limits are printed beside what they limit. */
    /** Of one table: more would fit on no sheet of paper, and on few screens. */
    private static final int COLUMNS = 8;

    private static final Map<Metric, Metric> LIMITS = new EnumMap<>(Map.of(
            Metric.SERVER_CPU, Metric.SERVER_CPU_LIMIT,
            Metric.DATABASE_CPU, Metric.DATABASE_CPU_LIMIT,
            Metric.WORKERS_BUSY, Metric.WORKERS_LIMIT,
            Metric.POOL_ACTIVE, Metric.POOL_LIMIT));

    private final Palette palette;

    MetricsSection(Palette palette) {
        this.palette = palette;
    }

    void write(Html html, List<Cell> cells, String page, String mode) {
        Set<Metric> seen = cells.stream()
                .flatMap(MetricsSection::series)
                .map(Samples.Series::metric)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Metric.class)));
        LIMITS.forEach((metric, limit) -> {
            if (seen.contains(metric)) {
                seen.remove(limit);
            }
        });
        Set<Metric> idle = seen.stream()
                .filter(metric -> cells.stream()
                        .allMatch(cell -> Timeline.of(cell, metric).most() == 0))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Metric.class)));
        seen.removeAll(idle);
        if (seen.isEmpty()) {
            return;
        }
        html.open("details", "class", "metrics");
        html.element(
                "summary",
                "All that was sampled while " + page + " was raced (" + seen.size() + " metrics, once a second)");
        html.element(
                "p",
                "Median of the samples, below it the least and the most; the drawing runs through all rounds, from 0 to the"
                        + " most of its column." + idle(idle),
                "class",
                "hint");
        List<Metric> all = List.copyOf(seen);
        for (int from = 0; from < all.size(); from += COLUMNS) {
            String id = Html.id("samples", page, mode) + (from == 0 ? "" : "-" + from);
            table(html, cells, all.subList(from, Math.min(from + COLUMNS, all.size())), page, id);
        }
        html.close();
    }

    private static String idle(Set<Metric> idle) {
        return idle.isEmpty()
                ? ""
                : " Sampled, and 0 all the time: "
                        + idle.stream().map(MetricsSection::words).collect(Collectors.joining(", ")) + ".";
    }

    private void table(Html html, List<Cell> cells, List<Metric> metrics, String page, String id) {
        Tables.open(html, "Samples of " + page, "class", "sparks pinned", "id", id);
        html.open("thead").open("tr").element("th", "Stack", "scope", "col");
        for (Metric metric : metrics) {
            html.open("th", "scope", "col", "class", "num").text(words(metric));
            html.element("small", unit(metric)).close();
        }
        html.close().close().open("tbody");
        for (Cell cell : cells) {
            Tables.row(html, palette, cell.stack());
            metrics.forEach(metric -> cell(html, cell, metric, most(cells, metric)));
            html.close();
        }
        Tables.close(html);
    }

    private void cell(Html html, Cell cell, Metric metric, double most) {
        Timeline timeline = Timeline.of(cell, metric);
        if (timeline.isEmpty()) {
            html.element("td", "–", "class", "num");
            return;
        }
        Sample sample =
                Sample.of(timeline.rounds().stream().flatMap(List::stream).toList());
        html.open("td", "class", "num");
        html.open("svg", "class", "spark " + palette.of(cell.stack()), "aria-hidden", "true");
        timeline.draw(html, most);
        html.close();
        html.element("span", print(metric, sample.median()) + limit(cell, metric));
        html.element("small", print(metric, sample.min()) + " – " + print(metric, sample.max()));
        html.close();
    }

    private static String limit(Cell cell, Metric metric) {
        Metric limit = LIMITS.get(metric);
        double most = limit == null ? 0 : Timeline.of(cell, limit).most();
        return most == 0 ? "" : " of " + print(limit, most);
    }

    private static double most(List<Cell> cells, Metric metric) {
        return cells.stream()
                .mapToDouble(cell -> Timeline.of(cell, metric).most())
                .max()
                .orElse(1);
    }

    private static Stream<Samples.Series> series(Cell cell) {
        return cell.rounds().stream().map(RoundResult::samples).flatMap(samples -> samples.series().stream());
    }

    private static String words(Metric metric) {
        return metric.label().replace('-', ' ').replace("cpu", "CPU").replace("jvm", "JVM");
    }

    private static String unit(Metric metric) {
        String unit = metric.unit().equals("bytes") ? "MiB" : metric.unit().equals("share") ? "%" : metric.unit();
        return Usage.isCounter(metric) ? unit + "/s" : unit;
    }

    private static String print(Metric metric, double value) {
        return switch (metric.unit()) {
            case "bytes" -> Numbers.rate(value / (1 << 20));
            case "share" -> Numbers.rate(100 * value);
            case "cores" -> Numbers.rate(value);
            default -> value == Math.rint(value) ? Numbers.count((long) value) : Numbers.rate(value);
        };
    }
}
