package org.pagerace.report;

import java.util.List;
import java.util.function.BiFunction;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;

/** The article's table with our figures on top and its own below. */
final class ArticleSection {
    private static final int ARTICLE_ROUNDS = 3;

    private final RaceSummary summary;
    private final RaceResult result;
    private final Palette palette;

    ArticleSection(RaceSummary summary, Palette palette) {
        this.summary = summary;
        this.result = summary.result();
        this.palette = palette;
    }

    void write(Html html) {
        html.element(
                "p",
                "Requests per second, every round, as the article printed them. Its own figures of 2012 stand below ours;"
                        + " there a line of 100 Mbit/s lay between client and server and was full in nearly every row"
                        + " with 100 connections, so compare the shape, not the size.",
                "class",
                "hint");
        ArticleFigures article = ArticleFigures.read();
        result.plan().modes().forEach(mode -> table(html, mode, article));
    }

    private void table(Html html, Mode mode, ArticleFigures article) {
        html.element("h3", ArticleTable.title(mode));
        html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Mode " + mode.name());
        html.open("table", "class", "article").open("thead").open("tr").element("th", "System", "scope", "col");
        result.plan().pages().forEach(page -> html.element("th", page, "scope", "col", "class", "num"));
        html.close().close();
        html.open("tbody");
        for (String stack : result.plan().stacks()) {
            rows(
                    html,
                    result.plan().rounds(),
                    () -> palette.name(html, stack),
                    (page, round) -> ArticleTable.ours(summary.cell(mode.name(), page, stack), round));
        }
        html.close().open("tbody", "class", "theirs");
        for (ArticleFigures.Series series : article.inMode(mode.name())) {
            rows(
                    html,
                    ARTICLE_ROUNDS,
                    () -> html.text("2012: " + series.label()),
                    (page, round) -> ArticleTable.theirs(series, page, round));
        }
        html.close().close().close();
    }

    private void rows(Html html, int rounds, Runnable name, BiFunction<String, Integer, String> figure) {
        List<String> pages = result.plan().pages();
        for (int round = 0; round < rounds; round++) {
            html.open("tr", "class", round == 0 ? "first" : "more");
            if (round == 0) {
                html.open("th", "scope", "rowgroup", "rowspan", Integer.toString(rounds));
                name.run();
                html.close();
            }
            for (String page : pages) {
                html.element("td", figure.apply(page, round), "class", "num");
            }
            html.close();
        }
    }
}
