package org.pagerace.race;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The ways to race. */
public enum Protocol {
    /** Closed loop over kept connections, warmed up, interleaved rounds within a time budget. */
    MODERN(RaceRequest.PAGES),
    /** What the article of 2012 did: ab with one connection for 10 s, then 1000 requests over 100 connections. */
    AB(RaceRequest.PAGES),
    /** What the article of 2006 did: webbench with 500 clients for 30 s, a new connection for each request. */
    WEBBENCH(List.of("welcome", "info")),
    /** What the article of 2008 did: http_load with 200, 500 and 1000 connections for 1000 fetches each. */
    HTTP_LOAD(List.of("portal")),
    /** What the article of 2017 did: weighttp over kept connections, 0 to 1000 of them in steps of 10. */
    WEIGHTTP(List.of("testing"));

    private final List<String> pages;

    Protocol(List<String> pages) {
        this.pages = pages;
    }

    /** Returns the protocol of that label; empty if there is none. */
    public static Optional<Protocol> find(String label) {
        return Arrays.stream(values()).filter(p -> p.label().equals(label)).findFirst();
    }

    /** Returns all labels, separated by commas. */
    public static String labels() {
        return Arrays.stream(values()).map(Protocol::label).collect(Collectors.joining(", "));
    }

    /** Returns the name used on the command line and in results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the pages that are raced unless somebody asks for others. */
    public List<String> pages() {
        return pages;
    }
}
