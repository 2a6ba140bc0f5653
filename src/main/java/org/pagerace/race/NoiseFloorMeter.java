package org.pagerace.race;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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

    /** @param race whose first page and mode are used */
    NoiseFloorMeter(PlanInfo race, String stack) {
        Mode like = race.modes().get(0);
        var mode = new Mode(
                "noise",
                like.http(),
                like.keepAlive(),
                like.connections(),
                like.threads(),
                Optional.empty(),
                Optional.of(ROUND));
        this.plan = new PlanInfo(
                race.protocol(),
                race.driver(),
                race.link(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(stack, stack + AGAIN),
                race.pages().subList(0, 1),
                List.of(mode),
                PAIRS,
                0,
                Duration.ZERO,
                race.leadIn(),
                race.seed(),
                List.of());
    }

    /** Returns the plan of the measurement. */
    PlanInfo plan() {
        return plan;
    }

    /**
     * Returns how long it takes, about.
     *
     * @param leadIn before each of its rounds
     */
    static Duration length(Duration leadIn) {
        return ROUND.plus(leadIn).multipliedBy(2L * PAIRS).plusSeconds(2); // for what the rounds need besides
    }

    /** Returns the stack that hides behind a name of the plan. */
    static String stack(String name) {
        return name.endsWith(AGAIN) ? name.substring(0, name.length() - AGAIN.length()) : name;
    }

    /** Returns the noise floor from the rounds of the plan; empty if there are too few, or nothing was answered in one. */
    Optional<NoiseFloor> floor(List<RoundResult> rounds) {
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
                .filter(margin -> margin >= 0 && margin < 1)
                .map(margin -> new NoiseFloor(margin, whole.size(), Instant.now(), false));
    }
}
