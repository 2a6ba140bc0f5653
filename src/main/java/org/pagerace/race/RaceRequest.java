package org.pagerace.race;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.pagerace.database.DatabaseChoice;

/**
 * What was asked for. As many members as the command has options.
 *
 * @param pages keys of {@link #PAGES}
 * @param time budget of the driver, absent for the protocol's own
 * @param rounds absent for the protocol's own
 * @param connections absent for the protocol's own
 * @param seed of the interleaving
 * @param commandLine what repeats this race, without secrets
 * @param version of this program
 * @param compare with what, and from when on a difference is one
 */
public record RaceRequest(
        Protocol protocol,
        Entrants entrants,
        List<String> pages,
        Optional<Duration> time,
        OptionalInt rounds,
        OptionalInt connections,
        DatabaseChoice database,
        long seed,
        List<String> commandLine,
        String version,
        CompareOptions compare) {

    /** The pages of the classic comparisons, in their order. */
    public static final List<String> PAGES = List.of("index", "jquery", "info", "db", "open");

    public RaceRequest {
        pages = List.copyOf(pages);
        commandLine = List.copyOf(commandLine);
    }
}
