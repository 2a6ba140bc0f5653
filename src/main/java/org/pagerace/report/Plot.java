package org.pagerace.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A chart of curves over two axes. The curves are stretched to the width there is, while ticks and names stay text of
 * readable size: only their places are in percent. Every curve bears its name at its end.
 *
 * @param id unique in the page
 * @param description what a reader who does not see it should know
 * @param table the id of the table with the same figures
 */
record Plot(String id, String caption, String description, String table, Axis x, Axis y) {
    /** Of the area between the axes, in pixels; names are placed by it. */
    static final int HEIGHT = 288;

    private static final int NAME_HEIGHT = 15;
    private static final int LONGEST_NAME = 18;
    private static final int SHORTENED_NAME = 14; // whose letters may all be wide
    private static final int UNITS = 1000; // the curves' own coordinates, in both directions

    record Point(double x, double y) {}

    /**
     * @param points in values of the axes, rising in x
     */
    record Curve(String stack, List<Point> points) {
        Curve {
            points = List.copyOf(points);
        }

        private Point last() {
            return points.get(points.size() - 1);
        }
    }

    void write(Html html, List<Curve> all, Palette palette) {
        List<Curve> curves =
                all.stream().filter(curve -> !curve.points().isEmpty()).toList();
        html.open("figure", "class", "plot", "aria-describedby", table).element("figcaption", caption);
        html.open(
                "svg",
                "class",
                "lines",
                "height",
                Integer.toString(HEIGHT),
                "role",
                "img",
                "aria-labelledby",
                id + "-title " + id + "-desc");
        html.element("title", caption, "id", id + "-title").element("desc", description, "id", id + "-desc");
        grid(html);
        html.open(
                "svg",
                "class",
                "area",
                "height",
                "100%",
                "width",
                "100%",
                "preserveAspectRatio",
                "none",
                "viewBox",
                "0 0 1000 1000");
        curves.forEach(curve -> curve(html, curve, palette));
        html.close();
        names(html, curves, palette);
        html.close().close();
    }

    private void grid(Html html) {
        for (Axis.Tick tick : y.ticks()) {
            String at = decimal((1 - tick.at()) * HEIGHT);
            html.empty("line", "class", "grid", "x1", "0", "x2", "100%", "y1", at, "y2", at);
            html.element("text", tick.label(), "class", "tick y", "x", "-8", "y", at, "dy", ".35em");
        }
        for (Axis.Tick tick : x.ticks()) {
            String at = decimal(tick.at() * 100) + "%";
            html.empty("line", "class", "grid", "x1", at, "x2", at, "y1", "0", "y2", Integer.toString(HEIGHT));
            html.element(
                    "text", tick.label(), "class", "tick x", "x", at, "y", Integer.toString(HEIGHT), "dy", "1.5em");
        }
    }

    private void curve(Html html, Curve curve, Palette palette) {
        String points = curve.points().stream()
                .map(point -> Math.round(x.at(point.x()) * UNITS) + "," + Math.round((1 - y.at(point.y())) * UNITS))
                .distinct()
                .collect(Collectors.joining(" "));
        String visible = points.contains(" ") ? points : points + " " + points; // one point: the line's round end
        html.open("g", "data-stack", palette.key(curve.stack()));
        html.element("title", curve.stack());
        html.empty("polyline", "class", "curve " + palette.of(curve.stack()), "points", visible);
        html.close();
    }

    private void names(Html html, List<Curve> curves, Palette palette) {
        double[] wanted = curves.stream()
                .mapToDouble(curve -> (1 - y.at(curve.last().y())) * HEIGHT)
                .toArray();
        double[] placed = apart(wanted, NAME_HEIGHT, HEIGHT);
        for (int i = 0; i < wanted.length; i++) {
            Curve curve = curves.get(i);
            String from = decimal(wanted[i]);
            String to = decimal(placed[i]);
            html.open("g", "data-stack", palette.key(curve.stack())).element("title", curve.stack());
            double end = x.at(curve.last().x());
            if (end < 1) {
                html.empty(
                        "line",
                        "class",
                        "leader",
                        "x1",
                        decimal(end * 100) + "%",
                        "x2",
                        "100%",
                        "y1",
                        from,
                        "y2",
                        from);
            }
            html.open("svg", "x", "100%", "class", "spill");
            html.empty("polyline", "class", "leader", "points", "0," + from + " 10," + to);
            html.empty("circle", "class", "end " + palette.of(curve.stack()), "cx", "15", "cy", to, "r", "4");
            html.element("text", shortened(curve.stack()), "class", "curve-name", "x", "23", "y", to, "dy", ".35em");
            html.close().close();
        }
    }

    /**
     * Returns places at least {@code gap} apart, between 0 and {@code end} where that holds them all, in the order of the
     * wanted ones and close to them.
     */
    static double[] apart(double[] wanted, double gap, double end) {
        List<Integer> order = IntStream.range(0, wanted.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> wanted[i]))
                .toList();
        double[] placed = Arrays.copyOf(wanted, wanted.length);
        double least = Double.NEGATIVE_INFINITY;
        for (int i : order) {
            placed[i] = Math.max(placed[i], least);
            least = placed[i] + gap;
        }
        double most = Math.max(end, gap * (wanted.length - 1));
        for (int i = order.size() - 1; i >= 0; i--) {
            int at = order.get(i);
            placed[at] = Math.min(placed[at], most);
            most = placed[at] - gap;
        }
        return placed;
    }

    private static String shortened(String name) {
        return name.length() > LONGEST_NAME ? name.substring(0, SHORTENED_NAME) + "…" : name;
    }

    private static String decimal(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
