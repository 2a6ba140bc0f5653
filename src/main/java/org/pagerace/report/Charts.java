package org.pagerace.report;

import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.pagerace.result.Latency;

/**
 * Bar and dot charts. Every row is its own drawing, as wide as its column and placed in percent, so that names and
 * figures stay text of readable size on any screen; for readers who do not see it, the table of the same figures is
 * named.
 */
final class Charts {
    /** The longest mark ends here, so that its end and the whisker's are seen. */
    private static final double FULL = 98;

    private static final int HALF = 50;
    private static final int NEARLY_ALL = 99;

    private Charts() {}

    static void throughput(Html html, List<Cell> cells, Palette palette, String table) {
        double most = cells.stream()
                .filter(Cell::isMeasured)
                .mapToDouble(cell -> cell.throughput().max())
                .max()
                .orElse(1);
        chart(
                html,
                "Answers per second",
                table,
                cells,
                palette,
                cell -> Numbers.rate(cell.throughput().median()),
                (svg, cell) -> {
                    var sample = cell.throughput();
                    String low = percent(sample.min(), most);
                    String high = percent(sample.max(), most);
                    svg.empty(
                            "rect",
                            "class",
                            palette.of(cell.stack()),
                            "y",
                            "3",
                            "height",
                            "14",
                            "rx",
                            "1.5",
                            "width",
                            percent(sample.median(), most));
                    whisker(svg, "rim", low, high);
                    whisker(svg, "whisker", low, high);
                });
    }

    static void latency(Html html, List<Cell> cells, Palette palette, String table) {
        double most = cells.stream()
                .mapToDouble(cell -> (double) cell.latency().percentile(NEARLY_ALL))
                .max()
                .orElse(1);
        chart(
                html,
                "Response time in ms: p50, p99",
                table,
                cells,
                palette,
                cell -> {
                    Latency latency = cell.latency();
                    return Numbers.millis(latency.percentile(HALF)) + ", "
                            + Numbers.millis(latency.percentile(NEARLY_ALL));
                },
                (svg, cell) -> {
                    Latency latency = cell.latency();
                    String half = percent((double) latency.percentile(HALF), most);
                    String nearlyAll = percent((double) latency.percentile(NEARLY_ALL), most);
                    String colour = palette.of(cell.stack());
                    svg.empty("line", "class", "track", "x1", "0", "y1", "10", "x2", half, "y2", "10");
                    svg.empty("line", "class", "span " + colour, "x1", half, "y1", "10", "x2", nearlyAll, "y2", "10");
                    svg.empty("circle", "class", colour, "cx", half, "cy", "10", "r", "5");
                    svg.empty("circle", "class", "hollow " + colour, "cx", nearlyAll, "cy", "10", "r", "4");
                });
    }

    private static void chart(
            Html html,
            String title,
            String table,
            List<Cell> cells,
            Palette palette,
            Function<Cell, String> value,
            BiConsumer<Html, Cell> draw) {
        html.open("figure", "aria-describedby", table).element("figcaption", title);
        for (Cell cell : cells) {
            html.open("div", "class", "row");
            palette.name(html, cell.stack());
            html.open("svg", "class", "drawing", "height", "20", "aria-hidden", "true", "focusable", "false");
            if (cell.isMeasured()) {
                draw.accept(html, cell);
            }
            html.close();
            html.element("span", cell.isMeasured() ? value.apply(cell) : "–", "class", "value");
            html.close();
        }
        html.close();
    }

    /** Drawn twice, as a dark line on a light rim, so that it is seen on the bar and beside it. */
    private static void whisker(Html svg, String style, String low, String high) {
        svg.empty("line", "class", style, "x1", low, "y1", "10", "x2", high, "y2", "10");
        for (String end : List.of(low, high)) {
            svg.empty("line", "class", style, "x1", end, "y1", "6", "x2", end, "y2", "14");
        }
    }

    private static String percent(double value, double most) {
        return String.format(Locale.ROOT, "%.2f%%", most == 0 ? 0 : value / most * FULL);
    }
}
