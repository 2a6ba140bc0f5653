package org.pagerace.race;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.HttpVersion;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Route;
import org.pagerace.load.Stop;
import org.pagerace.race.RacePlan.Step;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;

/** Runs the steps of a plan one after the other and keeps what they measured. For one thread. */
final class Heat {
    private final RacePlan plan;
    private final Driver driver;
    private final RaceListener listener;
    private final BiFunction<String, String, Target> targets;
    private final Supplier<Optional<String>> failure;
    private final List<RoundResult> warmups = new ArrayList<>();
    private final List<RoundResult> rounds = new ArrayList<>();

    /** A page of a stack, which bodies of it are right, and how to get there. */
    record Target(URI address, BodyCheck check, Route route) {
        Target(URI address, BodyCheck check) {
            this(address, check, Route.DIRECT);
        }
    }

    /**
     * Creates a heat.
     *
     * @param targets by stack and page
     * @param failure tells which server has died, if one has; asked after each step
     */
    Heat(
            RacePlan plan,
            Driver driver,
            RaceListener listener,
            BiFunction<String, String, Target> targets,
            Supplier<Optional<String>> failure) {
        this.plan = plan;
        this.driver = driver;
        this.listener = listener;
        this.targets = targets;
        this.failure = failure;
    }

    List<RoundResult> warmups() {
        return warmups;
    }

    List<RoundResult> rounds() {
        return rounds;
    }

    /**
     * Runs all steps; returns why it ended before the last one, or nothing. A run during which any server died is thrown
     * away: even where its workers still answer, or others were asked, the machine was not in the state to be measured.
     */
    Optional<String> run() {
        List<Step> steps = new ArrayList<>(plan.warmups());
        steps.addAll(plan.rounds());
        Duration done = Duration.ZERO;
        for (Step step : steps) {
            try {
                RoundResult result = run(step, done);
                Optional<String> died = failure.get();
                if (died.isPresent()) {
                    return Optional.of(died(step, died.get()));
                }
                (step.round() == 0 ? warmups : rounds).add(result);
            } catch (InterruptedException e) {
                // not restored: the caller's answer to it is this very return value
                return Optional.of("interrupted in " + describe(step));
            } catch (LoadException e) {
                return Optional.of(failure.get()
                        .map(died -> died(step, died))
                        .orElse(describe(step) + " failed: " + e.getMessage()));
            }
            done = done.plus(step.expected());
        }
        return Optional.empty();
    }

    private RoundResult run(Step step, Duration done) throws LoadException, InterruptedException {
        Progress progress = snapshot -> listener.onProgress(standing(step, done, snapshot));
        Instant startedAt = Instant.now();
        LoadResult load = driver.run(spec(step), progress);
        return new RoundResult(
                step.stack(), step.page(), step.mode().name(), step.round(), startedAt, load, Samples.NONE);
    }

    private LoadSpec spec(Step step) {
        Mode mode = step.mode();
        Target target = targets.apply(step.stack(), step.page());
        boolean warmup = step.round() == 0;
        return LoadSpec.of(target.address())
                .withVersion(mode.http().equals("1.0") ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1)
                .withKeepAlive(mode.keepAlive())
                .withConnections(mode.connections(), mode.threads())
                .withStop(warmup ? new Stop.AfterDuration(step.expected()) : stop(mode))
                .withWarmup(warmup ? Duration.ZERO : plan.info().leadIn())
                .withBodyCheck(target.check())
                .withRoute(target.route());
    }

    private static Stop stop(Mode mode) {
        Optional<Stop.AfterDuration> time = mode.duration().map(Stop.AfterDuration::new);
        Optional<Stop.AfterRequests> number = mode.requests().map(Stop.AfterRequests::new);
        if (time.isPresent() && number.isPresent()) {
            return new Stop.FirstOf(number.get(), time.get());
        }
        return time.isPresent() ? time.get() : number.orElseThrow();
    }

    private RaceListener.Standing standing(Step step, Duration done, Progress.Snapshot snapshot) {
        double all = plan.expected().toNanos();
        double now = done.toNanos() + step.expected().toNanos() * snapshot.fractionDone();
        return new RaceListener.Standing(
                describe(step), snapshot.perSecond(), now / all, Duration.ofNanos((long) (all - now)));
    }

    private String died(Step step, String failure) {
        return "a server died in " + describe(step) + ": " + failure;
    }

    private String describe(Step step) {
        String round = step.round() == 0
                ? "warm-up"
                : String.format(
                        Locale.ROOT, "round %d/%d", step.round(), plan.info().rounds());
        String mode = plan.info().modes().size() > 1 ? " " + step.mode().name() : "";
        return step.stack() + " " + step.page() + mode + ", " + round;
    }
}
