package org.pagerace.pages;

/** Writes the sections of {@code /info} in one of its two forms. A section begins, then its tables and their rows. */
sealed interface InfoWriter permits HtmlInfoWriter, TextInfoWriter {

    /** Begins a section; {@code name} is its anchor. */
    void section(String name, String title);

    /** Begins a table, with a header row if there are headers. Headers and captions are constants or JDK names. */
    void table(String... headers);

    void endTable();

    /** A row that tells something: PHP's information row. */
    void info(Shown name, Shown value);

    default void info(String label, Shown value) {
        info(Redaction.fact(label), value);
    }

    default void info(String label, long value) {
        info(label, Redaction.number(value));
    }

    /** A row of more than two cells. */
    void info(Shown name, Shown first, Shown second, Shown... more);

    /** A row of a name that was set and its value: PHP's directive row. */
    void directive(Shown name, Shown value);

    /** A box with a paragraph of constant text. */
    void paragraph(String constant);

    /** Ends the page. */
    Html finish();
}
