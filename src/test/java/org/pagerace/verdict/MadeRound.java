package org.pagerace.verdict;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;
import org.pagerace.result.LoadResult.DriverUse;
import org.pagerace.result.LoadResult.Pacing;
import org.pagerace.result.Metric;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;

/** A round of four seconds that never took place: quiet and half idle unless told otherwise. */
final class MadeRound {
    static final int SECONDS = 4;
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<Samples.Series> series = new ArrayList<>();
    private final List<Samples.Unseen> unseen = new ArrayList<>();
    private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
    private final Histogram connect = new Histogram(3);
    private String stack = "jetty";
    private String page = "index";
    private double perSecond = 1000;
    private long bodyBytes = 1000;
    private double driverBusy = 0.3;
    private double driverPauses;
    private double lagMillis = 0.1;
    private double responseMillis;
    private double busyConnections = 1;
    private double otherMillis;
    private double otherShare;

    MadeRound of(String stack, String page) {
        this.stack = stack;
        this.page = page;
        return this;
    }

    MadeRound answers(double perSecond) {
        this.perSecond = perSecond;
        return this;
    }

    MadeRound bodies(long bytes) {
        bodyBytes = bytes;
        return this;
    }

    MadeRound failures(FailureKind kind, long count) {
        failures.put(kind, count);
        return this;
    }

    /** The share of the time that the driver's busiest thread and its collector took, and its lag. */
    MadeRound driver(double busy, double pauses, double lagMillis) {
        driverBusy = busy;
        driverPauses = pauses;
        this.lagMillis = lagMillis;
        return this;
    }

    /** As an external tool: nothing is known of the driver. */
    MadeRound unknownDriver() {
        driverBusy = -1;
        return this;
    }

    /** Instead of what follows from rate and connections. */
    MadeRound responses(double millis) {
        responseMillis = millis;
        return this;
    }

    /** Of that share of the answers instead. */
    MadeRound others(double millis, double share) {
        otherMillis = millis;
        otherShare = share;
        return this;
    }

    /** The share of the connections that had a request under way. */
    MadeRound little(double ratio) {
        busyConnections = ratio;
        return this;
    }

    MadeRound connects(double millis, long count) {
        connect.recordValueWithCount((long) (millis * 1e6), count);
        return this;
    }

    /** One value a second; a single value stands for all of them. */
    MadeRound sees(Metric metric, double... values) {
        List<Double> seconds = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            seconds.add(i + 1.0);
            all.add(values[Math.min(i, values.length - 1)]);
        }
        series.add(new Samples.Series(metric, seconds, all));
        return this;
    }

    /** Read once. */
    MadeRound limit(Metric metric, double value) {
        series.add(new Samples.Series(metric, List.of(0.0), List.of(value)));
        return this;
    }

    MadeRound unseen(Metric metric, String reason) {
        unseen.add(new Samples.Unseen(metric, reason));
        return this;
    }

    RoundResult make(Mode mode, int round) {
        return new RoundResult(
                stack,
                page,
                mode.name(),
                round,
                Instant.parse("2026-11-30T12:00:00Z"),
                load(mode),
                new Samples(series, unseen, Duration.ofMillis(3)));
    }

    LoadResult load(Mode mode) {
        long ok = Math.round(perSecond * SECONDS);
        Map<FailureKind, Long> outcomes = new EnumMap<>(failures);
        outcomes.put(FailureKind.OK, ok);
        Duration elapsed = Duration.ofSeconds(SECONDS);
        List<Duration> threads = driverBusy < 0
                ? List.of()
                : Collections.nCopies(mode.threads(), Duration.ofNanos((long) (driverBusy * elapsed.toNanos())));
        var driver = new DriverUse(threads, Duration.ofNanos((long) (driverPauses * elapsed.toNanos())), lag());
        return new LoadResult(
                LoadResult.MEASUREMENT_REVISION,
                settings(mode),
                "127.0.0.1:1",
                false,
                elapsed,
                outcomes.values().stream().mapToLong(Long::longValue).sum(),
                outcomes,
                new TreeMap<>(Map.of(200, ok)),
                new TreeMap<>(),
                ok * bodyBytes,
                ok * (bodyBytes + 200),
                ok * 100,
                connect.getTotalCount(),
                ok,
                0,
                Latency.of(connect),
                Latency.empty(),
                total(mode, ok),
                Latency.empty(),
                Pacing.CLOSED_LOOP,
                driver,
                List.of());
    }

    private Latency lag() {
        var lag = new Histogram(3);
        lag.recordValue((long) (lagMillis * 1e6));
        return Latency.of(lag);
    }

    /** By Little's law. */
    private Latency total(Mode mode, long ok) {
        var total = new Histogram(3);
        double nanos = responseMillis > 0
                ? responseMillis * 1e6
                : busyConnections * mode.connections() / perSecond * NANOS_PER_SECOND;
        if (ok > 0) {
            long others = Math.round(otherShare * ok);
            total.recordValueWithCount((long) nanos, ok - others);
            total.recordValueWithCount((long) (otherMillis * 1e6), others);
        }
        return Latency.of(total);
    }

    private static LoadResult.Settings settings(Mode mode) {
        return new LoadResult.Settings(
                "http://127.0.0.1:1/",
                "GET",
                "HTTP/" + mode.http(),
                mode.keepAlive(),
                mode.connections(),
                mode.threads(),
                0,
                Duration.ofSeconds(SECONDS),
                Duration.ZERO,
                Duration.ofSeconds(10),
                "none");
    }
}
