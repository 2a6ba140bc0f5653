package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.pagerace.result.Latency;

/**
 * Charts with one row per stack. Every row is its own drawing, as wide as its column and placed in percent, so that names
 * and figures stay text of readable size on any screen; for readers who do not see it, the table of the same figures is
 * named.
 */
final class Charts {
    /** The longest mark ends here, so that its end and the whisker's are seen. */
    private static final double FULL = 98;

    private static final int HALF = 50;
    private static final int NEARLY_ALL = 99;

    /** @param table the id of the table with the same figures */
    private record Chart<T>(String caption, String style, String table, Palette palette) {
        void write(Html html, List<Row<T>> rows, BiConsumer<Html, T> draw) {
            html.open("figure", "class", style, "aria-describedby", table).element("figcaption", caption);
            for (Row<T> row : rows) {
                html.open("div", "class", "row");
                palette.name(html, row.stack());
                html.open("svg", "class", "drawing " + palette.of(row.stack()), "role", "img");
                html.element("title", row.told());
                if (row.drawn() != null) {
                    draw.accept(html, row.drawn());
                }
                html.close();
                html.element("span", row.value(), "class", "value");
                html.close();
            }
            html.close();
        }
    }

    /**
     * @param value the figure beside the drawing
     * @param told what the drawing shows besides
     * @param drawn null for nothing
     */
    private record Row<T>(String stack, String value, String told, T drawn) {
        static <T> Row<T> empty(String stack) {
            return new Row<>(stack, "–", "not measured", null);
        }
    }

    private Charts() {}

    /** @param spread of a measured cell */
    static void throughput(
            Html html,
            List<Cell> cells,
            Function<Cell, Spread> spread,
            OptionalDouble ceiling,
            Palette palette,
            String table) {
        double fastest = cells.stream()
                .filter(Cell::isMeasured)
                .mapToDouble(cell ->
                        Math.max(spread.apply(cell).high(), cell.throughput().median()))
                .max()
                .orElse(1);
        boolean near = ceiling.isPresent() && ceiling.getAsDouble() <= 1.5 * fastest;
        double most = near ? Math.max(fastest, ceiling.getAsDouble()) : fastest;
        List<Row<Cell>> rows = cells.stream()
                .map(cell -> cell.isMeasured()
                        ? new Row<>(
                                cell.stack(),
                                Numbers.rate(cell.throughput().median()),
                                cell.stack() + ": " + spread.apply(cell).inWords(),
                                cell)
                        : Row.<Cell>empty(cell.stack()))
                .toList();
        new Chart<Cell>("Answers per second", "bars rates", table, palette).write(html, rows, (svg, cell) -> {
            Spread whisker = spread.apply(cell);
            bar(svg, "bar", 0, cell.throughput().median() / most);
            if (near) {
                String at = percent(ceiling.getAsDouble(), most);
                svg.empty("line", "class", "ceiling", "x1", at, "x2", at, "y1", "0", "y2", "20");
            }
            whisker(svg, "rim", whisker, most);
            whisker(svg, whisker.interval() ? "whisker" : "whisker range", whisker, most);
        });
    }

    static void latency(Html html, List<Cell> cells, Palette palette, String table) {
        List<Row<Latency>> rows = cells.stream().map(Charts::row).toList();
        if (rows.stream().allMatch(row -> row.drawn() == null)) {
            return; // the tool that made the load tells no distribution
        }
        double most = rows.stream()
                .filter(row -> row.drawn() != null)
                .mapToDouble(row -> (double) row.drawn().percentile(NEARLY_ALL))
                .max()
                .orElse(1);
        new Chart<Latency>("Response time in ms: p50, p99", "dots", table, palette)
                .write(html, rows, (svg, latency) -> {
                    String half = percent((double) latency.percentile(HALF), most);
                    String nearlyAll = percent((double) latency.percentile(NEARLY_ALL), most);
                    svg.empty("line", "class", "track", "x1", "0", "y1", "10", "x2", half, "y2", "10");
                    svg.empty("line", "class", "span", "x1", half, "y1", "10", "x2", nearlyAll, "y2", "10");
                    svg.empty("circle", "class", "dot", "cx", half, "cy", "10", "r", "5");
                    svg.empty("circle", "class", "dot hollow", "cx", nearlyAll, "cy", "10", "r", "4");
                });
    }

    private static Row<Latency> row(Cell cell) {
        Latency latency = cell.latency();
        if (latency.count() == 0) {
            return Row.empty(cell.stack());
        }
        String half = Numbers.millis(latency.percentile(HALF));
        String nearlyAll = Numbers.millis(latency.percentile(NEARLY_ALL));
        return new Row<>(cell.stack(), half + ", " + nearlyAll, cell.stack() + ": p50 and p99", latency);
    }

    /** CPU time per right answer, of the stack, the database and the driver end to end. */
    static void cpu(Html html, List<Cell> cells, Function<Cell, Usage> usage, Palette palette, String table) {
        double most = cells.stream()
                .map(usage)
                .mapToDouble(Usage::microsTogether)
                .max()
                .orElse(1);
        List<Row<Usage>> rows = cells.stream()
                .map(cell -> {
                    Usage use = usage.apply(cell);
                    return use.microsTogether() == 0
                            ? Row.<Usage>empty(cell.stack())
                            : new Row<>(
                                    cell.stack(),
                                    Numbers.rate(use.microsTogether()),
                                    cell.stack() + ": " + use.inWords(),
                                    use);
                })
                .toList();
        new Chart<Usage>(
                        "CPU time per answer in µs: stack (full), database (half), driver (pale)",
                        "bars cpu",
                        table,
                        palette)
                .write(html, rows, (svg, use) -> {
                    double server = use.serverMicros().orElse(0);
                    double database = use.databaseMicros().orElse(0);
                    bar(svg, "bar server", 0, server / most);
                    bar(svg, "bar database", server / most, database / most);
                    bar(
                            svg,
                            "bar driver",
                            (server + database) / most,
                            use.driverMicros().orElse(0) / most);
                });
    }

    static void memory(Html html, List<Cell> cells, Function<Cell, Usage> usage, Palette palette, String table) {
        double most = cells.stream()
                .mapToDouble(cell -> usage.apply(cell).memoryBytes().orElse(0))
                .max()
                .orElse(1);
        List<Row<Double>> rows = cells.stream()
                .map(cell -> {
                    OptionalDouble bytes = usage.apply(cell).memoryBytes();
                    return bytes.isEmpty()
                            ? Row.<Double>empty(cell.stack())
                            : new Row<>(
                                    cell.stack(),
                                    Numbers.memory(bytes.getAsDouble()),
                                    cell.stack() + ": most of any round",
                                    (Double) bytes.getAsDouble());
                })
                .toList();
        new Chart<Double>("Memory of the stack", "bars", table, palette)
                .write(html, rows, (svg, bytes) -> bar(svg, "bar memory", 0, bytes / most));
    }

    /** Right answers per second in every second of every round. */
    static void seconds(Html html, List<Cell> cells, Palette palette, String table) {
        List<Timeline> timelines = cells.stream().map(Timeline::ofAnswers).toList();
        double most = timelines.stream().mapToDouble(Timeline::most).max().orElse(1);
        List<Row<Timeline>> rows = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            Timeline timeline = timelines.get(i);
            String stack = cells.get(i).stack();
            rows.add(
                    timeline.isEmpty()
                            ? Row.empty(stack)
                            : new Row<>(
                                    stack,
                                    Numbers.rate(timeline.least()) + " – " + Numbers.rate(timeline.most()),
                                    stack + ": the slowest and the fastest second of "
                                            + Numbers.count(timeline.rounds().size(), "round"),
                                    timeline));
        }
        new Chart<Timeline>("Answers per second, second by second; a gap parts two rounds", "times", table, palette)
                .write(html, rows, (svg, timeline) -> timeline.draw(svg, most));
    }

    /**
     * How long each stack takes for the same work; the longest of all such charts beside each other is {@code most} seconds.
     *
     * @param seconds by stack, empty where it is not known
     */
    static void totals(
            Html html,
            String caption,
            List<String> stacks,
            Function<String, OptionalDouble> seconds,
            double most,
            Palette palette,
            String table) {
        List<Row<Double>> rows = stacks.stream()
                .map(stack -> {
                    OptionalDouble time = seconds.apply(stack);
                    return time.isEmpty()
                            ? Row.<Double>empty(stack)
                            : new Row<>(stack, Numbers.clock(time.getAsDouble()), stack + ": " + caption, (Double)
                                    time.getAsDouble());
                })
                .toList();
        new Chart<Double>(caption, "bars totals", table, palette)
                .write(html, rows, (svg, time) -> bar(svg, "bar", 0, time / most));
    }

    private static void bar(Html svg, String style, double from, double width) {
        svg.empty("rect", "class", style, "x", percent(from, 1), "y", "3", "height", "14", "width", percent(width, 1));
    }

    /** Drawn twice, as a dark line on a light rim, so that it is seen on the bar and beside it. */
    private static void whisker(Html svg, String style, Spread spread, double most) {
        String low = percent(spread.low(), most);
        String high = percent(spread.high(), most);
        svg.open("g", "class", style);
        svg.empty("line", "x1", low, "y1", "10", "x2", high, "y2", "10");
        for (String end : List.of(low, high)) {
            svg.empty("line", "x1", end, "y1", "6", "x2", end, "y2", "14");
        }
        svg.close();
    }

    private static String percent(double value, double most) {
        return String.format(Locale.ROOT, "%.2f%%", most == 0 ? 0 : value / most * FULL);
    }
}
