package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;

/** The article's table: per mode and system, three rounds of each page; ours first, the article's own below. */
final class ArticleTable {
    private final RaceSummary summary;
    private final RaceResult result;
    private final ArticleFigures article;

    ArticleTable(RaceSummary summary, ArticleFigures article) {
        this.summary = summary;
        this.result = summary.result();
        this.article = article;
    }

    String render() {
        var text = new StringBuilder();
        for (Mode mode : result.plan().modes()) {
            text.append(title(mode)).append("\n\n");
            text.append(table(mode)).append('\n');
        }
        result.plan().remarks().forEach(remark -> text.append(TextReport.wrapped("plan: ", remark)));
        return text.toString();
    }

    static String title(Mode mode) {
        String limit = mode.duration()
                .map(duration -> Numbers.duration(duration) + " (at most "
                        + mode.requests().map(Numbers::count).orElse("any number of") + " requests)")
                .orElseGet(() -> mode.requests().map(Numbers::count).orElse("?") + " requests");
        return String.format(
                Locale.ROOT,
                "%s: %s, %d connection%s, HTTP/%s, %s; requests per second",
                mode.name(),
                limit,
                mode.connections(),
                mode.connections() == 1 ? "" : "s",
                mode.http(),
                mode.keepAlive() ? "keep-alive" : "no keep-alive");
    }

    private String table(Mode mode) {
        List<String> pages = result.plan().pages();
        var table = new TextTable();
        List<String> head = new ArrayList<>(List.of("system"));
        pages.forEach(head::add);
        table.row(head).rule();
        for (String stack : result.plan().stacks()) {
            for (int round = 0; round < result.plan().rounds(); round++) {
                List<String> row = new ArrayList<>(List.of(round == 0 ? stack : ""));
                for (String page : pages) {
                    row.add(ours(summary.cell(mode.name(), page, stack), round));
                }
                table.row(row);
            }
        }
        table.rule();
        for (ArticleFigures.Series series : article.inMode(mode.name())) {
            for (int round = 0; round < 3; round++) {
                List<String> row = new ArrayList<>(List.of(round == 0 ? "2012: " + series.label() : ""));
                for (String page : pages) {
                    row.add(theirs(series, page, round));
                }
                table.row(row);
            }
        }
        return table.render();
    }

    static String ours(Cell cell, int round) {
        return round < cell.rounds().size()
                ? printed(cell.rounds().get(round).load().perSecond())
                : "-";
    }

    static String theirs(ArticleFigures.Series series, String page, int round) {
        List<Double> rounds = series.perSecond().getOrDefault(page, List.of());
        return round < rounds.size() ? printed(rounds.get(round)) : "-";
    }

    /** Two decimals, as ab and the article print them. */
    private static String printed(double perSecond) {
        return String.format(Locale.ROOT, "%,.2f", perSecond);
    }
}
