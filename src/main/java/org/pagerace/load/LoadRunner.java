package org.pagerace.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.pagerace.load.engine.Clock;
import org.pagerace.load.engine.Engine;
import org.pagerace.load.engine.LoadPlan;
import org.pagerace.load.engine.WorkerView;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

/** Runs one {@link LoadSpec} once. */
public final class LoadRunner {
    private static final Duration PROGRESS_INTERVAL = Duration.ofMillis(250);
    private static final Duration END_LIMIT = Duration.ofSeconds(10);

    private final LoadSpec spec;
    private final Progress progress;
    private final Optional<RequestLog> log;
    private final Clock clock;
    private final TargetGuard guard;
    private final Seconds seconds;
    private long receivedBytes; // at the last look
    private Duration heardOf = Duration.ZERO; // the last byte, on the run's clock
    private boolean abandoned; // the target has gone
    private Optional<Rehearsal> rehearsal = Optional.empty(); // set before the run only
    private volatile boolean stopped;
    private volatile Engine engine; // null before the run

    public LoadRunner(LoadSpec spec, Progress progress) {
        this(spec, progress, Optional.empty(), Clock.SYSTEM, new TargetGuard(InetAddress::getAllByName));
    }

    /** As above, and tells {@code log} of the end of every request. */
    public LoadRunner(LoadSpec spec, Progress progress, RequestLog log) {
        this(spec, progress, Optional.of(log), Clock.SYSTEM, new TargetGuard(InetAddress::getAllByName));
    }

    LoadRunner(LoadSpec spec, Progress progress, Optional<RequestLog> log, Clock clock, TargetGuard guard) {
        this.spec = Objects.requireNonNull(spec, "spec");
        this.progress = Objects.requireNonNull(progress, "progress");
        this.log = log;
        this.clock = clock;
        this.guard = guard;
        this.seconds = new Seconds(spec.threads(), progress);
    }

    /**
     * Lets the driver practise inside this process before the run, see {@link Rehearsal}; the run's time begins after that.
     * Not needed before a run with a warm-up of its own. To be called before the run, and before anybody may stop it.
     */
    public LoadRunner withPractice() {
        rehearsal = Optional.of(new Rehearsal(spec));
        return this;
    }

    /**
     * Opens one connection to the first target and closes it, without sending anything.
     *
     * @throws UnreachableException if it cannot be made
     * @throws TargetRefusedException as {@link #run}, and {@link LoadException} as there if the run cannot work
     */
    public void tryConnect() throws LoadException, InterruptedException {
        LoadPlan plan = new Planner(spec, guard).plan(log);
        new Preflight(spec, plan).check(); // the run itself tells of its warnings
        SocketAddress address = plan.aims().get(0).endpoint().address();
        try (var socket = new Socket()) {
            socket.connect(address, (int) spec.timeout().toMillis());
        } catch (IOException e) {
            throw new UnreachableException(
                    "cannot reach " + Planner.text(address) + ": " + e.getMessage()
                            + "; is the server running, and on this port?",
                    e);
        }
    }

    /**
     * Resolves the targets once, runs and returns what was measured. Call it once only.
     *
     * @throws UnreachableException if a name does not resolve or not one connection could be made
     * @throws TargetRefusedException if an address is public and was not allowed
     * @throws InterruptedException if the calling thread was interrupted; the workers have then ended
     */
    public LoadResult run() throws LoadException, InterruptedException {
        LoadPlan plan = new Planner(spec, guard).plan(log);
        new Preflight(spec, plan).check().forEach(progress::onWarning);
        if (rehearsal.isPresent() && !stopped) {
            rehearsal.get().run();
        }
        engine = newEngine(plan);
        if (stopped) {
            engine.stop(); // stop() came before there was an engine
        }
        engine.start();
        try {
            while (!engine.join(PROGRESS_INTERVAL)) {
                watch(engine.view());
            }
        } finally {
            engine.stop();
            engine.join(END_LIMIT);
        }
        seconds.add(engine.takeSeconds());
        seconds.end();
        if (!engine.view().connected()
                && engine.view().connectFailures() > 0
                && !spec.connects().whoeverIsThere()) {
            throw unreachable(plan);
        }
        return new Results(spec).of(engine, plan, stopped || abandoned, seconds.all());
    }

    private void watch(WorkerView view) {
        seconds.add(engine.takeSeconds());
        progress.update(snapshot(view));
        boolean known =
                spec.stop() instanceof Stop.WhenRateIsKnown wanted && seconds.isRateKnown(wanted.relativeHalfWidth());
        // Once each connection has tried in vain, waiting for the end would teach nothing.
        boolean hopeless = view.connectFailures() >= spec.connections() && !view.connected();
        if (known || (!spec.connects().whoeverIsThere() && (hopeless || isGone(view)))) {
            engine.stop();
        }
    }

    /** A run of a certain length ends by itself; one of a certain number would try a dead target for hours. */
    private boolean isGone(WorkerView view) {
        Duration now = engine.elapsed();
        if (view.receivedBytes() != receivedBytes || now.isNegative()) {
            receivedBytes = view.receivedBytes();
            heardOf = now;
        }
        Duration silence = now.minus(heardOf);
        Duration patience = spec.timeout().plus(spec.timeout().dividedBy(10)).plus(PROGRESS_INTERVAL);
        if (!abandoned && spec.stop() instanceof Stop.AfterRequests requests && silence.compareTo(patience) > 0) {
            abandoned = true;
            progress.onWarning("no byte has come for " + silence.toMillis() + " ms: ended after " + view.ended()
                    + " of " + requests.count() + " requests");
        }
        return abandoned;
    }

    /** Ends the run early, from any thread; {@link #run} then returns what was measured so far. */
    public void stop() {
        stopped = true;
        rehearsal.ifPresent(Rehearsal::stop);
        Engine running = engine;
        if (running != null) {
            running.stop();
        }
    }

    private Engine newEngine(LoadPlan plan) throws LoadException {
        try {
            return new Engine(plan, clock);
        } catch (IOException e) {
            throw new LoadException("cannot start " + spec.threads() + " threads: " + e.getMessage() + "; lower -t", e);
        }
    }

    private Progress.Snapshot snapshot(WorkerView view) {
        Duration elapsed = engine.elapsed();
        double elapsedSeconds = elapsed.toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
        return new Progress.Snapshot(
                elapsed,
                view.started(),
                view.ok(),
                view.ended() - view.ok(),
                elapsedSeconds > 0 ? view.ok() / elapsedSeconds : 0,
                fractionDone(view, elapsed),
                seconds.percentile(50),
                seconds.percentile(99));
    }

    private double fractionDone(WorkerView view, Duration elapsed) {
        OptionalLong requests = spec.stop().mostRequests();
        double ofRequests = requests.isPresent() ? (double) view.ended() / requests.getAsLong() : 0;
        double ofTime =
                spec.stop().longest().map(time -> fraction(elapsed, time)).orElse(0.0);
        return Math.min(1, Math.max(0, Math.max(ofRequests, ofTime)));
    }

    private double fraction(Duration elapsed, Duration measured) {
        return (double) elapsed.plus(spec.warmup()).toNanos()
                / measured.plus(spec.warmup()).toNanos();
    }

    private UnreachableException unreachable(LoadPlan plan) {
        FailureKind kind = engine.connectFailure();
        String reason = switch (kind) {
            case CONNECT_TIMEOUT -> "no connection within the timeout; check host, port and firewall";
            case NO_PORT -> "no local port is free; wait a minute or use keep-alive";
            case NO_FD -> "no file descriptor is free; lower -c or raise ulimit -n";
            case TLS -> "no TLS connection: " + tlsFailure();
            default -> "connection refused; is the server running, and on this port?";
        };
        return new UnreachableException(
                "cannot reach " + Planner.text(plan.aims().get(0).endpoint().address()) + ": " + reason);
    }

    /** The words of the JDK for the commonest reasons name its classes; some begin with the alert in parentheses. */
    private String tlsFailure() {
        String failure = engine.tlsFailure();
        if (failure.contains("Unrecognized SSL message")) {
            return "the port speaks no TLS; use http:// or another port";
        }
        return (failure.contains("PKIX path") ? "nobody who is trusted has signed the server's certificate" : failure)
                + "; see --cacert and --insecure";
    }
}
