package org.pagerace.race;

import java.util.Arrays;
import java.util.Optional;

/** The lines of the fairness sheet: which of them change the work that is raced, and which are only told. */
enum Fact {
    /** Seen before the race, in HTTP/1.1. */
    HTTP_VERSION(
            "HTTP version",
            Weight.COMPARED,
            "another version has other headers and ends its bodies in other ways",
            "configure one version for all"),
    /** Seen before the race, in HTTP/1.1; compared only where connections are to be kept. */
    KEEP_ALIVE_ACHIEVED(
            "keep-alive achieved",
            Weight.COMPARED,
            "without it each request is a connection too",
            "turn it on for all, or race with a protocol that does not keep connections"),
    /** Counted during the race, see {@link KeepAlive}. */
    KEEP_ALIVE_USED(
            "connections used again",
            Weight.TOLD,
            "what came of keep-alive; a stack that closes has shown it before the race",
            ""),
    /** Seen before the race; the driver asks for none. */
    COMPRESSION_UNASKED(
            "compression unasked",
            Weight.COMPARED,
            "compressing costs CPU time and saves bytes on the line",
            "send it only to clients that ask for it"),
    /** Told by the descriptor. */
    ACCESS_LOG("access log", Weight.COMPARED, "a line is written for each request", "turn it off, or on, for all"),
    /** Told by the descriptor. */
    OPCACHE(
            "opcache",
            Weight.COMPARED,
            "without it PHP compiles its page anew for each request",
            "set opcache.enable alike for all"),
    /** Seen before the race, on PHP's own page; for servers that we did not configure. */
    OPCACHE_SEEN("opcache seen", Weight.COMPARED, OPCACHE.reason, OPCACHE.remedy),

    /** Counted before the race: one SELECT, and a connect at most. */
    SQL(
            "SQL per request",
            Weight.RULED,
            "each statement is work of the database; a connect is what PHP and a pool differ in",
            "make the page run the one SELECT of db.php"),
    BODIES("bodies", Weight.RULED, "another body is another page", "serve the archive's files and pages"),

    SERVER("server", Weight.TOLD, "it is what is raced", ""),
    WORKERS("workers", Weight.TOLD, "how a server divides its work is part of the server", ""),
    /** Seen before the race, in the kernel; the shortest that a setting and the kernel's own limit leave. */
    BACKLOG("backlog", Weight.TOLD, "it decides where clients wait, not what is done for them", ""),
    KEEP_ALIVE("keep-alive", Weight.TOLD, "how long idle connections are kept decides nothing within a round", ""),
    KEEP_ALIVE_OF_1_0(
            "keep-alive of HTTP/1.0",
            Weight.TOLD,
            "servers that do not know the length of a page must close; no protocol asks for it",
            ""),
    /** Counted before the race, by the database. */
    CONNECTIONS(
            "database connections",
            Weight.TOLD,
            "one for each request, or kept open: the way to the database is part of the stack",
            ""),
    DATABASE("database", Weight.TOLD, "a pool or a connection for each request is part of the stack", ""),
    SENDFILE("sendfile", Weight.TOLD, "how a file gets into the socket is part of the server", ""),
    COMPRESSION("compression", Weight.TOLD, "what counts is what the driver gets", ""),
    COMPRESSION_ASKED("compression when asked", Weight.TOLD, "the driver does not ask", ""),
    USER("user", Weight.TOLD, "it changes rights, not work", "");

    /** How a difference is dealt with. */
    enum Weight {
        /** It changes the work: stacks that differ are not raced. */
        COMPARED,
        /** It changes the work: each stack by itself is held to a rule, in {@link ParityCheck}. */
        RULED,
        /** It is on the report and no more. */
        TOLD
    }

    private final String label;
    private final Weight weight;
    private final String reason;
    private final String remedy;

    Fact(String label, Weight weight, String reason, String remedy) {
        this.label = label;
        this.weight = weight;
        this.reason = reason;
        this.remedy = remedy;
    }

    /** Returns its name in descriptors, results and reports. */
    String label() {
        return label;
    }

    Weight weight() {
        return weight;
    }

    /** Returns why it changes the work, or why it does not. */
    String reason() {
        return reason;
    }

    /** Returns how to make the stacks alike; empty for what is only told. */
    String remedy() {
        return remedy;
    }

    static Optional<Fact> find(String label) {
        return Arrays.stream(values()).filter(fact -> fact.label.equals(label)).findFirst();
    }
}
