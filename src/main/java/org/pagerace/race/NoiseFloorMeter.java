package org.pagerace.race;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pagerace.result.Calibration.NoiseFloor;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RoundResult;
import org.pagerace.statistics.PairedBootstrap;

/** Races a running stack against itself under two names: whatever difference shows is noise. */
final class NoiseFloorMeter {

    /*
     * The margin is the farther end of the very interval that the race prints for the ratio of two stacks. Where that lies
     * when there is no difference is how much of a difference the race cannot see on this machine, both by chance and because
     * of whatever makes one round like its neighbours. A percentile of single differences, the other candidate, would have to
     * be read off ten of them, so that one disturbed round would set it.
     *
     * A page that a program makes may fluctuate more than one that is only sent, or less: both are measured where both are
     * raced, in the time that one would take, and the larger margin counts for all pages. A tool's rounds cannot be shorter
     * than a second, so with one it takes twice as long.
     *
     * Both names are the same processes, so that they are equally warm and nothing has to be started. What two starts of
     * one program differ by through the layout of its memory alone [1] is not in it; races of a stack against itself show
     * that (docs/statistics.md).
     *
     * [1] T. Mytkowicz et al.: Producing Wrong Data Without Doing Anything Obviously Wrong! ASPLOS 2009
     */

    /** As many as a claim should have. */
    static final int PAIRS = 10;

    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final String AGAIN = " again";
    private static final int RESAMPLES = 10_000;

    private final PlanInfo plan;

    /** @param race whose first static page, first dynamic page and first mode are used */
    NoiseFloorMeter(PlanInfo race, String stack) {
        Mode like = like(race);
        List<String> pages = pages(race);
        boolean isTool = !race.driver().equals(Tool.BUILTIN.label());
        Duration round =
                isTool || pages.size() == 1 ? ROUND : ROUND.minus(race.leadIn()).dividedBy(pages.size());
        var mode = new Mode(
                "noise",
                like.http(),
                like.keepAlive(),
                like.connections(),
                like.threads(),
                Optional.empty(),
                Optional.of(round));
        this.plan = new PlanInfo(
                race.protocol(),
                race.driver(),
                race.link(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(stack, stack + AGAIN),
                pages,
                List.of(mode),
                PAIRS,
                0,
                Duration.ZERO,
                race.leadIn(),
                race.seed(),
                List.of());
    }

    /** Returns the mode of a race in which it is measured. */
    static Mode like(PlanInfo race) {
        return race.modes().get(0);
    }

    /** Returns the first page that servers only send and the first that they make, or the one where there is no other. */
    private static List<String> pages(PlanInfo race) {
        Map<Boolean, String> first = race.pages().stream()
                .collect(Collectors.toMap(
                        page -> RightBodies.staticFile(page).isPresent(),
                        page -> page,
                        (one, later) -> one,
                        LinkedHashMap::new));
        return List.copyOf(first.values());
    }

    /** Returns the plan of the measurement. */
    PlanInfo plan() {
        return plan;
    }

    /** Returns how long it takes, about. */
    Duration length() {
        Duration round = plan.modes().get(0).duration().orElseThrow().plus(plan.leadIn());
        return round.multipliedBy(2L * PAIRS * plan.pages().size()).plusSeconds(2); // for what the rounds need besides
    }

    /** Returns the stack that hides behind a name of the plan. */
    static String stack(String name) {
        return name.endsWith(AGAIN) ? name.substring(0, name.length() - AGAIN.length()) : name;
    }

    /** Returns the noise floor from the rounds of the plan; empty if there are too few, or nothing was answered in one. */
    Optional<NoiseFloor> floor(List<RoundResult> rounds) {
        List<Optional<Double>> margins = plan.pages().stream()
                .map(page -> margin(rounds.stream()
                        .filter(round -> round.page().equals(page))
                        .toList()))
                .toList();
        return margins.stream().allMatch(Optional::isPresent)
                ? margins.stream()
                        .flatMap(Optional::stream)
                        .max(Double::compare)
                        .map(margin -> new NoiseFloor(margin, PAIRS, Instant.now(), false))
                : Optional.empty();
    }

    private Optional<Double> margin(List<RoundResult> rounds) {
        Map<Integer, Map<String, Double>> pairs = rounds.stream()
                .collect(Collectors.groupingBy(
                        RoundResult::round,
                        TreeMap::new,
                        Collectors.toMap(
                                RoundResult::stack, round -> round.load().perSecond())));
        List<Map<String, Double>> whole = new ArrayList<>(pairs.values());
        whole.removeIf(pair -> pair.size() < 2);
        Function<String, double[]> rates =
                name -> whole.stream().mapToDouble(pair -> pair.get(name)).toArray();
        String stack = plan.stacks().get(0);
        return new PairedBootstrap(RESAMPLES, plan.seed())
                .ratioOfMedians(rates.apply(stack + AGAIN), rates.apply(stack))
                .map(interval -> Math.max(1 - interval.low(), interval.high() - 1))
                .filter(margin -> margin >= 0 && margin < 1);
    }
}
