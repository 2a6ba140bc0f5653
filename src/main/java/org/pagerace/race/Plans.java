package org.pagerace.race;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.pagerace.load.LoadSpec;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.statistics.Interval;

/** Makes the plan of each protocol. */
final class Plans {
    /** Budget of the modern protocol unless asked otherwise. */
    static final Duration DEFAULT_TIME = Duration.ofMinutes(2);

    /** The same where rounds may end early. */
    static final Duration DEFAULT_TIME_UNTIL_KNOWN = Duration.ofMinutes(10);

    static final int DEFAULT_CONNECTIONS = 32;

    private Plans() {}

    /**
     * What the plan is made from.
     *
     * @param stacks those that will take part
     * @param time the budget of the driver, absent for the protocol's own
     * @param rounds absent for the protocol's own
     * @param connections absent for the protocol's own
     * @param cores of the machine, which the driver shares with the servers
     * @param driver name and version of the tool
     */
    record Wish(
            Protocol protocol,
            List<String> stacks,
            List<String> pages,
            Optional<Duration> time,
            OptionalInt rounds,
            OptionalInt connections,
            int cores,
            long seed,
            LoadOptions load,
            String driver) {

        int cells() {
            return stacks.size() * pages.size();
        }

        boolean untilKnown() {
            return load.untilCi().isPresent();
        }

        /** Returns the rounds asked for, else {@code usual}, or as many as may be needed where they can end early. */
        int rounds(int usual) {
            return rounds.orElse(untilKnown() ? TimeBudget.MOST_ROUNDS_UNTIL_KNOWN : usual);
        }
    }

    /** What a protocol makes of it. */
    record Draft(
            List<Mode> modes,
            int rounds,
            int warmupPasses,
            Duration warmup,
            Duration leadIn,
            Duration timeout,
            List<String> remarks) {}

    static RacePlan of(Wish wish) throws PlanException {
        wish.load().tool().requireProtocol(wish.protocol());
        check(wish);
        Draft draft = switch (wish.protocol()) {
            case MODERN -> modern(wish);
            case AB -> ClassicPlans.ab(wish);
            case WEBBENCH -> ClassicPlans.webbench(wish);
            case HTTP_LOAD -> ClassicPlans.httpLoad(wish);
            case WEIGHTTP -> ClassicPlans.weighttp(wish);
        };
        var info = new PlanInfo(
                wish.protocol().label(),
                wish.driver(),
                Optional.empty(),
                Optional.empty(),
                wish.load().untilCi().stream().boxed().findFirst(),
                List.of(),
                wish.stacks(),
                wish.pages(),
                draft.modes(),
                draft.rounds(),
                draft.warmupPasses(),
                draft.warmup(),
                draft.leadIn(),
                wish.seed(),
                draft.remarks());
        return new RacePlan(info, draft.timeout());
    }

    private static void check(Wish wish) throws PlanException {
        String protocol = "--protocol " + wish.protocol().label();
        if (wish.connections().isPresent()
                && wish.protocol() != Protocol.MODERN
                && wish.protocol() != Protocol.WEIGHTTP) {
            throw new PlanException("-c does not go with " + protocol
                    + ", which has its own numbers of connections; leave it out, or use --protocol modern");
        }
        if (wish.load().scale().isPresent() && wish.protocol() != Protocol.WEIGHTTP) {
            throw new PlanException("--scale cuts the requests of --protocol weighttp and does not go with " + protocol
                    + "; use --time or --rounds");
        }
        if (wish.untilKnown() && wish.rounds().orElse(Interval.FEWEST_VALUES) < Interval.FEWEST_VALUES) {
            throw new PlanException("--until-ci needs an interval, which " + Interval.FEWEST_VALUES
                    + " rounds have and " + count(wish.rounds().getAsInt(), "round") + " have not; raise --rounds or"
                    + " leave it out");
        }
    }

    private static Draft modern(Wish wish) throws PlanException {
        Duration time = wish.time().orElse(wish.untilKnown() ? DEFAULT_TIME_UNTIL_KNOWN : DEFAULT_TIME);
        int connections = wish.connections().orElse(DEFAULT_CONNECTIONS);
        var budget = new TimeBudget(time, wish.cells(), wish.untilKnown());
        TimeBudget.Shares shares = wish.load().tool().countsSeconds()
                ? budget.divideIntoSeconds(wish.rounds())
                : budget.divide(wish.rounds());
        int threads = driverThreads(wish, connections);
        var mode = new Mode(
                "c" + connections, "1.1", true, connections, threads, Optional.empty(), Optional.of(shares.round()));
        String remark = String.format(
                Locale.ROOT,
                "%s%s for %s x %s: each cell is warmed up for %s in each of %d passes over all cells, and then measured in"
                        + " %s of %s%s.",
                wish.untilKnown() ? "At most " : "",
                seconds(time),
                count(wish.stacks().size(), "stack"),
                count(wish.pages().size(), "page"),
                seconds(shares.warmup()),
                TimeBudget.WARMUP_PASSES,
                count(shares.rounds(), "round"),
                seconds(shares.round()),
                shares.leadIn().isZero() ? "" : ", each after an uncounted lead-in of " + seconds(shares.leadIn()));
        return new Draft(
                List.of(mode),
                shares.rounds(),
                TimeBudget.WARMUP_PASSES,
                shares.warmup(),
                shares.leadIn(),
                LoadSpec.DEFAULT_TIMEOUT,
                List.of(remark));
    }

    /** wrk gives each thread the same number of connections, so their number must divide by that of its threads. */
    static int driverThreads(Wish wish, int connections) {
        int threads = driverThreads(wish.cores(), connections);
        while (wish.load().tool() == Tool.WRK && connections % threads != 0) {
            threads--;
        }
        return threads;
    }

    /** Half of the cores: one thread would be the limit of fast pages on a large machine, all would starve the servers. */
    static int driverThreads(int cores, int connections) {
        return Math.min(connections, Math.max(1, cores / 2));
    }

    static String count(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    static String seconds(Duration duration) {
        double seconds = duration.toMillis() / 1000.0;
        return String.format(Locale.ROOT, seconds == Math.rint(seconds) ? "%.0f s" : "%.2f s", seconds);
    }
}
