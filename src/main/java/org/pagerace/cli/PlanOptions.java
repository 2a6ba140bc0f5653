package org.pagerace.cli;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.race.Protocol;
import org.pagerace.race.RaceRequest;
import picocli.CommandLine.Option;

/** Options that say what is asked for, how often and how long. */
final class PlanOptions {
    private static final int MOST_ROUNDS = 1000;

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            defaultValue = "modern",
            description =
                    "modern: keep-alive, warmed up, interleaved rounds (default); or what an article did: ab (2012),"
                            + " webbench (2006), http_load (2008), weighttp (2017).")
    private String protocol;

    @Option(
            names = "--pages",
            split = ",",
            paramLabel = "PAGE",
            description =
                    "Which pages: index, jquery, info, db, open, testing, welcome, portal. Default: the first five, or"
                            + " those of the article: welcome and info (webbench), portal (http_load), testing (weighttp).")
    private List<String> pages;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description =
                    "How long the driver may work, for instance 90s or 5m; starting servers comes on top. What is too"
                            + " short for every stack on every page is refused, with the least that is not. Default: 2m (10m with"
                            + " --until-ci); with the protocol of an article as long as it takes. Not with http_load.")
    private Duration time;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "Rounds per stack and page. Default: as many as fit; ab, webbench and http_load 3, weighttp 2;"
                            + " with --until-ci 30 at most.")
    private Integer rounds;

    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N",
            description =
                    "Connections of the driver: protocol modern, default 32; protocol weighttp, the last of its sweep,"
                            + " default 1000.")
    private Integer connections;

    @Option(names = "--seed", paramLabel = "N", description = "Order of the stacks in the rounds. Default: random.")
    private Long seed;

    private final long drawnSeed = System.nanoTime() & 0xFFFF_FFFFL;

    Protocol protocol() {
        return Protocol.find(protocol)
                .orElseThrow(() -> usage("there is no protocol '" + protocol + "', only " + Protocol.labels()));
    }

    List<String> pages() {
        return pages == null ? protocol().pages() : List.copyOf(new LinkedHashSet<>(pages));
    }

    Optional<Duration> time() {
        return Optional.ofNullable(time);
    }

    OptionalInt rounds() {
        return rounds == null ? OptionalInt.empty() : OptionalInt.of(rounds);
    }

    OptionalInt connections() {
        return connections == null ? OptionalInt.empty() : OptionalInt.of(connections);
    }

    /** Returns the seed asked for, else always the same random one. */
    long seed() {
        return seed == null ? drawnSeed : seed;
    }

    /** Refuses what no race can have. */
    void check() {
        protocol();
        if (time != null && (time.isNegative() || time.isZero())) {
            throw usage("--time must be above 0, for instance 90s");
        }
        if (rounds != null && (rounds < 1 || rounds > MOST_ROUNDS)) {
            throw usage("--rounds must be 1 to " + MOST_ROUNDS + ", but is " + rounds);
        }
        if (connections != null && (connections < 1 || connections > RaceRequest.MOST_CONNECTIONS)) {
            throw usage("-c must be 1 to " + RaceRequest.MOST_CONNECTIONS + ", but is " + connections);
        }
        for (String page : pages()) {
            if (!RaceRequest.ALL_PAGES.contains(page)) {
                throw usage("there is no page '" + page + "', only " + String.join(", ", RaceRequest.ALL_PAGES));
            }
        }
    }

    /** Refuses the page db where there is no database. */
    void checkDatabase(DatabaseChoice choice) {
        if (choice instanceof DatabaseChoice.None && pages().contains("db")) {
            String others = pages().stream().filter(page -> !page.equals("db")).collect(Collectors.joining(","));
            throw usage("page db needs a database: leave out --db none"
                    + (others.isEmpty() ? "" : ", or give --pages " + others));
        }
    }

    private static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }
}
