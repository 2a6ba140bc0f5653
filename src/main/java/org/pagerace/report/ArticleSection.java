package org.pagerace.report;

import java.util.List;
import org.pagerace.report.ArticleTable.Group;

/** The article's tables with our figures on top and its own below, and what limited its own. */
final class ArticleSection {
    private final Article article;
    private final Palette palette;

    ArticleSection(Article article, Palette palette) {
        this.article = article;
        this.palette = palette;
    }

    void write(Html html) {
        html.element(
                "p",
                "As the article printed them, every round; its own figures of " + article.year()
                        + " stand below ours. What"
                        + " limited those is said under the tables: compare the shape, not the size.",
                "class",
                "hint");
        article.tables().forEach(table -> table(html, table));
        html.element("h3", "What limited the article's figures").open("ul");
        article.limits().forEach(limit -> html.element("li", limit));
        html.close();
    }

    private void table(Html html, ArticleTable table) {
        html.element("h3", table.title());
        html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", table.title());
        html.open("table", "class", "article").open("thead").open("tr").element("th", table.first(), "scope", "col");
        table.columns().forEach(column -> html.element("th", column, "scope", "col", "class", "num"));
        html.close().close();
        html.open("tbody");
        table.ours().forEach(group -> rows(html, group));
        html.close();
        if (!table.theirs().isEmpty()) {
            html.open("tbody", "class", "theirs");
            table.theirs().forEach(group -> rows(html, group));
            html.close();
        }
        html.close().close();
    }

    private void rows(Html html, Group group) {
        boolean first = true;
        for (List<String> row : group.rows()) {
            html.open("tr", "class", first ? "first" : "more");
            if (first) {
                html.open(
                        "th",
                        "scope",
                        "rowgroup",
                        "rowspan",
                        Integer.toString(group.rows().size()));
                name(html, group);
                html.close();
            }
            row.forEach(figure -> html.element("td", figure, "class", "num"));
            html.close();
            first = false;
        }
    }

    private void name(Html html, Group group) {
        if (group.isStack()) {
            palette.name(html, group.name());
        } else {
            html.text(group.name());
        }
    }
}
