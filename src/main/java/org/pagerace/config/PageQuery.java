package org.pagerace.config;

/** The query of {@code /db}: the pages run it for each request, and a database counts as ready once it answers it. */
public final class PageQuery {
    /** The 20 newest articles; the same text as in db.php. */
    public static final String SQL = "SELECT id, title, author, section, summary, published, views"
            + " FROM article ORDER BY published DESC, id DESC LIMIT 20";

    private PageQuery() {}
}
