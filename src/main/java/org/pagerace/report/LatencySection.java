package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import org.pagerace.result.Latency;

/** The whole distribution of response times: a curve per stack and the table of the same figures. */
final class LatencySection {
    /** Fewer values beyond a percentile say too little about it. */
    private static final int FEWEST_BEYOND = 10;

    private static final double[] SHOWN = {50, 90, 99, 99.9, 99.99};
    private static final double LAST = 99.99;
    private static final int POINTS = 72;

    private final Palette palette;

    LatencySection(Palette palette) {
        this.palette = palette;
    }

    /** The times of all rounds of a stack, merged once. */
    private record Times(String stack, Latency latency) {}

    void write(Html html, List<Cell> cells, String page, String mode) {
        List<Times> all = cells.stream()
                .map(cell -> new Times(cell.stack(), cell.latency()))
                .toList();
        List<Times> enough = all.stream()
                .filter(times -> times.latency().count() > 2 * FEWEST_BEYOND)
                .toList();
        if (enough.isEmpty()) {
            return;
        }
        html.element("h4", "How long answers took");
        String table = Html.id("latency", page, mode);
        plot(html, enough, page, table);
        table(html, all, page, table);
    }

    private void plot(Html html, List<Times> all, String page, String table) {
        double last =
                all.stream().mapToDouble(times -> end(times.latency())).max().orElse(LAST);
        double least = all.stream()
                .mapToDouble(times -> (double) Math.max(1, times.latency().percentile(SHOWN[0])))
                .min()
                .orElse(1);
        double most = all.stream()
                .mapToDouble(times -> (double) times.latency().percentile(end(times.latency())))
                .max()
                .orElse(1);
        new Plot(
                        table + "-plot",
                        "Response time within which that share of all answers came; both scales logarithmic",
                        "Cumulative distribution of the response times of " + page
                                + ", all rounds merged: one curve per stack"
                                + " from the median to the last percentile with at least ten answers beyond it. The lowest curve is"
                                + " the quickest.",
                        table,
                        Axis.percentiles(last),
                        Axis.logarithmic(least, Math.max(most, least), Numbers::shortTime))
                .write(html, all.stream().map(LatencySection::curve).toList(), palette);
    }

    /** Returns the last percentile that enough answers lie beyond, at most {@value #LAST}. */
    private static double end(Latency latency) {
        return Math.min(LAST, 100 * (1 - (double) FEWEST_BEYOND / latency.count()));
    }

    private static Plot.Curve curve(Times times) {
        Latency latency = times.latency();
        double start = Axis.nines(SHOWN[0]);
        double step = (Axis.nines(end(latency)) - start) / POINTS;
        List<Plot.Point> points = new ArrayList<>();
        for (int i = 0; i <= POINTS; i++) {
            double percent = Axis.percent(start + i * step);
            points.add(new Plot.Point(percent, (double) latency.percentile(percent)));
        }
        return new Plot.Curve(times.stack(), points);
    }

    private void table(Html html, List<Times> all, String page, String id) {
        List<String> columns = new ArrayList<>();
        for (double percent : SHOWN) {
            columns.add(Numbers.percentile(percent) + " ms");
        }
        columns.addAll(List.of("Longest ms", "Answers"));
        Tables.open(html, "Response times of " + page, "id", id);
        Tables.head(html, List.of("Stack"), columns);
        for (Times times : all) {
            Latency latency = times.latency();
            Tables.row(html, palette, times.stack());
            for (double percent : SHOWN) {
                boolean told = latency.count() > 0 && (percent == SHOWN[0] || percent <= end(latency));
                Tables.number(html, told ? Numbers.millis(latency.percentile(percent)) : "–");
            }
            Tables.number(html, latency.count() == 0 ? "–" : Numbers.millis(latency.max()));
            Tables.number(html, Numbers.count(latency.count()));
            html.close();
        }
        Tables.close(html);
    }
}
