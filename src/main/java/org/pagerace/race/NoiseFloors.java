package org.pagerace.race;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.pagerace.config.UserFolder;
import org.pagerace.result.Calibration.NoiseFloor;
import org.pagerace.result.LostStack;
import org.pagerace.statistics.PairedBootstrap;

/** The noise floor of one race: given, known from an earlier race, or measured after the rounds. For one thread. */
final class NoiseFloors {
    /** More says something of the hour and not of the machine, and kept it would hide every difference from then on. */
    private static final double MOST_KEPT = 0.1;

    private final RacePlan plan;
    private final RaceListener listener;
    private final NoiseFloorFile file;
    private final NoiseFloorFile.Key key;
    private final boolean measures;
    private Optional<NoiseFloor> floor;

    NoiseFloors(NoiseOption option, RacePlan plan, RaceListener listener) {
        this(option, plan, listener, UserFolder.find(UserFolder.Kind.STATE));
    }

    /** Looks up what is known, and says so where a measurement will follow. */
    NoiseFloors(NoiseOption option, RacePlan plan, RaceListener listener, UserFolder folder) {
        this.plan = plan;
        this.listener = listener;
        this.file = new NoiseFloorFile(folder, listener::onMessage);
        this.key = NoiseFloorFile.Key.of(MachineProbe.read(), plan.info());
        this.floor = switch (option.kind()) {
            case GIVEN -> Optional.of(new NoiseFloor(option.margin(), 0, Instant.now(), true));
            case AUTOMATIC -> file.find(key);
            case MEASURE, NONE -> Optional.empty();
        };
        this.measures = option.kind() == NoiseOption.Kind.MEASURE
                || (option.kind() == NoiseOption.Kind.AUTOMATIC && floor.isEmpty() && isWorthIt());
        if (measures) {
            listener.onMessage("after the rounds this machine's noise floor will be measured, once: "
                    + length().toSeconds() + " s on top (--noise-floor none: not)");
        }
    }

    /** Ranges are compared with no margin, and a short race should not be told twice as long. */
    private boolean isWorthIt() {
        Duration race = plan.expected();
        return plan.info().rounds() >= PairedBootstrap.FEWEST_BLOCKS && race.compareTo(length()) >= 0;
    }

    private Duration length() {
        return new NoiseFloorMeter(plan.info(), plan.info().stacks().get(0)).length();
    }

    /**
     * Measures, if it is to be. What fails or is interrupted here leaves the floor unknown; the race itself is over.
     * Returns false if it was interrupted: then whoever waits wants no more of this race than what it has.
     *
     * @param lost the stacks that cannot be asked any more; one is left
     * @param servers runs a plan on the servers of the race, which are warm
     */
    boolean measure(List<LostStack> lost, Function<RacePlan, Rounds> servers) {
        if (!measures) {
            return true;
        }
        List<String> left = new ArrayList<>(plan.info().stacks());
        lost.forEach(stack -> left.remove(stack.name()));
        var meter = new NoiseFloorMeter(plan.info(), left.get(0));
        listener.onMessage("measuring the noise floor of this machine");
        Rounds rounds = servers.apply(new RacePlan(meter.plan(), plan.timeout()));
        Optional<String> unfinished = rounds.run();
        floor = unfinished.isPresent() ? Optional.empty() : meter.floor(rounds.rounds());
        floor.ifPresentOrElse(
                this::keep,
                () -> listener.onMessage("the noise floor is not known: "
                        + unfinished.orElse("a round of the measurement had no right answer")));
        return !rounds.wasInterrupted();
    }

    private void keep(NoiseFloor measured) {
        if (measured.margin() <= MOST_KEPT) {
            file.keep(key, measured);
        } else {
            listener.onMessage(String.format(
                    Locale.ROOT,
                    "this machine fluctuates by %.0f %%, so something else keeps it busy; the next race will measure anew",
                    100 * measured.margin()));
        }
    }

    /** Returns what is known so far. */
    Optional<NoiseFloor> floor() {
        return floor;
    }
}
