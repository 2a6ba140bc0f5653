package org.pagerace.pages;

import java.util.List;

/** The twenty sections of /info as clients know them; not taken from the program, so that none can get lost. */
public final class InfoAnchors {
    public static final List<String> NAMES = List.of(
            "general",
            "container",
            "request",
            "headers",
            "parameters",
            "context",
            "environment",
            "properties",
            "arguments",
            "memory",
            "gc",
            "threads",
            "classes",
            "modules",
            "jdbc",
            "pool",
            "locale",
            "security",
            "limits",
            "license");

    private InfoAnchors() {}
}
