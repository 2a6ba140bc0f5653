package org.pagerace.pages;

import java.util.List;
import org.pagerace.store.Article;

/** The HTML of {@code /db}. The file php/pages/db.php writes the same bytes, and a test holds them against each other. */
final class DbPage {
    private static final int EXPECTED_BYTES = 16 * 1024;

    private static final byte[] HEAD = Html.bytes("""
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Latest articles</title>
            <style>
            body { margin: 2em auto; max-width: 72em; padding: 0 1em; font: 15px/1.45 sans-serif; color: #222; background: #fff; }
            h1 { font-size: 1.5em; }
            table { border-collapse: collapse; width: 100%; }
            th, td { padding: .4em .6em; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
            th { background: #eef; white-space: nowrap; }
            .n { text-align: right; }
            .d { white-space: nowrap; }
            </style>
            </head>
            <body>
            <h1>Latest articles</h1>
            <table>
            <tr><th class="n">No.</th><th>Title</th><th>Author</th><th>Section</th><th>Summary</th><th>Published</th>\
            <th class="n">Views</th></tr>
            """);

    private static final byte[] TAIL = Html.bytes("""
            </table>
            </body>
            </html>
            """);

    private static final byte[] ROW = Html.bytes("<tr><td class=\"n\">");
    private static final byte[] CELL = Html.bytes("</td><td>");
    private static final byte[] DATE_CELL = Html.bytes("</td><td class=\"d\">");
    private static final byte[] NUMBER_CELL = Html.bytes("</td><td class=\"n\">");
    private static final byte[] ROW_END = Html.bytes("</td></tr>\n");

    private DbPage() {}

    static Html render(List<Article> articles) {
        var html = new Html(EXPECTED_BYTES).raw(HEAD);
        for (Article article : articles) {
            html.raw(ROW).number(article.id());
            html.raw(CELL).text(article.title());
            html.raw(CELL).text(article.author());
            html.raw(CELL).text(article.section());
            html.raw(CELL).text(article.summary());
            html.raw(DATE_CELL).text(article.published());
            html.raw(NUMBER_CELL).number(article.views());
            html.raw(ROW_END);
        }
        return html.raw(TAIL);
    }
}
