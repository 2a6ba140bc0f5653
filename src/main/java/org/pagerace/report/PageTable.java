package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pagerace.statistics.Sample;

/** All figures of one page in one mode: the text alternative of its charts. */
final class PageTable {
    private final List<Standing> standings;
    private final Optional<String> base;
    private final Palette palette;
    private final boolean intervals;
    private final boolean tested;

    PageTable(List<Standing> standings, Optional<String> base, Palette palette) {
        this.standings = standings;
        this.base = base;
        this.palette = palette;
        this.intervals = standings.stream().anyMatch(PageTable::isNarrower);
        this.tested = standings.stream()
                .flatMap(standing -> standing.toFastest().stream())
                .anyMatch(ratio -> ratio.interval().isPresent());
    }

    /** Returns the sign of a ratio that is no difference: = where that is shown, ~ where nothing is. */
    static String sign(Ratio ratio) {
        if (ratio.equals(Ratio.ITSELF)) {
            return "";
        }
        return switch (ratio.outcome()) {
            case EQUAL -> " =";
            case UNDECIDED, RANGES_ONLY -> " ~";
            case FASTER, SLOWER -> "";
        };
    }

    /** Below 9 rounds the interval is the whole range, and would only repeat it. */
    private static boolean isNarrower(Standing standing) {
        return standing.interval()
                .filter(interval ->
                        interval.low() > standing.cell().throughput().min())
                .isPresent();
    }

    private List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("Answers/s", "Range of rounds"));
        if (intervals) {
            columns.add("95 % of median");
        }
        comparison(columns, "To fastest");
        base.ifPresent(name -> comparison(columns, "To " + name));
        columns.addAll(List.of("p50 ms", "p99 ms", "MB/s", "Busy", "Requests", "Failed"));
        return columns;
    }

    private void comparison(List<String> columns, String title) {
        columns.add(title);
        if (tested) {
            columns.addAll(List.of("95 % of it", "p"));
        }
    }

    void write(Html html, String id, String page) {
        Tables.open(html, "Figures of " + page, "id", id, "class", "pinned");
        Tables.head(html, List.of("Stack"), columns());
        for (Standing standing : standings) {
            Cell cell = standing.cell();
            Tables.row(html, palette, cell.stack());
            if (cell.isMeasured()) {
                measured(html, standing);
            } else {
                html.element(
                        "td",
                        "not measured",
                        "colspan",
                        Integer.toString(columns().size()));
            }
            html.close();
        }
        Tables.close(html);
    }

    private void measured(Html html, Standing standing) {
        Cell cell = standing.cell();
        Sample sample = cell.throughput();
        var latency = cell.latency();
        Tables.number(html, Numbers.rate(sample.median()));
        Tables.number(html, Numbers.rate(sample.min()) + " – " + Numbers.rate(sample.max()));
        if (intervals) {
            Tables.number(
                    html,
                    standing.interval()
                            .map(i -> Numbers.rate(i.low()) + " – " + Numbers.rate(i.high()))
                            .orElse("–"));
        }
        comparison(html, standing.toFastest());
        if (base.isPresent()) {
            comparison(html, standing.toBase());
        }
        boolean told = latency.count() > 0; // not every tool tells them
        Tables.number(html, told ? Numbers.millis(latency.percentile(50)) : "–");
        Tables.number(html, told ? Numbers.millis(latency.percentile(99)) : "–");
        Tables.number(html, Numbers.megabytes(cell.bodyBytesPerSecond()));
        Tables.number(html, told ? String.format(Locale.ROOT, "%.0f", cell.busyConnections()) : "–");
        Tables.number(html, Numbers.count(cell.started()));
        html.element("td", Numbers.count(cell.failed()), "class", cell.failed() > 0 ? "num failed" : "num");
    }

    private void comparison(Html html, Optional<Ratio> ratio) {
        Tables.number(
                html, ratio.map(one -> Numbers.ratio(one.value()) + sign(one)).orElse("–"));
        if (tested) {
            Optional<Ratio> known = ratio.filter(one -> one.interval().isPresent());
            Tables.number(
                    html,
                    known.flatMap(Ratio::interval)
                            .map(i -> Numbers.ratio(i.low()) + " – " + Numbers.ratio(i.high()))
                            .orElse("–"));
            Tables.number(html, known.map(one -> Numbers.p(one.p())).orElse("–"));
        }
    }
}
