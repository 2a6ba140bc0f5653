package org.pagerace.pages;

/**
 * A cell of the page {@code /info} that {@link Redaction} has let through.
 *
 * @param text not escaped yet; empty means "no value"
 */
record Shown(String text) {}
