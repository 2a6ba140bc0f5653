package org.pagerace.pages;

/** The HTML form: class names, measures and row grammar as in PHP's page, so both cost a browser about the same. */
final class HtmlInfoWriter implements InfoWriter {
    private static final int EXPECTED_BYTES = 96 * 1024;

    private static final byte[] START = Html.bytes("""
            <!DOCTYPE html>
            <html lang="en"><head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <style>""");
    private static final byte[] TITLE = Html.bytes("</style>\n<title>");
    private static final byte[] BODY = Html.bytes("""
             - info</title><meta name="robots" content="noindex,nofollow,noarchive"></head>
            <body><div class="center">
            """);
    private static final byte[] END = Html.bytes("</div></body></html>");
    private static final byte[] BOX = Html.bytes("<table>\n<tr class=\"h\"><td>\n<img alt=\"\" src=\"" + InfoStyle.LOGO
            + "\"><h1 class=\"p\"><a name=\"section_general\" href=\"#section_general\">");
    private static final byte[] BOX_END = Html.bytes("</a></h1>\n</td></tr>\n</table>\n");
    private static final byte[] SECTION = Html.bytes("<h2><a name=\"section_");
    private static final byte[] SECTION_LINK = Html.bytes("\" href=\"#section_");
    private static final byte[] SECTION_TITLE = Html.bytes("\">");
    private static final byte[] SECTION_END = Html.bytes("</a></h2>\n");
    private static final byte[] TABLE = Html.bytes("<table>\n");
    private static final byte[] TABLE_END = Html.bytes("</table>\n");
    private static final byte[] HEADER_ROW = Html.bytes("<tr class=\"h\">");
    private static final byte[] HEADER_ROW_END = Html.bytes("</tr>\n");
    private static final byte[] HEADER = Html.bytes("<th>");
    private static final byte[] HEADER_END = Html.bytes("</th>");
    private static final byte[] ROW = Html.bytes("<tr><td class=\"e\">");
    private static final byte[] INFO_CELL = Html.bytes(" </td><td class=\"v\">");
    private static final byte[] INFO_END = Html.bytes(" </td></tr>\n");
    private static final byte[] CELL = Html.bytes("</td><td class=\"v\">");
    private static final byte[] ROW_END = Html.bytes("</td></tr>\n");
    private static final byte[] PARAGRAPH = Html.bytes("<tr class=\"v\"><td>\n<p>");
    private static final byte[] PARAGRAPH_END = Html.bytes("</p>\n</td></tr>\n");
    private static final byte[] NO_VALUE = Html.bytes("<i>no value</i>");

    private final Html html = new Html(EXPECTED_BYTES);

    HtmlInfoWriter() {
        html.raw(START).raw(InfoStyle.STYLE).raw(TITLE).text(javaTitle("Java ")).raw(BODY);
    }

    private static String javaTitle(String prefix) {
        return prefix + Redaction.fact(System.getProperty("java.version")).text();
    }

    @Override
    public void section(String name, String title) {
        if (name.equals(InfoSection.GENERAL)) {
            html.raw(BOX).text(javaTitle("Java Version ")).raw(BOX_END);
        } else {
            html.raw(SECTION).text(name).raw(SECTION_LINK).text(name).raw(SECTION_TITLE);
            html.text(title).raw(SECTION_END);
        }
    }

    @Override
    public void table(String... headers) {
        html.raw(TABLE);
        if (headers.length > 0) {
            html.raw(HEADER_ROW);
            for (String header : headers) {
                html.raw(HEADER).text(header).raw(HEADER_END);
            }
            html.raw(HEADER_ROW_END);
        }
    }

    @Override
    public void endTable() {
        html.raw(TABLE_END);
    }

    @Override
    public void info(Shown... cells) {
        html.raw(ROW);
        cells[0].writeTo(html);
        for (int i = 1; i < cells.length; i++) {
            html.raw(INFO_CELL);
            value(cells[i]);
        }
        html.raw(INFO_END);
    }

    @Override
    public void directive(Shown name, Shown value) {
        html.raw(ROW);
        name.writeTo(html);
        html.raw(CELL);
        value(value);
        html.raw(ROW_END);
    }

    private void value(Shown value) {
        if (value.text().isEmpty()) {
            html.raw(NO_VALUE);
        } else {
            value.writeTo(html);
        }
    }

    @Override
    public void paragraph(Shown constant) {
        html.raw(PARAGRAPH);
        constant.writeTo(html);
        html.raw(PARAGRAPH_END);
    }

    @Override
    public Html finish() {
        return html.raw(END);
    }
}
