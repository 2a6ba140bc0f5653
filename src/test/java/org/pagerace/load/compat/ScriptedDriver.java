package org.pagerace.load.compat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;

/** Tells of requests that a test has written down, in place of real ones, and sums them up as the engine does. */
final class ScriptedDriver implements Driver {
    private final List<RequestSample> samples;
    private final Duration elapsed;
    private LoadSpec spec; // of the last run; null before

    ScriptedDriver(List<RequestSample> samples, Duration elapsed) {
        this.samples = samples;
        this.elapsed = elapsed;
    }

    /** What the dialect asked for. */
    LoadSpec spec() {
        return spec;
    }

    @Override
    public void pause(Duration time) {
        // Nobody waits here.
    }

    @Override
    public Run prepare(LoadSpec wanted, Progress progress, RequestLog log) {
        spec = wanted;
        return new Run() {
            private boolean stopped;

            @Override
            public void tryConnect() {
                // There is no server.
            }

            @Override
            public LoadResult start() {
                var sums = new Sums();
                for (RequestSample sample : samples) {
                    if (stopped) {
                        break;
                    }
                    sums.add(sample);
                    log.onEnd(sample);
                }
                return sums.result(wanted, elapsed, stopped);
            }

            @Override
            public void stop() {
                stopped = true;
            }
        };
    }

    private static final class Sums {
        private final Map<FailureKind, Long> outcomes = new EnumMap<>(FailureKind.class);
        private final TreeMap<Integer, Long> statuses = new TreeMap<>();
        private final TreeMap<String, Long> protocolErrors = new TreeMap<>();
        private final Histogram connect = new Histogram(3);
        private final Histogram firstByte = new Histogram(3);
        private final Histogram total = new Histogram(3);
        private final Histogram notRight = new Histogram(3);
        private long started;
        private long bodyBytes;
        private long receivedBytes;
        private long reused;

        private void add(RequestSample sample) {
            started++;
            outcomes.merge(sample.kind, 1L, Long::sum);
            receivedBytes += sample.headBytes + sample.bodyBytes;
            reused += sample.reused ? 1 : 0;
            if (sample.connectedNanos != RequestSample.NONE) {
                connect.recordValue(sample.connectedNanos - sample.beginNanos);
            }
            switch (sample.kind) {
                case OK -> {
                    statuses.merge(sample.status, 1L, Long::sum);
                    bodyBytes += sample.bodyBytes;
                    firstByte.recordValue(sample.firstByteNanos - sample.sendNanos);
                    total.recordValue(sample.endNanos - sample.sendNanos);
                }
                case HTTP_4XX, HTTP_5XX -> {
                    statuses.merge(sample.status, 1L, Long::sum);
                    notRight.recordValue(sample.endNanos - sample.sendNanos);
                }
                case PROTOCOL -> protocolErrors.merge("scripted", 1L, Long::sum);
                default -> {}
            }
        }

        private LoadResult result(LoadSpec spec, Duration elapsed, boolean stopped) {
            return new LoadResult(
                    LoadResult.MEASUREMENT_REVISION,
                    new LoadResult.Settings(
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
                            "none",
                            Map.of()),
                    "127.0.0.1:8080",
                    stopped,
                    elapsed,
                    started,
                    outcomes,
                    statuses,
                    protocolErrors,
                    bodyBytes,
                    receivedBytes,
                    0,
                    connect.getTotalCount(),
                    reused,
                    0,
                    Latency.of(connect),
                    Latency.of(firstByte),
                    Latency.of(total),
                    Latency.of(notRight));
        }
    }
}
