package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.pagerace.statistics.Sample;

/** All figures of one page in one mode: the text alternative of its charts. */
final class PageTable {
    private static final double CONFIDENCE = 0.95;

    private final List<Cell> cells;
    private final OptionalDouble fastest;
    private final Palette palette;
    private final boolean intervals;

    PageTable(List<Cell> cells, OptionalDouble fastest, Palette palette) {
        this.cells = cells;
        this.fastest = fastest;
        this.palette = palette;
        this.intervals = cells.stream().anyMatch(cell -> cell.isMeasured() && isNarrower(cell.throughput()));
    }

    /** Below 9 rounds the interval is the whole range, and would only repeat it. */
    private static boolean isNarrower(Sample sample) {
        return sample.medianInterval(CONFIDENCE)
                .filter(interval -> interval.low() > sample.min())
                .isPresent();
    }

    private List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("Answers/s", "Range of rounds"));
        if (intervals) {
            columns.add("95 % of median");
        }
        columns.addAll(List.of("To fastest", "p50 ms", "p99 ms", "MB/s", "Busy", "Requests", "Failed"));
        return columns;
    }

    void write(Html html, String id, String page) {
        html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Figures of " + page);
        html.open("table", "id", id).open("thead").open("tr").element("th", "Stack", "scope", "col");
        for (String column : columns()) {
            html.element("th", column, "scope", "col", "class", "num");
        }
        html.close().close().open("tbody");
        for (Cell cell : cells) {
            html.open("tr").open("th", "scope", "row");
            palette.name(html, cell.stack());
            html.close();
            if (cell.isMeasured()) {
                measured(html, cell);
            } else {
                html.element(
                        "td",
                        "not measured",
                        "colspan",
                        Integer.toString(columns().size()));
            }
            html.close();
        }
        html.close().close().close();
    }

    private void measured(Html html, Cell cell) {
        Sample sample = cell.throughput();
        var latency = cell.latency();
        number(html, Numbers.rate(sample.median()));
        number(html, Numbers.rate(sample.min()) + " – " + Numbers.rate(sample.max()));
        if (intervals) {
            number(
                    html,
                    sample.medianInterval(CONFIDENCE)
                            .map(i -> Numbers.rate(i.low()) + " – " + Numbers.rate(i.high()))
                            .orElse("–"));
        }
        number(html, cell.toFastest(fastest, "–"));
        number(html, Numbers.millis(latency.percentile(50)));
        number(html, Numbers.millis(latency.percentile(99)));
        number(html, Numbers.megabytes(cell.bodyBytesPerSecond()));
        number(html, String.format(Locale.ROOT, "%.0f", cell.busyConnections()));
        number(html, Numbers.count(cell.started()));
        html.element("td", Numbers.count(cell.failed()), "class", cell.failed() > 0 ? "num failed" : "num");
    }

    private static void number(Html html, String value) {
        html.element("td", value, "class", "num");
    }
}
