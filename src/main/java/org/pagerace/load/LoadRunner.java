package org.pagerace.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.pagerace.load.engine.BodyRule;
import org.pagerace.load.engine.Clock;
import org.pagerace.load.engine.Engine;
import org.pagerace.load.engine.LoadPlan;
import org.pagerace.load.engine.WorkerView;
import org.pagerace.load.http.RequestTemplate;
import org.pagerace.load.stats.WorkerStats;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

/** Runs one {@link LoadSpec} once. */
public final class LoadRunner {
    private static final Duration PROGRESS_INTERVAL = Duration.ofMillis(250);
    private static final Duration END_LIMIT = Duration.ofSeconds(10);
    private static final long SPARE_DESCRIPTORS = 100;

    private final LoadSpec spec;
    private final Progress progress;
    private final Clock clock;
    private final TargetGuard guard;
    private volatile boolean stopped;
    private volatile Engine engine; // null before the run

    public LoadRunner(LoadSpec spec, Progress progress) {
        this(spec, progress, Clock.SYSTEM, new TargetGuard(InetAddress::getAllByName));
    }

    LoadRunner(LoadSpec spec, Progress progress, Clock clock, TargetGuard guard) {
        this.spec = Objects.requireNonNull(spec, "spec");
        this.progress = Objects.requireNonNull(progress, "progress");
        this.clock = clock;
        this.guard = guard;
    }

    /**
     * Resolves the target once, runs and returns what was measured. Call it once only.
     *
     * @throws UnreachableException if the name does not resolve or not one connection could be made
     * @throws TargetRefusedException if the address is public and was not allowed
     * @throws InterruptedException if the calling thread was interrupted; the workers have then ended
     */
    public LoadResult run() throws LoadException, InterruptedException {
        InetSocketAddress address = guard.pin(spec);
        checkDescriptors();
        engine = newEngine(plan(address));
        engine.start();
        if (stopped) {
            engine.stop(); // stop() came before there was an engine
        }
        try {
            while (!engine.join(PROGRESS_INTERVAL)) {
                WorkerView view = engine.view();
                progress.update(snapshot(view));
                if (view.connectFailures() >= spec.connections() && !view.connected()) {
                    engine.stop(); // each connection has tried once: waiting for the end would teach nothing
                }
            }
        } finally {
            engine.stop();
            engine.join(END_LIMIT);
        }
        if (!engine.view().connected() && engine.view().connectFailures() > 0) {
            throw unreachable(address, engine.connectFailure());
        }
        return result(address, engine.stats(), engine.measured());
    }

    /** Ends the run early, from any thread; {@link #run} then returns what was measured so far. */
    public void stop() {
        stopped = true;
        Engine running = engine;
        if (running != null) {
            running.stop();
        }
    }

    private void checkDescriptors() throws LoadException {
        var system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof com.sun.management.UnixOperatingSystemMXBean unix
                && spec.connections() > unix.getMaxFileDescriptorCount() - SPARE_DESCRIPTORS) {
            throw new LoadException(spec.connections() + " connections need more than the "
                    + unix.getMaxFileDescriptorCount() + " files this process may open; lower -c or raise ulimit -n");
        }
    }

    private Engine newEngine(LoadPlan plan) throws LoadException {
        try {
            return new Engine(plan, clock);
        } catch (IOException e) {
            throw new LoadException("cannot start " + spec.threads() + " threads: " + e.getMessage() + "; lower -t", e);
        }
    }

    private LoadPlan plan(InetSocketAddress address) {
        List<String> headers = spec.headers().stream()
                .map(header -> header.name() + ": " + header.value())
                .toList();
        return new LoadPlan(
                address,
                RequestTemplate.of(spec.method(), spec.target(), spec.version().wire(), spec.keepAlive(), headers),
                spec.keepAlive(),
                spec.connections(),
                spec.threads(),
                spec.stop().mostRequests().orElse(LoadPlan.UNLIMITED),
                spec.stop().longest().map(Duration::toNanos).orElse(LoadPlan.UNLIMITED),
                spec.warmup().toNanos(),
                spec.timeout().toNanos(),
                rule(spec.bodyCheck()));
    }

    private static BodyRule rule(BodyCheck check) {
        if (check instanceof BodyCheck.SameLength) {
            return BodyRule.sameLength();
        }
        if (check instanceof BodyCheck.SameCrc) {
            return BodyRule.sameChecksum();
        }
        return check instanceof BodyCheck.Expect body ? BodyRule.exactly(body.bytes(), body.crc32c()) : BodyRule.any();
    }

    private Progress.Snapshot snapshot(WorkerView view) {
        Duration elapsed = engine.elapsed();
        double seconds = elapsed.toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
        double perSecond = seconds > 0 ? view.ok() / seconds : 0;
        return new Progress.Snapshot(
                elapsed, view.started(), view.ok(), view.ended() - view.ok(), perSecond, fractionDone(view, elapsed));
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

    private static UnreachableException unreachable(InetSocketAddress address, FailureKind kind) {
        String reason = switch (kind) {
            case CONNECT_TIMEOUT -> "no connection within the timeout; check host, port and firewall";
            case NO_PORT -> "no local port is free; wait a minute or use keep-alive";
            case NO_FD -> "no file descriptor is free; lower -c or raise ulimit -n";
            default -> "connection refused; is the server running, and on this port?";
        };
        return new UnreachableException("cannot reach " + text(address) + ": " + reason);
    }

    private LoadResult result(InetSocketAddress address, WorkerStats stats, Duration measured) {
        WorkerStats.Counters counters = stats.counters();
        return new LoadResult(
                LoadResult.MEASUREMENT_REVISION,
                settings(),
                text(address),
                stopped,
                measured,
                counters.started,
                stats.outcomes(),
                stats.statuses(),
                stats.protocolErrors(),
                counters.bodyBytes,
                counters.receivedBytes,
                counters.sentBytes,
                counters.connectionsOpened,
                counters.reusedRequests,
                counters.retries,
                stats.connect(),
                stats.firstByte(),
                stats.total(),
                stats.notRight());
    }

    private LoadResult.Settings settings() {
        return new LoadResult.Settings(
                spec.target().toString(),
                spec.method(),
                spec.version().wire(),
                spec.keepAlive(),
                spec.connections(),
                spec.threads(),
                spec.stop().mostRequests().orElse(0),
                spec.stop().longest().orElse(Duration.ZERO),
                spec.warmup(),
                spec.timeout(),
                checkName());
    }

    private String checkName() {
        if (spec.bodyCheck() instanceof BodyCheck.SameLength) {
            return "length";
        }
        if (spec.bodyCheck() instanceof BodyCheck.SameCrc) {
            return "crc";
        }
        return spec.bodyCheck() instanceof BodyCheck.Expect ? "expect" : "none";
    }

    private static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
