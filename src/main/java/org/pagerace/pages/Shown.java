package org.pagerace.pages;

/** A cell of the page {@code /info} that {@link Redaction} has let through. */
final class Shown {
    private final String text;
    private final byte[] markup; // of a cell that is part of a FixedTable, else null

    Shown(String text) {
        this(text, null);
    }

    private Shown(String text, byte[] markup) {
        this.text = text;
        this.markup = markup;
    }

    /** Returns the text, not escaped yet; empty means "no value". */
    String text() {
        return text;
    }

    /** Returns the same cell, escaped now instead of each time it is written. */
    Shown fixed() {
        return new Shown(text, new Html(text.length()).text(text).toByteArray());
    }

    void writeTo(Html html) {
        if (markup == null) {
            html.text(text);
        } else {
            html.raw(markup);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
