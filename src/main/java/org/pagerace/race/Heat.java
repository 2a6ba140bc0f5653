package org.pagerace.race;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.HttpVersion;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Route;
import org.pagerace.load.Stop;
import org.pagerace.race.Observer.Observed;
import org.pagerace.race.RacePlan.Step;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;

/** Runs one step of a plan: the driver once, against one page of one stack. */
final class Heat {
    private final RacePlan plan;
    private final Driver driver;
    private final Observer observer;
    private final BiFunction<String, String, Target> targets;

    /** A page of a stack, which bodies of it are right, and how to get there. */
    record Target(URI address, BodyCheck check, Route route) {
        Target(URI address, BodyCheck check) {
            this(address, check, Route.DIRECT);
        }
    }

    /** @param targets by stack and page */
    Heat(RacePlan plan, Driver driver, Observer observer, BiFunction<String, String, Target> targets) {
        this.plan = plan;
        this.driver = driver;
        this.observer = observer;
        this.targets = targets;
    }

    /** Runs the step as planned. */
    RoundResult run(Step step, Progress progress) throws LoadException, InterruptedException {
        return run(step, UnaryOperator.identity(), progress);
    }

    /** Runs the step with one thing changed, as a test of what seems to be its limit. */
    RoundResult run(Step step, UnaryOperator<LoadSpec> change, Progress progress)
            throws LoadException, InterruptedException {
        LoadSpec spec = change.apply(spec(step));
        Instant startedAt = Instant.now();
        Observed observed = step.isWarmup()
                ? new Observed(driver.run(spec, progress), Samples.NONE)
                : observer.during(step, spec.warmup(), () -> driver.run(spec, progress));
        LoadResult load = observed.load();
        return new RoundResult(
                step.stack(), step.page(), step.mode().name(), step.round(), startedAt, load, observed.samples());
    }

    private LoadSpec spec(Step step) {
        Mode mode = step.mode();
        Target target = targets.apply(step.stack(), step.page());
        return LoadSpec.of(target.address())
                .withVersion(mode.http().equals("1.0") ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1)
                .withKeepAlive(mode.keepAlive())
                .withConnections(mode.connections(), mode.threads())
                .withStop(step.isWarmup() ? new Stop.AfterDuration(step.expected()) : stop(mode))
                .withWarmup(step.isWarmup() ? Duration.ZERO : plan.info().leadIn())
                .withTimeout(plan.timeout())
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
}
