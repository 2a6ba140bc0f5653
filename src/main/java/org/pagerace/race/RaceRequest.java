package org.pagerace.race;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.network.LineRate;

/**
 * What was asked for. As many members as the command has options.
 *
 * @param pages keys of {@link #ALL_PAGES}
 * @param time budget of the driver, absent for the protocol's own
 * @param rounds absent for the protocol's own
 * @param connections absent for the protocol's own
 * @param seed of the interleaving
 * @param commandLine what repeats this race, without secrets
 * @param version of this program
 * @param allowUnfair race stacks that do not do the same work, and put the differences into the result
 * @param calibrated whether the rig's own ceiling is measured first
 * @param confirm whether what seemed to be limits is tested after the rounds
 * @param compare with what, and from when on a difference is one
 * @param link the line between driver and servers; absent: the loopback interface
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
        boolean allowUnfair,
        LoadOptions load,
        boolean calibrated,
        boolean confirm,
        CompareOptions compare,
        Optional<LineRate> link) {

    /** Of the driver. */
    public static final int MOST_CONNECTIONS = 10_000;

    /** The pages of the classic comparisons, in their order. */
    public static final List<String> PAGES = List.of("index", "jquery", "info", "db", "open");

    /** These, and the single pages of the other articles: of 8, 1,456 and 223,782 bytes. */
    public static final List<String> ALL_PAGES = Stream.concat(
                    PAGES.stream(), Stream.of("testing", "welcome", "portal"))
            .toList();

    public RaceRequest {
        pages = List.copyOf(pages);
        commandLine = List.copyOf(commandLine);
    }
}
