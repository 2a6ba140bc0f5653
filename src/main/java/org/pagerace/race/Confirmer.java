package org.pagerace.race;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Stop;
import org.pagerace.race.RacePlan.Step;
import org.pagerace.result.Confirmation;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.verdict.Cause;
import org.pagerace.verdict.Finding;
import org.pagerace.verdict.Judge;

/** After the rounds: changes one thing at a time, to see whether what seemed to be the limit was it. Use it once. */
final class Confirmer {

    /*
     * A change that tests what was named first tells most, then one that tests another limit of the cell, then any on a
     * number that nothing explains, then the rest. All runs together take no longer than the rounds were planned to take:
     * where there is no time for all, the last ones are left out, and that is said. Before the first change of a cell
     * comes a run without any: a stack that has become warm since the rounds, or a machine that has become quiet, would
     * pass for the effect of whatever was changed.
     */

    static final Duration SHORTEST_RUN = Duration.ofSeconds(2);
    static final Duration LONGEST_RUN = Duration.ofSeconds(5);

    /** However short the race was: a handful of runs. */
    static final Duration LEAST_TIME = Duration.ofSeconds(30);

    private final RacePlan plan;
    private final Driver driver;
    private final Heat heat;
    private final Rounds.Lives lives;
    private final RaceListener listener;
    private final Set<String> dead = new HashSet<>();
    private Optional<String> note = Optional.empty();

    /** @param rank the lower, the more it tells */
    private record Trial(Mode mode, String page, String stack, Change change, int rank) {
        String inWords() {
            String what =
                    change.name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("head", "HEAD");
            return stack + " " + page + " " + mode.name() + " with " + what;
        }
    }

    Confirmer(RacePlan plan, Driver driver, Heat heat, Rounds.Lives lives, RaceListener listener) {
        this.plan = plan;
        this.driver = driver;
        this.heat = heat;
        this.lives = lives;
        this.listener = listener;
    }

    /** Returns one sentence on what was tested and what was not; empty before {@link #run}. */
    Optional<String> note() {
        return note;
    }

    /** Returns the tests of a race whose rounds are done, as many as there was time for. */
    List<Confirmation> run(RaceResult race) {
        List<Trial> wanted = tests(race);
        if (wanted.isEmpty()) {
            note = Optional.of("There was nothing to confirm.");
            return List.of();
        }
        Duration time = max(LEAST_TIME, plan.expected());
        Duration length = min(
                LONGEST_RUN,
                max(
                        SHORTEST_RUN,
                        time.dividedBy(wanted.size()).minus(plan.info().leadIn())));
        length = driver.countsSeconds() ? Duration.ofSeconds(length.toSeconds()) : Duration.ofMillis(length.toMillis());
        int most = (int) Math.max(1, time.dividedBy(length.plus(plan.info().leadIn())));
        List<Trial> chosen = wanted.subList(0, Math.min(most, wanted.size()));
        listener.onMessage(String.format(
                Locale.ROOT,
                "confirming: %d runs of %.1f s%s",
                chosen.size(),
                length.toMillis() / 1e3,
                chosen.size() < wanted.size() ? ", the most telling of " + wanted.size() : ""));
        List<Confirmation> done = run(chosen, length);
        note = Optional.of(String.format(
                Locale.ROOT,
                "%d of %d possible tests of what seemed to be limits were run after the rounds, for %.1f s each.",
                done.size(),
                wanted.size(),
                length.toMillis() / 1e3));
        return done;
    }

    private List<Confirmation> run(List<Trial> trials, Duration length) {
        List<Confirmation> done = new ArrayList<>();
        try {
            for (Trial trial : trials) {
                if (!dead.contains(trial.stack())) {
                    run(trial, length, done.size(), trials.size()).ifPresent(done::add);
                }
            }
        } catch (InterruptedException e) {
            // not restored: as with the rounds, the answer to it is what was done so far
            listener.onMessage("interrupted while confirming");
        }
        return done;
    }

    private Optional<Confirmation> run(Trial trial, Duration length, int done, int all) throws InterruptedException {
        Step step = new Step(trial.mode(), trial.page(), plan.info().rounds(), trial.stack(), length);
        Progress progress = snapshot -> listener.onProgress(standing(trial, length, done, all, snapshot));
        try {
            UnaryOperator<LoadSpec> change = spec -> changed(spec.withStop(stop(trial.mode(), length)), trial.change());
            var confirmation = new Confirmation(
                    trial.stack(),
                    trial.page(),
                    trial.mode().name(),
                    trial.change(),
                    heat.run(step, change, progress).load());
            return isAlive(trial.stack()) ? Optional.of(confirmation) : Optional.empty();
        } catch (LoadException e) {
            listener.onMessage("not confirmed: " + trial.inWords() + ": " + e.getMessage());
            isAlive(trial.stack());
            return Optional.empty();
        }
    }

    /** A number that was measured while a server died tells nothing, nor do later ones of that server. */
    private boolean isAlive(String stack) {
        Optional<String> failure = lives.databaseFailure().or(() -> lives.failure(stack));
        failure.ifPresent(reason -> {
            listener.onMessage(stack + " is confirmed no further: " + reason);
            dead.add(stack);
        });
        return failure.isEmpty();
    }

    /** A mode of counted requests keeps its count: with more of them it might be refused for want of ports. */
    private static Stop stop(Mode mode, Duration length) {
        var time = new Stop.AfterDuration(length);
        return mode.requests()
                .<Stop>map(count -> new Stop.FirstOf(new Stop.AfterRequests(count), time))
                .orElse(time);
    }

    private static LoadSpec changed(LoadSpec spec, Change change) {
        return switch (change) {
            case NOTHING -> spec;
            case TWICE_THE_CONNECTIONS -> spec.withConnections(2 * spec.connections(), spec.threads());
            case TWICE_THE_THREADS -> spec.withConnections(spec.connections(), 2 * spec.threads());
            case HEAD -> spec.withMethod("HEAD").withBodyCheck(new BodyCheck.None());
        };
    }

    private List<Trial> tests(RaceResult race) {
        var judge = new Judge(race);
        Optional<Integer> now = last(plan.info().modes()).cores(); // what the servers are held to after the rounds
        List<Trial> tests = new ArrayList<>();
        for (Mode mode : plan.info().modes()) {
            for (String page : plan.info().pages()) {
                for (String stack : plan.info().stacks()) {
                    if (wasFinished(race, mode, page, stack)) {
                        List<Finding> limits =
                                judge.verdict(mode.name(), page, stack).limits();
                        for (Change change : Change.values()) {
                            if (change != Change.NOTHING
                                    && isPossible(mode, change)
                                    && mode.cores().equals(now)
                                    && driver.canChange(mode, change)) {
                                tests.add(new Trial(mode, page, stack, change, rank(limits, change)));
                            }
                        }
                    }
                }
            }
        }
        tests.sort(Comparator.comparingInt(Trial::rank)); // stable: otherwise as planned
        return withControls(tests);
    }

    private static Mode last(List<Mode> modes) {
        return modes.get(modes.size() - 1);
    }

    private static List<Trial> withControls(List<Trial> tests) {
        List<Trial> all = new ArrayList<>();
        Set<Trial> controls = new HashSet<>();
        for (Trial trial : tests) {
            var control = new Trial(trial.mode(), trial.page(), trial.stack(), Change.NOTHING, 0);
            if (controls.add(control)) {
                all.add(control);
            }
            all.add(trial);
        }
        return all;
    }

    private static boolean wasFinished(RaceResult race, Mode mode, String page, String stack) {
        return race.lost().stream().noneMatch(lost -> lost.name().equals(stack))
                && race.rounds().stream()
                        .anyMatch(round -> round.mode().equals(mode.name())
                                && round.page().equals(page)
                                && round.stack().equals(stack));
    }

    private static boolean isPossible(Mode mode, Change change) {
        return switch (change) {
            case TWICE_THE_CONNECTIONS -> 2 * mode.connections() <= RaceRequest.MOST_CONNECTIONS;
            case TWICE_THE_THREADS -> 2 * mode.threads() <= mode.connections();
            case NOTHING, HEAD -> true;
        };
    }

    private static int rank(List<Finding> limits, Change change) {
        for (int i = 0; i < limits.size(); i++) {
            if (limits.get(i).cause().test().filter(test -> test == change).isPresent()) {
                return i == 0 ? 0 : 1;
            }
        }
        return limits.get(0).cause() == Cause.UNEXPLAINED ? 2 : 3;
    }

    private static RaceListener.Standing standing(
            Trial trial, Duration length, int done, int all, Progress.Snapshot snapshot) {
        double fraction = (done + snapshot.fractionDone()) / all;
        Duration remaining = Duration.ofMillis((long) ((1 - fraction) * all * length.toMillis()));
        return new RaceListener.Standing(trial.inWords(), snapshot.perSecond(), fraction, remaining);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
