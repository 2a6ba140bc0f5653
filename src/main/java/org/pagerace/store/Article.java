package org.pagerace.store;

/**
 * One row of the page {@code /db}.
 *
 * @param summary may be null
 * @param published as the database prints it, {@code 2012-03-04 05:06:07}: a page that shows times converts none
 */
public record Article(
        long id, String title, String author, String section, String summary, String published, long views) {}
