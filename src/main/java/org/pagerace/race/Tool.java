package org.pagerace.race;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What may make the load. */
public enum Tool {
    /** The driver of this program. */
    BUILTIN("", Set.of(Protocol.values()), "", List.of()),
    /** HTTP/1.1 for a number of whole seconds. */
    WRK(
            "wrk",
            Set.of(Protocol.MODERN, Protocol.WEBBENCH),
            "wrk speaks HTTP/1.1 only and ends after whole seconds, not after a number of requests",
            List.of(
                    "wrk made the load. It does not verify bodies: they were compared before the race only.",
                    "wrk has no lead-in, so the time in which it connects counts. It does not tell how many requests were"
                            + " under way at the end, how many connections it opened or used again, nor the bytes of"
                            + " bodies; these are 0 or empty here, as are the distributions of times, of which it prints"
                            + " percentiles only (toolFigures in result.json), and into these it has mixed values of its"
                            + " own that are to correct for coordinated omission.",
                    "wrk does not tell statuses apart: all from 400 on are counted as http-5xx, its errors of connect as"
                            + " refused, of read and write as reset-before-response, its timeouts as total-timeout.")),
    /** HTTP/1.0, one thread. */
    AB(
            "apache2-utils",
            Set.of(Protocol.AB, Protocol.HTTP_LOAD),
            "ab speaks HTTP/1.0 only and has one thread",
            List.of(
                    "ab made the load. It does not verify bodies, which were compared before the race only; it compares"
                            + " lengths with that of the first answer, and not even those on page info.",
                    "ab does not tell how many connections it opened, and of response times it prints percentiles"
                            + " only (toolFigures in result.json); the distributions of times are empty.",
                    "ab does not tell statuses apart: all that are not 2xx are counted as http-5xx, its failures of length"
                            + " as wrong-body, of receive as reset-mid-body, of connect as refused, its exceptions as"
                            + " reset-before-response. It may count one broken connection several times; then the"
                            + " surplus is left out here."));

    private final String debianPackage;

    @SuppressWarnings("ImmutableEnumChecker") // of Set.of and List.of, which nobody can change
    private final Set<Protocol> protocols;

    private final String limits;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> notes;

    Tool(String debianPackage, Set<Protocol> protocols, String limits, List<String> notes) {
        this.debianPackage = debianPackage;
        this.protocols = protocols;
        this.limits = limits;
        this.notes = notes;
    }

    /** Returns the tool of that label; empty if there is none. */
    public static Optional<Tool> find(String label) {
        return Arrays.stream(values())
                .filter(tool -> tool.label().equals(label))
                .findFirst();
    }

    /** Returns all labels, separated by commas. */
    public static String labels() {
        return Arrays.stream(values()).map(Tool::label).collect(Collectors.joining(", "));
    }

    /** Returns the name used on the command line, which is also that of the program. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the command that installs it. */
    String install() {
        return "apt-get install " + debianPackage;
    }

    /** Returns what a reader of its figures must know, in whole sentences. */
    List<String> notes() {
        return notes;
    }

    /** Returns whether its runs last whole seconds. */
    boolean countsSeconds() {
        return this != BUILTIN;
    }

    /** Refuses a protocol that it cannot follow. */
    void requireProtocol(Protocol protocol) throws PlanException {
        if (!protocols.contains(protocol)) {
            String others = Arrays.stream(Protocol.values())
                    .filter(protocols::contains)
                    .map(Protocol::label)
                    .collect(Collectors.joining(" or "));
            throw new PlanException("--driver " + label() + " does not go with --protocol " + protocol.label() + ": "
                    + limits + "; use --protocol " + others + ", or leave out --driver");
        }
    }
}
