package org.pagerace.race;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The ways to race. */
public enum Protocol {
    /** Closed loop over kept connections, warmed up, interleaved rounds within a time budget. */
    MODERN,
    /** What the article of 2012 did: ab with one connection for 10 s, then 1000 requests over 100 connections. */
    AB;

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
}
