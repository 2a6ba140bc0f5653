package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import org.pagerace.report.ArticleTable.Group;

/** The tables of an article for a terminal, and what limited its figures. */
final class ArticleText {
    private static final int LONG = 30;
    private static final int EVERY = 10;

    private final Article article;

    ArticleText(Article article) {
        this.article = article;
    }

    String render() {
        var text = new StringBuilder();
        for (ArticleTable table : article.tables()) {
            text.append(TextReport.wrapped("", table.title())).append('\n');
            text.append(render(table)).append('\n');
        }
        article.limits().forEach(limit -> text.append(TextReport.wrapped(article.year() + ": ", limit + end(limit))));
        return text.toString();
    }

    private static String end(String sentence) {
        return sentence.endsWith(".") ? "" : ".";
    }

    private static String render(ArticleTable table) {
        var text = new TextTable();
        List<String> head = new ArrayList<>(List.of(table.first()));
        head.addAll(table.columns());
        text.row(head).rule();
        boolean isLong = table.ours().size() > LONG;
        for (int i = 0; i < table.ours().size(); i += isLong ? EVERY : 1) {
            add(text, table.ours().get(i));
        }
        if (!table.theirs().isEmpty()) {
            text.rule();
            table.theirs().forEach(group -> add(text, group));
        }
        return text.render()
                + (isLong ? "every " + EVERY + "th row; all of them are in result.json and report.html\n" : "");
    }

    private static void add(TextTable text, Group group) {
        String name = group.name();
        if (group.rows().isEmpty()) {
            text.row(name, "-");
        }
        for (List<String> figures : group.rows()) {
            List<String> row = new ArrayList<>(List.of(name));
            row.addAll(figures);
            text.row(row);
            name = "";
        }
    }
}
