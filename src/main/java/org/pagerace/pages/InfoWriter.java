package org.pagerace.pages;

import java.util.Arrays;

/** Writes the sections of {@code /info} in one of its two forms. A section begins, then its tables and their rows. */
sealed interface InfoWriter permits HtmlInfoWriter, TextInfoWriter {

    /** Begins a section; {@code name} is its anchor. */
    void section(String name, String title);

    /** Begins a table, with a header row if there are headers. Headers and captions are constants or JDK names. */
    void table(String... headers);

    void endTable();

    /** A row that tells something, a name and its values: PHP's information row. */
    void info(Shown... cells);

    default void info(String label, Shown value) {
        info(Redaction.label(label), value);
    }

    default void info(String label, long value) {
        info(label, Redaction.number(value));
    }

    /** The only row of a table that has nothing to tell. */
    default void none(int columns) {
        var cells = new Shown[columns];
        Arrays.fill(cells, Redaction.label(""));
        cells[0] = Redaction.label("none");
        info(cells);
    }

    /** A row of a name that was set and its value: PHP's directive row. */
    void directive(Shown name, Shown value);

    /** A box with a paragraph of constant text. */
    void paragraph(Shown constant);

    /** Ends the page. */
    Html finish();
}
