package org.pagerace.result;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The plan of a race, so that it can be repeated and its numbers be judged.
 *
 * @param protocol modern, ab, webbench, http_load or weighttp
 * @param driver builtin, or the external tool that made the load, with its version
 * @param link the line between client and servers; absent: they share the loopback interface
 * @param base the stack with which all others are compared besides the fastest; absent: none
 * @param untilCi half the width of the interval, relative to the median, at which rounds were to end early; absent: never
 * @param overridden differences between the stacks that would have refused the race, raced nevertheless; in words
 * @param stacks in the order they were asked for; the order within each block follows from the seed
 * @param modes the ways each page is asked for, one after the other
 * @param rounds per stack, page and mode
 * @param warmupPasses over all stacks and pages before the first round, discarded; 0 for none
 * @param warmup of each stack and page in each of these passes
 * @param leadIn before each round, uncounted and on top of its length; zero for none
 * @param seed of the interleaving
 * @param remarks how the plan was computed, in whole sentences
 */
public record PlanInfo(
        String protocol,
        String driver,
        Optional<LinkInfo> link,
        Optional<String> base,
        Optional<Double> untilCi,
        List<String> overridden,
        List<String> stacks,
        List<String> pages,
        List<Mode> modes,
        int rounds,
        int warmupPasses,
        Duration warmup,
        Duration leadIn,
        long seed,
        List<String> remarks) {

    public PlanInfo {
        overridden = List.copyOf(overridden);
        stacks = List.copyOf(stacks);
        pages = List.copyOf(pages);
        modes = List.copyOf(modes);
        remarks = List.copyOf(remarks);
    }

    /** Returns the same plan with the servers behind that line. */
    public PlanInfo withLink(Optional<LinkInfo> newLink) {
        return with(newLink, base, overridden);
    }

    /** Returns the same plan with that base. */
    public PlanInfo withBase(Optional<String> newBase) {
        return with(link, newBase, overridden);
    }

    /** Returns the same plan with the differences that were allowed. */
    public PlanInfo withOverridden(List<String> differences) {
        return with(link, base, differences);
    }

    private PlanInfo with(Optional<LinkInfo> newLink, Optional<String> newBase, List<String> newOverridden) {
        return new PlanInfo(
                protocol,
                driver,
                newLink,
                newBase,
                untilCi,
                newOverridden,
                stacks,
                pages,
                modes,
                rounds,
                warmupPasses,
                warmup,
                leadIn,
                seed,
                remarks);
    }

    /**
     * One way of asking; a run stops at whichever of its limits comes first.
     *
     * @param name unique within the plan
     * @param http 1.0 or 1.1
     * @param threads of the driver, at most as many as connections
     * @param requests the limit by count, absent for none
     * @param duration the limit by time, absent for none
     * @param cores that the servers may use; absent: all
     */
    public record Mode(
            String name,
            String http,
            boolean keepAlive,
            int connections,
            int threads,
            Optional<Long> requests,
            Optional<Duration> duration,
            Optional<Integer> cores) {
        public Mode {
            if (requests.isEmpty() && duration.isEmpty()) {
                throw new IllegalArgumentException("mode " + name + " needs a limit by requests or by time");
            }
        }

        /** The same on all cores. */
        public Mode(
                String name,
                String http,
                boolean keepAlive,
                int connections,
                int threads,
                Optional<Long> requests,
                Optional<Duration> duration) {
            this(name, http, keepAlive, connections, threads, requests, duration, Optional.empty());
        }
    }
}
