package org.pagerace.load;

import java.math.BigDecimal;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pagerace.load.engine.Engine;
import org.pagerace.load.engine.LoadPlan;
import org.pagerace.load.stats.WorkerStats;
import org.pagerace.result.LoadResult;

/** Puts together what a run leaves behind. */
final class Results {
    private final LoadSpec spec;

    Results(LoadSpec spec) {
        this.spec = spec;
    }

    /** Returns the result; all workers must have ended. */
    LoadResult of(Engine engine, LoadPlan plan, boolean stoppedEarly, List<LoadResult.Second> seconds) {
        WorkerStats stats = engine.stats();
        WorkerStats.Counters counters = stats.counters();
        return new LoadResult(
                LoadResult.MEASUREMENT_REVISION,
                settings(),
                Planner.text(plan.aims().get(0).endpoint().address()),
                stoppedEarly,
                engine.measured(),
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
                stats.notRight(),
                pacing(stats, plan, engine.measured()),
                new LoadResult.DriverUse(engine.cpuTimes(), engine.collectorPauses(), stats.lag()),
                seconds);
    }

    private static LoadResult.Pacing pacing(WorkerStats stats, LoadPlan plan, Duration measured) {
        if (plan.schedule().isEmpty()) {
            return LoadResult.Pacing.CLOSED_LOOP;
        }
        long nanos = Math.min(measured.toNanos(), plan.durationNanos() - 1); // at the very end nothing is sent
        long due = Math.min(plan.requests(), plan.schedule().get().dueCount(nanos));
        return new LoadResult.Pacing(due, Math.min(due, stats.counters().unsent), stats.slip());
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
                checkName(),
                further());
    }

    private Map<String, String> further() {
        var further = new TreeMap<String, String>();
        Route route = spec.route();
        if (spec.targets().size() > 1) {
            String order = spec.order() instanceof TargetOrder.AtRandom random ? "seed " + random.seed() : "in turn";
            further.put("urls", spec.targets().size() + ", " + order);
        }
        if (spec.pipeline() > 1) {
            further.put("pipeline", Integer.toString(spec.pipeline()));
        }
        if (spec.connects().perSecond() != Connects.DEFAULT_PER_SECOND) {
            further.put("connect-rate", number(spec.connects().perSecond()));
        }
        rate().ifPresent(rate -> further.put("rate", rate));
        if (spec.stop() instanceof Stop.WhenRateIsKnown known) {
            further.put("until-ci", number(100 * known.relativeHalfWidth()) + "%");
        }
        spec.payload().ifPresent(payload -> further.put("body", payload.bytes().length + " bytes"));
        route.unixSocket().ifPresent(socket -> further.put("unix", socket.toString()));
        if (!route.sources().isEmpty()) {
            further.put(
                    "source",
                    route.sources().stream().map(InetAddress::getHostAddress).collect(Collectors.joining(",")));
        }
        if (!route.tls().verify()) {
            further.put("insecure", "true");
        }
        if (!route.tls().resume()) {
            further.put("tls-no-resume", "true");
        }
        return further;
    }

    private Optional<String> rate() {
        if (spec.rate() instanceof Rate.Constant constant) {
            return Optional.of(number(constant.perSecond()));
        }
        if (spec.rate() instanceof Rate.Uneven uneven) {
            return Optional.of(number(uneven.perSecond()));
        }
        return spec.rate() instanceof Rate.Ramp ramp
                ? Optional.of(number(ramp.fromPerSecond()) + ".." + number(ramp.toPerSecond()) + "/"
                        + number(ramp.over().toNanos() / 1e9) + "s")
                : Optional.empty();
    }

    private static String number(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    private String checkName() {
        if (spec.bodyCheck() instanceof BodyCheck.SameLength length) {
            return length.tolerance() == 0 ? "length" : "length:" + number(100 * length.tolerance()) + "%";
        }
        if (spec.bodyCheck() instanceof BodyCheck.SameCrc) {
            return "crc";
        }
        return spec.bodyCheck() instanceof BodyCheck.Expect ? "expect" : "none";
    }
}
