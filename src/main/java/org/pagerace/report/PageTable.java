package org.pagerace.report;

import java.util.List;
import java.util.OptionalDouble;
import org.pagerace.statistics.Sample;

/** All figures of one page in one mode: the text alternative of its charts. */
final class PageTable {
    private static final double CONFIDENCE = 0.95;
    private static final String[] COLUMNS = {
        "Answers/s",
        "Slowest..fastest round",
        "95 % interval",
        "To fastest",
        "p50 ms",
        "p99 ms",
        "MB/s",
        "Requests",
        "Failed"
    };

    private final List<Cell> cells;
    private final OptionalDouble fastest;
    private final Palette palette;

    PageTable(List<Cell> cells, OptionalDouble fastest, Palette palette) {
        this.cells = cells;
        this.fastest = fastest;
        this.palette = palette;
    }

    void write(Html html, String id, String page) {
        html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Figures of " + page);
        html.open("table", "id", id).open("thead").open("tr").element("th", "Stack", "scope", "col");
        for (String column : COLUMNS) {
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
                html.element("td", "not measured", "colspan", Integer.toString(COLUMNS.length));
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
        number(
                html,
                sample.medianInterval(CONFIDENCE)
                        .map(i -> Numbers.rate(i.low()) + " – " + Numbers.rate(i.high()))
                        .orElse("needs 6 rounds"));
        number(html, ratio(cell, fastest));
        number(html, Numbers.millis(latency.percentile(50)));
        number(html, Numbers.millis(latency.percentile(99)));
        number(html, Numbers.megabytes(cell.bodyBytesPerSecond()));
        number(html, Numbers.count(cell.started()));
        html.element("td", Numbers.count(cell.failed()), "class", cell.failed() > 0 ? "num failed" : "num");
    }

    static String ratio(Cell cell, OptionalDouble fastest) {
        double best = fastest.orElse(0);
        return best == 0 ? "–" : Numbers.ratio(cell.throughput().median() / best);
    }

    private static void number(Html html, String value) {
        html.element("td", value, "class", "num");
    }
}
