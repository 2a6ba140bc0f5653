package org.pagerace.result;

/**
 * The one database behind all stacks.
 *
 * @param choice as asked for: embedded, system, none, or external (an URL is not repeated here, it may hold secrets)
 * @param version as the server reports it, empty without a database
 * @param route how every stack reaches it, in words
 */
public record DatabaseInfo(String choice, String version, String route) {}
