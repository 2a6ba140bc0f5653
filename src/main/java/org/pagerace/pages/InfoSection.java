package org.pagerace.pages;

/**
 * One section of {@code /info}.
 *
 * @param name its anchor and its word in {@code what=}
 * @param mask the bit of PHP's numeric selection
 */
record InfoSection(String name, String title, int mask, Content content) {
    static final String GENERAL = "general";

    /** Writes the tables of one section. */
    @FunctionalInterface
    interface Content {
        void write(InfoWriter out, InfoRequest in);
    }

    void write(InfoWriter out, InfoRequest in) {
        out.section(name, title);
        content.write(out, in);
    }
}
