package org.pagerace.report;

import java.util.List;

/** Tables that scroll by themselves where the screen is too narrow for them, so that the page never does. */
final class Tables {
    private Tables() {}

    /** Opens a table; {@code attributes} are names and values in turn. */
    static void open(Html html, String name, String... attributes) {
        html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", name)
                .open("table", attributes);
    }

    /** Writes the head, columns of words first, and opens the body. */
    static void head(Html html, List<String> words, List<String> numbers) {
        html.open("thead").open("tr");
        words.forEach(column -> html.element("th", column, "scope", "col"));
        numbers.forEach(column -> html.element("th", column, "scope", "col", "class", "num"));
        html.close().close().open("tbody");
    }

    /** Opens a row that begins with a stack. */
    static void row(Html html, Palette palette, String stack) {
        html.open("tr").open("th", "scope", "row");
        palette.name(html, stack);
        html.close();
    }

    static void number(Html html, String value) {
        html.element("td", value, "class", "num");
    }

    /** Closes body, table and region. */
    static void close(Html html) {
        html.close().close().close();
    }
}
