package org.pagerace.pages;

/** The text form: {@code KEY => VALUE} lines, as PHP prints on a terminal. */
final class TextInfoWriter implements InfoWriter {
    private static final int EXPECTED_CHARS = 48 * 1024;
    private static final String ARROW = " => ";
    private static final String RULE = "_".repeat(74);

    private final StringBuilder text = new StringBuilder(EXPECTED_CHARS);

    TextInfoWriter() {
        line("info()");
    }

    @Override
    public void section(String name, String title) {
        line("").append(RULE).append("\n\n");
        line(title);
    }

    @Override
    public void table(String... headers) {
        line("");
        if (headers.length > 0) {
            line(String.join(ARROW, headers));
        }
    }

    @Override
    public void endTable() {
        // the next table begins with an empty line
    }

    @Override
    public void info(Shown... cells) {
        text.append(cells[0].text());
        for (int i = 1; i < cells.length; i++) {
            text.append(ARROW).append(value(cells[i]));
        }
        line("");
    }

    @Override
    public void directive(Shown name, Shown value) {
        info(name, value);
    }

    @Override
    public void paragraph(Shown constant) {
        line("").append(constant.text()).append('\n');
    }

    private static String value(Shown value) {
        return value.text().isEmpty() ? "no value" : value.text();
    }

    private StringBuilder line(String line) {
        return text.append(line).append('\n');
    }

    @Override
    public Html finish() {
        byte[] bytes = Html.bytes(text.toString());
        return new Html(bytes.length).raw(bytes);
    }
}
