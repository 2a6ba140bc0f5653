package org.pagerace.report;

import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.pagerace.result.PageInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.statistics.Sample;

/** The numbers: all of them at a glance, then page by page with charts. */
final class ResultSection {
    private static final double CONFIDENCE = 0.95;
    private static final int MOST_CHARTED = 12;

    private final RaceSummary summary;
    private final RaceResult result;
    private final Palette palette;

    ResultSection(RaceSummary summary) {
        this.summary = summary;
        this.result = summary.result();
        this.palette = new Palette(result.plan().stacks());
    }

    /** Returns a mode in words. */
    static String mode(Mode mode) {
        return String.format(
                Locale.ROOT,
                "%d connection%s on %d driver thread%s, %s, HTTP/%s",
                mode.connections(),
                mode.connections() == 1 ? "" : "s",
                mode.threads(),
                mode.threads() == 1 ? "" : "s",
                mode.keepAlive() ? "kept alive" : "a new one for each request",
                mode.http());
    }

    void write(Html html) {
        html.open("section").element("h2", "At a glance");
        Optional<Article> article = Article.of(summary);
        if (article.isPresent()) {
            new ArticleSection(article.get(), palette).write(html);
        } else {
            result.plan().modes().forEach(mode -> glance(html, mode));
        }
        html.close();
        if (result.plan().modes().size() > MOST_CHARTED) {
            return; // a sweep: the tables above have every point of it
        }
        html.open("section").element("h2", "Page by page");
        legend(html);
        result.plan().pages().forEach(page -> page(html, page));
        html.close();
    }

    private void glance(Html html, Mode mode) {
        html.element(
                "p",
                "Right answers per second, median of the rounds; below it the share of the fastest stack on that page."
                        + " Bold: the slowest round beat every round of all others.",
                "class",
                "hint");
        html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Overview");
        html.open("table", "class", "glance").open("thead").open("tr");
        html.element("th", "Page", "scope", "col");
        for (String stack : result.plan().stacks()) {
            html.open("th", "scope", "col", "class", "num");
            palette.name(html, stack);
            html.close();
        }
        html.close().close().open("tbody");
        for (String page : result.plan().pages()) {
            html.open("tr").open("th", "scope", "row").text(page);
            html.element("small", size(page, ResultSection::shortSize)).close();
            List<Cell> cells = summary.cells(mode.name(), page);
            OptionalDouble fastest = summary.fastest(mode.name(), page);
            cells.forEach(cell -> glance(html, cell, cells, fastest));
            html.close();
        }
        html.close().close().close();
    }

    private static void glance(Html html, Cell cell, List<Cell> rivals, OptionalDouble fastest) {
        if (!cell.isMeasured()) {
            html.element("td", "–", "class", "num");
            return;
        }
        html.open("td", "class", beatsAll(cell, rivals) ? "num clear" : "num");
        html.element("span", Numbers.rate(cell.throughput().median()), "class", "rate");
        html.element("small", cell.toFastest(fastest, "–"));
        html.close();
    }

    private static boolean beatsAll(Cell cell, List<Cell> rivals) {
        return rivals.size() > 1
                && rivals.stream()
                        .filter(rival -> !rival.stack().equals(cell.stack()) && rival.isMeasured())
                        .allMatch(rival ->
                                rival.throughput().max() < cell.throughput().min());
    }

    private void legend(Html html) {
        html.open("p", "class", "hint");
        html.text("Bars: median of the rounds, with a line from the slowest to the fastest round. Dots: half of the"
                + " answers (filled) and 99 % of them (hollow) took no longer than this, all rounds merged. Busy:"
                + " connections being answered, on average. Each table has the numbers of the charts above it.");
        Sample ranks = Sample.of(
                IntStream.range(0, result.plan().rounds()).asDoubleStream().toArray());
        ranks.medianInterval(CONFIDENCE)
                .filter(i -> i.low() == ranks.min())
                .ifPresent(interval -> html.text(String.format(
                        Locale.ROOT,
                        " The range of %d rounds encloses the true median with a probability of %.0f %%.",
                        ranks.size(),
                        100 * interval.coverage())));
        html.close();
    }

    private void page(Html html, String page) {
        html.open("article", "class", "page", "id", "page-" + page);
        html.element("h3", Prose.page(page));
        html.element("p", size(page, ResultSection::longSize), "class", "hint");
        for (Mode mode : result.plan().modes()) {
            if (result.plan().modes().size() > 1) {
                html.element("h4", mode.name() + ": " + mode(mode));
            }
            String table = "table-" + page + "-" + mode.name();
            List<Cell> cells = summary.cells(mode.name(), page);
            html.open("div", "class", "charts");
            Charts.throughput(html, cells, palette, table);
            Charts.latency(html, cells, palette, table);
            html.close();
            new PageTable(cells, summary.fastest(mode.name(), page), palette).write(html, table, page);
        }
        html.close();
    }

    private String size(String page, Function<PageInfo, String> print) {
        return result.pages().stream()
                .filter(info -> info.page().equals(page))
                .map(print)
                .findFirst()
                .orElse("");
    }

    private static String shortSize(PageInfo info) {
        var bytes = sizes(info);
        String most = Numbers.count(bytes.getMax()) + " B";
        return info.identical() ? most : Numbers.count(bytes.getMin()) + " – " + most;
    }

    private static String longSize(PageInfo info) {
        var bytes = sizes(info);
        return info.identical()
                ? Numbers.count(bytes.getMax()) + " bytes, the same from every stack"
                : Numbers.count(bytes.getMin()) + " to " + Numbers.count(bytes.getMax()) + " bytes";
    }

    private static LongSummaryStatistics sizes(PageInfo info) {
        return info.bodies().values().stream().mapToLong(PageInfo.Body::bytes).summaryStatistics();
    }
}
