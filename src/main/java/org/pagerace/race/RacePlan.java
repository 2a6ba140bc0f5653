package org.pagerace.race;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.PlanInfo.Mode;

/**
 * Which stack is asked for which page when. Pure: the same plan always gives the same steps.
 *
 * @param info the plan itself
 * @param timeout of a connect, and again of each request
 * @param lineCeilings how many answers a second the line to the servers carries of each page; none where there is no line,
 *     or the sizes of the pages are not known yet
 */
record RacePlan(PlanInfo info, Duration timeout, Map<String, Double> lineCeilings) {

    /*
     * All rounds of one stack in a row would charge it with whatever else the machine did just then, and the first of a
     * block always runs on a cooler machine than the last. So the stacks take turns within each round, and no stack
     * always comes first: a seeded shuffle per page gives the base order, every second round runs it backwards, and
     * after each such pair it is rotated by one. For two stacks that is AB BA BA AB; for n stacks each one has been
     * first and last equally often after 2n rounds.
     */

    /**
     * Assumed length of a thousand requests without keep-alive where no line makes them longer, only for telling how long
     * the race will take.
     */
    static final Duration COUNTED_RUN = Duration.ofSeconds(1);

    private static final long COUNTED = 1000;
    private static final int KEPT = 20; // as much faster are kept connections

    /** Which part of a cell's last warm-up it has half of its connections, and how long at most. */
    private static final int HALF_LOAD_PART = 3;

    private static final Duration LONGEST_HALF_LOAD = Duration.ofSeconds(1);

    RacePlan {
        lineCeilings = Map.copyOf(lineCeilings);
    }

    /** A plan of pages whose sizes are not known yet. */
    RacePlan(PlanInfo info, Duration timeout) {
        this(info, timeout, Map.of());
    }

    /** Returns the same plan over a line that carries so many answers of each page. */
    RacePlan over(Map<String, Double> ceilings) {
        return new RacePlan(info, timeout, ceilings);
    }

    /**
     * One run of the driver.
     *
     * @param mode in the warm-up perhaps with fewer connections than that mode of the plan
     * @param round 0 in the warm-up
     * @param expected how long it will take, lead-in included
     */
    record Step(Mode mode, String page, int round, String stack, Duration expected) {
        boolean isWarmup() {
            return round == 0;
        }
    }

    /** One round of all stacks on one page, in the order in which they are to be run: what may be compared. */
    record Block(List<Step> steps) {
        Block {
            steps = List.copyOf(steps);
        }

        /** Returns the first step, which is of the same mode, page and round as all others. */
        Step first() {
            return steps.get(0);
        }

        /** Returns how long it will take, about. */
        Duration expected() {
            return first().expected().multipliedBy(steps.size());
        }
    }

    /** Returns the numbers of cores that the servers are held to one after the other; empty stands for all cores. */
    List<Optional<Integer>> cores() {
        return info.modes().stream().map(Mode::cores).distinct().toList();
    }

    /**
     * Returns the warm-up runs, each stack and page once in each pass; every second pass runs backwards. Servers that are started
     * anew, on another number of cores, get theirs anew. In the last one each cell has half of its connections at the end, which
     * is what tells too few of them.
     */
    List<Step> warmups() {
        return cores().stream()
                .flatMap(cores -> warmups(info.modes().stream()
                        .filter(mode -> mode.cores().equals(cores))
                        .findFirst()
                        .orElseThrow()))
                .toList();
    }

    private Stream<Step> warmups(Mode mode) {
        List<Step> pass = new ArrayList<>();
        for (String page : info.pages()) {
            for (String stack : info.stacks()) {
                pass.add(new Step(mode, page, 0, stack, info.warmup()));
            }
        }
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < info.warmupPasses(); i++) {
            boolean isLast = i == info.warmupPasses() - 1;
            pass.forEach(step -> steps.addAll(isLast ? withHalfLoad(step) : List.of(step)));
            Collections.reverse(pass);
        }
        return steps.stream();
    }

    /** Half of the load directly after all of it, on an equally warm stack: only the connections differ. */
    private List<Step> withHalfLoad(Step step) {
        Mode mode = step.mode();
        // a sweep compares numbers of connections anyway; a tool runs for whole seconds and tells no response times
        boolean isSweep = info.modes().size() > 1;
        if (mode.connections() == 1 || isSweep || !info.driver().equals(Tool.BUILTIN.label())) {
            return List.of(step);
        }
        int connections = mode.connections() / 2;
        Mode half = new Mode(
                mode.name(),
                mode.http(),
                mode.keepAlive(),
                connections,
                Math.min(mode.threads(), connections),
                mode.requests(),
                mode.duration(),
                mode.cores());
        Duration part = step.expected().dividedBy(HALF_LOAD_PART);
        Duration length = Duration.ofMillis(Math.min(part.toMillis(), LONGEST_HALF_LOAD.toMillis()));
        Duration before = step.expected().minus(length).minus(TimeBudget.RUN_OVERHEAD);
        return List.of(
                new Step(mode, step.page(), 0, step.stack(), before),
                new Step(half, step.page(), 0, step.stack(), length));
    }

    /** Returns the measured runs in the order they are to be run. */
    List<Step> rounds() {
        return blocks().stream().flatMap(block -> block.steps().stream()).toList();
    }

    /** Returns the measured runs, block by block in the order they are to be run. */
    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        for (Mode mode : info.modes()) {
            List<List<String>> base = shuffledPerPage(mode);
            for (int round = 0; round < info.rounds(); round++) {
                for (int page = 0; page < info.pages().size(); page++) {
                    Duration expected = expected(mode, info.pages().get(page)).plus(info.leadIn());
                    List<Step> steps = new ArrayList<>();
                    for (String stack : order(base.get(page), round)) {
                        steps.add(new Step(mode, info.pages().get(page), round + 1, stack, expected));
                    }
                    blocks.add(new Block(steps));
                }
            }
        }
        return blocks;
    }

    /** Returns how long warm-up and rounds will take, about. */
    Duration expected() {
        Duration sum = Duration.ZERO;
        for (Step step : warmups()) {
            sum = sum.plus(step.expected());
        }
        for (Step step : rounds()) {
            sum = sum.plus(step.expected());
        }
        return sum;
    }

    private Duration expected(Mode mode, String page) {
        if (mode.duration().isPresent()) {
            return mode.duration().get();
        }
        long requests = mode.requests().orElse(COUNTED);
        Duration served = COUNTED_RUN.multipliedBy(requests).dividedBy(COUNTED * (mode.keepAlive() ? KEPT : 1));
        double perSecond = lineCeilings.getOrDefault(page, Double.POSITIVE_INFINITY);
        Duration carried = Duration.ofNanos((long) (requests / perSecond * 1e9));
        return served.compareTo(carried) > 0 ? served : carried;
    }

    private List<List<String>> shuffledPerPage(Mode mode) {
        var random = new Random(info.seed() + info.modes().indexOf(mode));
        List<List<String>> orders = new ArrayList<>();
        for (int page = 0; page < info.pages().size(); page++) {
            List<String> order = new ArrayList<>(info.stacks());
            Collections.shuffle(order, random);
            orders.add(order);
        }
        return orders;
    }

    private static List<String> order(List<String> base, int round) {
        List<String> order = new ArrayList<>(base);
        Collections.rotate(order, -(round / 2));
        if (round % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }
}
