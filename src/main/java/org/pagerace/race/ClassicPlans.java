package org.pagerace.race;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.pagerace.race.Plans.Draft;
import org.pagerace.race.Plans.Wish;
import org.pagerace.result.PlanInfo.Mode;

/** The plans of the articles, as their tools and authors had them. */
final class ClassicPlans {
    private static final String NOT_WARM =
            "Nothing is warmed up, since the article did not: first rounds may be slower.";
    private static final int USUAL_ROUNDS = 3; // of ab as in its article; of others that ran once, to show a range

    private static final Duration AB_TIME = Duration.ofSeconds(10);
    private static final long AB_TIMED_LIMIT = 50_000; // ab -t sets -n to 50000
    private static final int AB_CONNECTIONS = 100;
    private static final long AB_REQUESTS = 1000;
    private static final int AB_THREADS = 1; // ab has no more
    private static final Duration AB_TIMEOUT = Duration.ofSeconds(30); // ab -s

    private static final Duration WEBBENCH_TIME = Duration.ofSeconds(30);
    private static final int WEBBENCH_CLIENTS = 500;

    private static final List<Integer> HTTP_LOAD_LEVELS = List.of(200, 500, 1000);
    private static final long HTTP_LOAD_FETCHES = 1000;
    private static final int HTTP_LOAD_THREADS = 1; // one process with one select()
    private static final Duration HTTP_LOAD_TIMEOUT = Duration.ofSeconds(60);

    private static final List<Integer> WEIGHTTP_CORES = List.of(1, 2, 4, 8); // and as many threads of the client
    private static final int WEIGHTTP_MOST = 1000;
    private static final int WEIGHTTP_STEP = 10;
    private static final int WEIGHTTP_REQUESTS = 1_000_000;
    private static final int WEIGHTTP_ROUNDS = 2;
    private static final int WEIGHTTP_SCALE = 100;
    private static final Duration WEIGHTTP_WARMUP = Duration.ofSeconds(3);
    private static final Duration WEIGHTTP_TIMEOUT = Duration.ofSeconds(60); // it has none itself

    private ClassicPlans() {}

    static Draft ab(Wish wish) throws PlanException {
        int rounds = wish.rounds(USUAL_ROUNDS);
        Duration length = scaled(wish, rounds, AB_TIME, RacePlan.COUNTED_RUN);
        String remark = length.compareTo(AB_TIME) == 0
                ? "As in the article, ab's timed runs take 10 s; ab also ends them at 50,000 requests."
                : shortened(wish, length, AB_TIME) + "; ab would also end them at 50,000 requests.";
        var timed = new Mode("t10", "1.0", false, 1, AB_THREADS, Optional.of(AB_TIMED_LIMIT), Optional.of(length));
        var counted =
                new Mode("c100", "1.0", false, AB_CONNECTIONS, AB_THREADS, Optional.of(AB_REQUESTS), Optional.empty());
        return cold(List.of(timed, counted), rounds, AB_TIMEOUT, List.of(remark, NOT_WARM));
    }

    static Draft webbench(Wish wish) throws PlanException {
        int rounds = wish.rounds(USUAL_ROUNDS);
        Duration length = scaled(wish, rounds, WEBBENCH_TIME, Duration.ZERO);
        int threads = Plans.driverThreads(wish, WEBBENCH_CLIENTS);
        var mode = new Mode(
                "c" + WEBBENCH_CLIENTS, "1.1", false, WEBBENCH_CLIENTS, threads, Optional.empty(), Optional.of(length));
        List<String> remarks = new ArrayList<>();
        remarks.add(
                length.compareTo(WEBBENCH_TIME) == 0
                        ? "As in the article, 500 clients run for 30 s."
                        : shortened(wish, length, WEBBENCH_TIME) + ".");
        remarks.add(
                "All clients begin and end together, which those of webbench do not, and what fails is no page here.");
        remarks.add(NOT_WARM);
        once(wish, remarks);
        return cold(List.of(mode), rounds, WEBBENCH_TIME.plus(Duration.ofSeconds(10)), remarks);
    }

    static Draft httpLoad(Wish wish) throws PlanException {
        if (wish.time().isPresent()) {
            throw new PlanException("--time does not go with --protocol http_load, whose runs end after "
                    + HTTP_LOAD_FETCHES + " fetches; use --rounds, or fewer stacks");
        }
        List<Mode> modes = HTTP_LOAD_LEVELS.stream()
                .map(level -> new Mode(
                        "p" + level,
                        "1.0",
                        false,
                        level,
                        HTTP_LOAD_THREADS,
                        Optional.of(HTTP_LOAD_FETCHES),
                        Optional.empty()))
                .toList();
        List<String> remarks = new ArrayList<>(List.of(
                "As in the article, each run is 1000 fetches; with 1000 connections that is one for each, a burst and no"
                        + " steady state.",
                NOT_WARM));
        once(wish, remarks);
        return cold(modes, wish.rounds(USUAL_ROUNDS), HTTP_LOAD_TIMEOUT, remarks);
    }

    static Draft weighttp(Wish wish) throws PlanException {
        int mostConnections = wish.connections().orElse(WEIGHTTP_MOST);
        if (mostConnections < WEIGHTTP_STEP
                || mostConnections > WEIGHTTP_MOST
                || mostConnections % WEIGHTTP_STEP != 0) {
            throw new PlanException(
                    "-c " + mostConnections + " does not end the sweep of --protocol weighttp, which goes"
                            + " in steps of " + WEIGHTTP_STEP + "; give " + WEIGHTTP_STEP + ", 20, … " + WEIGHTTP_MOST);
        }
        int scale = wish.load().scale().orElse(WEIGHTTP_SCALE);
        long requests = WEIGHTTP_REQUESTS / scale;
        if (requests < mostConnections) {
            throw new PlanException("--scale " + scale + " leaves " + requests + " requests for " + mostConnections
                    + " connections; the most is " + WEIGHTTP_REQUESTS / mostConnections);
        }
        int rounds = wish.rounds(WEIGHTTP_ROUNDS);
        List<Integer> cores =
                WEIGHTTP_CORES.stream().filter(n -> n <= wish.cores()).toList();
        int levels = mostConnections / WEIGHTTP_STEP + 1;
        Optional<Duration> most = mostOfALevel(wish, rounds * levels * cores.size(), cores.size());
        List<Mode> modes = cores.stream()
                .flatMap(n -> IntStream.rangeClosed(0, levels - 1).mapToObj(i -> sweepMode(n, i, requests, most)))
                .toList();
        List<String> remarks = new ArrayList<>();
        remarks.add(String.format(
                Locale.ROOT,
                "Each of the %d numbers of connections gets %,d requests in %s; the article sent %,d (--scale 1). As there,"
                        + " level 0 is 1, and no level has fewer connections than threads.",
                levels,
                requests,
                Plans.count(rounds, "round"),
                WEIGHTTP_REQUESTS));
        remarks.add(curves(cores));
        if (mostConnections < WEIGHTTP_MOST) {
            remarks.add("The sweep ends at " + mostConnections + " connections; the article's went on to "
                    + WEIGHTTP_MOST + ".");
        }
        most.ifPresent(length -> remarks.add("To keep --time "
                + Plans.seconds(wish.time().orElseThrow()) + " each run ends after "
                + Plans.seconds(length) + ", whether its requests are done or not."));
        remarks.add("Each stack is asked for " + Plans.seconds(WEIGHTTP_WARMUP)
                + " before the first round of a curve, in place of the requests that were cut.");
        return new Draft(modes, rounds, 1, WEIGHTTP_WARMUP, Duration.ZERO, WEIGHTTP_TIMEOUT, remarks);
    }

    private static String curves(List<Integer> cores) {
        if (cores.size() == 1) {
            return "There is one curve, since this machine has one core, which the servers share with one driver thread; the"
                    + " article also had curves of 2, 4 and 8.";
        }
        String each = cores.stream()
                .map(n -> Integer.toString(n))
                .collect(Collectors.joining(", "))
                .replaceFirst(", (\\d+)$", " and $1");
        return "There is a curve for " + each
                + " cores each: the servers are held to so many and started anew for each, with the"
                + " workers that they have on a machine of that size; the driver has as many threads and may use all cores of"
                + " the machine. The article had curves of 1, 2, 4 and 8, and a machine of its own for the client.";
    }

    private static Mode sweepMode(int cores, int index, long requests, Optional<Duration> most) {
        int level = Math.max(1, index * WEIGHTTP_STEP);
        String name = "t" + cores + "-c" + level;
        return new Mode(
                name, "1.1", true, Math.max(level, cores), cores, Optional.of(requests), most, Optional.of(cores));
    }

    private static Optional<Duration> mostOfALevel(Wish wish, int runsOfACell, int curves) throws PlanException {
        if (wish.time().isEmpty()) {
            return Optional.empty();
        }
        Duration warmups = WEIGHTTP_WARMUP.multipliedBy((long) wish.cells() * curves);
        int runs = wish.cells() * runsOfACell;
        Duration length = wish.time().get().minus(warmups).dividedBy(runs).minus(TimeBudget.RUN_OVERHEAD);
        if (length.compareTo(TimeBudget.SHORTEST_ROUND) < 0) {
            throw tooShort(
                    wish,
                    TimeBudget.SHORTEST_ROUND
                            .plus(TimeBudget.RUN_OVERHEAD)
                            .multipliedBy(runs)
                            .plus(warmups));
        }
        return Optional.of(Duration.ofMillis(length.toMillis()));
    }

    private static Draft cold(List<Mode> modes, int rounds, Duration timeout, List<String> remarks) {
        return new Draft(modes, rounds, 0, Duration.ZERO, Duration.ZERO, timeout, remarks);
    }

    private static void once(Wish wish, List<String> remarks) {
        if (wish.rounds(USUAL_ROUNDS) > 1) {
            remarks.add(
                    "The article printed one run of each; more than one shows how far they differ (--rounds 1: as there).");
        }
    }

    private static String shortened(Wish wish, Duration length, Duration full) {
        return "To keep --time " + Plans.seconds(wish.time().orElseThrow()) + " the timed runs take "
                + Plans.seconds(length) + " instead of the article's " + Plans.seconds(full);
    }

    /**
     * Returns the length of a timed run, cut if the time asks for that.
     *
     * @param full of the article
     * @param beside what another run takes that goes with each timed one
     */
    private static Duration scaled(Wish wish, int rounds, Duration full, Duration beside) throws PlanException {
        if (wish.time().isEmpty()) {
            return full;
        }
        boolean whole = wish.load().tool().countsSeconds();
        Duration shortest = whole ? Duration.ofSeconds(1) : TimeBudget.SHORTEST_ROUND;
        int runs = wish.cells() * rounds;
        Duration length = wish.time().get().dividedBy(runs).minus(beside).minus(TimeBudget.RUN_OVERHEAD);
        if (length.compareTo(shortest) < 0) {
            throw tooShort(
                    wish, beside.plus(shortest).plus(TimeBudget.RUN_OVERHEAD).multipliedBy(runs));
        }
        if (length.compareTo(full) > 0) {
            return full;
        }
        return whole ? Duration.ofSeconds(length.toSeconds()) : Duration.ofMillis(length.toMillis());
    }

    private static PlanException tooShort(Wish wish, Duration least) {
        return new PlanException("--time " + Plans.seconds(wish.time().orElseThrow()) + " is too short for "
                + Plans.count(wish.cells(), "cell") + " (stacks x pages) with --protocol "
                + wish.protocol().label() + ": give at least " + (least.toSeconds() + 1)
                + "s, or fewer stacks, pages or rounds");
    }
}
