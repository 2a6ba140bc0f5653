package org.pagerace.race;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.pagerace.load.LoadSpec;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.PlanInfo.Mode;

/** Makes the plan of each protocol. */
final class Plans {
    /** Budget of the modern protocol unless asked otherwise. */
    static final Duration DEFAULT_TIME = Duration.ofMinutes(2);

    static final int DEFAULT_CONNECTIONS = 32;

    private static final int AB_ROUNDS = 3;
    private static final Duration AB_TIME = Duration.ofSeconds(10);
    private static final long AB_TIMED_LIMIT = 50_000; // ab -t sets -n to 50000
    private static final int AB_CONNECTIONS = 100;
    private static final long AB_REQUESTS = 1000;
    private static final Duration AB_TIMEOUT = Duration.ofSeconds(30); // ab -s
    private static final int AB_THREADS = 1; // ab has no more

    private Plans() {}

    /**
     * What the plan is made from.
     *
     * @param stacks those that will take part
     * @param time the budget of the driver, absent for the protocol's own
     * @param rounds absent for the protocol's own
     * @param connections absent for the protocol's own
     * @param cores of the machine, which the driver shares with the servers
     */
    record Wish(
            Protocol protocol,
            List<String> stacks,
            List<String> pages,
            Optional<Duration> time,
            OptionalInt rounds,
            OptionalInt connections,
            int cores,
            long seed) {
        int cells() {
            return stacks.size() * pages.size();
        }
    }

    static RacePlan of(Wish wish) throws PlanException {
        return switch (wish.protocol()) {
            case MODERN -> modern(wish);
            case AB -> ab(wish);
        };
    }

    private static RacePlan modern(Wish wish) throws PlanException {
        Duration time = wish.time().orElse(DEFAULT_TIME);
        int connections = wish.connections().orElse(DEFAULT_CONNECTIONS);
        TimeBudget.Shares shares = new TimeBudget(time, wish.cells()).divide(wish.rounds());
        int threads = driverThreads(wish.cores(), connections);
        var mode = new Mode(
                "c" + connections, "1.1", true, connections, threads, Optional.empty(), Optional.of(shares.round()));
        String remark = String.format(
                Locale.ROOT,
                "%s for %s x %s: each cell is warmed up for %s in each of %d passes over all cells, and then measured in"
                        + " %s of %s, each after an uncounted lead-in of %s.",
                seconds(time),
                count(wish.stacks().size(), "stack"),
                count(wish.pages().size(), "page"),
                seconds(shares.warmup()),
                TimeBudget.WARMUP_PASSES,
                count(shares.rounds(), "round"),
                seconds(shares.round()),
                seconds(shares.leadIn()));
        return new RacePlan(
                new PlanInfo(
                        wish.protocol().label(),
                        "builtin",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        wish.stacks(),
                        wish.pages(),
                        List.of(mode),
                        shares.rounds(),
                        TimeBudget.WARMUP_PASSES,
                        shares.warmup(),
                        shares.leadIn(),
                        wish.seed(),
                        List.of(remark)),
                LoadSpec.DEFAULT_TIMEOUT);
    }

    /** Half of the cores: one thread would be the limit of fast pages on a large machine, all would starve the servers. */
    static int driverThreads(int cores, int connections) {
        return Math.min(connections, Math.max(1, cores / 2));
    }

    private static RacePlan ab(Wish wish) throws PlanException {
        if (wish.connections().isPresent()) {
            throw new PlanException("-c does not go with --protocol ab: it has its own 1 and 100 connections");
        }
        int rounds = wish.rounds().orElse(AB_ROUNDS);
        Duration length = AB_TIME;
        String remark = "As in the article, ab's timed runs take 10 s; ab also ends them at 50,000 requests.";
        if (wish.time().isPresent()) {
            length = scaled(wish, rounds, wish.time().get());
            if (length.compareTo(AB_TIME) < 0) {
                remark = String.format(
                        Locale.ROOT,
                        "To keep --time %s the timed runs take %s instead of the article's 10 s;"
                                + " ab would also end them at 50,000 requests.",
                        seconds(wish.time().get()),
                        seconds(length));
            }
        }
        var timed = new Mode("t10", "1.0", false, 1, AB_THREADS, Optional.of(AB_TIMED_LIMIT), Optional.of(length));
        var counted =
                new Mode("c100", "1.0", false, AB_CONNECTIONS, AB_THREADS, Optional.of(AB_REQUESTS), Optional.empty());
        return new RacePlan(
                new PlanInfo(
                        wish.protocol().label(),
                        "builtin",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        wish.stacks(),
                        wish.pages(),
                        List.of(timed, counted),
                        rounds,
                        0,
                        Duration.ZERO,
                        Duration.ZERO,
                        wish.seed(),
                        List.of(
                                remark,
                                "Nothing is warmed up, since the article did not: first rounds may be slower.")),
                AB_TIMEOUT);
    }

    /** Returns the length of a timed run when the counted ones take their expected second each. */
    private static Duration scaled(Wish wish, int rounds, Duration time) throws PlanException {
        int runs = wish.cells() * rounds;
        Duration left = time.minus(RacePlan.COUNTED_RUN.multipliedBy(runs));
        Duration length = left.dividedBy(runs).minus(TimeBudget.RUN_OVERHEAD);
        if (length.compareTo(TimeBudget.SHORTEST_ROUND) < 0) {
            Duration least = RacePlan.COUNTED_RUN
                    .plus(TimeBudget.SHORTEST_ROUND)
                    .plus(TimeBudget.RUN_OVERHEAD)
                    .multipliedBy(runs);
            throw new PlanException("--time " + seconds(time) + " is too short for " + count(wish.cells(), "cell")
                    + " (stacks x pages) of " + count(rounds, "round") + " in two modes: give at least "
                    + (least.toSeconds() + 1) + "s, or fewer stacks, pages or rounds");
        }
        return length.compareTo(AB_TIME) > 0 ? AB_TIME : Duration.ofMillis(length.toMillis());
    }

    static String count(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String seconds(Duration duration) {
        double seconds = duration.toMillis() / 1000.0;
        return String.format(Locale.ROOT, seconds == Math.rint(seconds) ? "%.0f s" : "%.2f s", seconds);
    }
}
