package org.pagerace.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one load run measured. Times begin when the first byte of a request is written; with a given rate, when
 * the request was due.
 *
 * @param measurementRevision changes when figures stop being comparable with older ones
 * @param settings what was asked for
 * @param address the one address, with port, to which all connections went
 * @param stoppedEarly whether somebody ended the run before its time
 * @param elapsed of the measured part, by a monotonic clock
 * @param started requests begun in the measured part, and those under way when it began, whose times still begin with their
 *     first byte
 * @param outcomes how they ended; all kinds are present and sum to {@code started}
 * @param statuses how many whole answers had which status
 * @param protocolErrors for which reasons how many answers were no HTTP; the counts sum to those of that kind
 * @param bodyBytes of the bodies of right answers, without chunked coding
 * @param receivedBytes all bytes that TCP delivered in the measured part, heads and chunk sizes included
 * @param sentBytes all bytes handed to TCP in the measured part
 * @param connectionsOpened in the measured part; those that the warm-up opened are used further, but not counted
 * @param reusedRequests requests on a connection that had carried one before
 * @param retries requests sent again, once, because a used connection closed before the first byte of an answer
 * @param connect from the start of a connect to its success; those out of time count with their limit
 * @param firstByte from the first byte sent to the first received, of the same requests as {@code total}
 * @param total from the first byte sent to the last received, of right answers; those out of time count with the time
 *     they had, all others not at all, so that quick errors improve no percentile
 * @param notRight as {@code total}, of whole answers that were not right: 4xx, 5xx and wrong bodies
 * @param pacing what became of a given rate
 * @param driver what the driver itself took
 * @param seconds the measured part second by second
 * @param toolFigures what another tool than our driver told; then whatever it did not tell is 0 or empty
 */
public record LoadResult(
        int measurementRevision,
        Settings settings,
        String address,
        boolean stoppedEarly,
        Duration elapsed,
        long started,
        Map<FailureKind, Long> outcomes,
        SortedMap<Integer, Long> statuses,
        SortedMap<String, Long> protocolErrors,
        long bodyBytes,
        long receivedBytes,
        long sentBytes,
        long connectionsOpened,
        long reusedRequests,
        long retries,
        Latency connect,
        Latency firstByte,
        Latency total,
        Latency notRight,
        Pacing pacing,
        DriverUse driver,
        List<Second> seconds,
        Optional<ToolFigures> toolFigures) {

    /**
     * The revision of today's driver.
     *
     * <ol>
     *   <li>requests under way at the end of the warm-up never counted
     *   <li>they count; errors have no part in response times and body bytes any more
     *   <li>where there is no warm-up, the driver has practised, so the JVM's start is no part of it
     * </ol>
     */
    public static final int MEASUREMENT_REVISION = 3;

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The echo of the run's settings, in words and numbers that need no class of the driver.
     *
     * @param version {@code HTTP/1.0} or {@code HTTP/1.1}
     * @param requests the number that was to end the run, or 0 if none was
     * @param duration the time that was to end the run, whichever came first, or zero if none was
     * @param bodyCheck {@code none}, {@code length}, {@code crc} or {@code expect}
     * @param further what differs from the usual beside that, by the option's name without hyphens
     */
    public record Settings(
            String target,
            String method,
            String version,
            boolean keepAlive,
            int connections,
            int threads,
            long requests,
            Duration duration,
            Duration warmup,
            Duration timeout,
            String bodyCheck,
            Map<String, String> further) {

        public Settings {
            further = further == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(further));
        }

        /** Nothing but the usual beside that. */
        public Settings(
                String target,
                String method,
                String version,
                boolean keepAlive,
                int connections,
                int threads,
                long requests,
                Duration duration,
                Duration warmup,
                Duration timeout,
                String bodyCheck) {
            this(
                    target,
                    method,
                    version,
                    keepAlive,
                    connections,
                    threads,
                    requests,
                    duration,
                    warmup,
                    timeout,
                    bodyCheck,
                    Map.of());
        }
    }

    /**
     * What became of a given rate; all zero in the closed loop.
     *
     * @param due requests that were due in the measured part
     * @param unsent those of them that found no free connection before its end
     * @param slip from when a request was due to its first byte sent
     */
    public record Pacing(long due, long unsent, Latency slip) {
        /** No rate was given. */
        public static final Pacing CLOSED_LOOP = new Pacing(0, 0, Latency.empty());

        /** Returns the share of requests that were sent, 0 to 1; 1 in the closed loop. */
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public double achieved() {
            return due == 0 ? 1 : (double) (due - unsent) / due;
        }
    }

    /**
     * What the driver itself took in the measured part.
     *
     * @param threads CPU time, user and system, of each worker
     * @param pauses of the garbage collector
     * @param lag how long a connection that was ready may have waited for its worker
     */
    public record DriverUse(List<Duration> threads, Duration pauses, Latency lag) {
        /** Nobody looked. */
        public static final DriverUse UNKNOWN = new DriverUse(List.of(), Duration.ZERO, Latency.empty());

        public DriverUse {
            threads = List.copyOf(threads);
        }
    }

    /**
     * One second of the measured part; the last one is shorter.
     *
     * @param index from 0
     * @param started requests begun in it
     * @param ok right answers in it
     * @param failed requests that ended in it otherwise, those aborted at the end left out
     * @param p50Nanos as the next three, of {@code total}; 0 if there is none
     */
    public record Second(
            int index,
            Duration length,
            long started,
            long ok,
            long failed,
            long bodyBytes,
            long p50Nanos,
            long p90Nanos,
            long p99Nanos,
            long maxNanos) {}

    /**
     * What a load tool told that has no place elsewhere. Percentiles are no distribution: they cannot be merged.
     *
     * @param tool name and version
     * @param percentilesNanos of response times as it printed them, by name: p50, p99, max, …
     */
    public record ToolFigures(String tool, Map<String, Long> percentilesNanos) {
        public ToolFigures {
            percentilesNanos = Collections.unmodifiableMap(new LinkedHashMap<>(percentilesNanos));
        }
    }

    /** Of our own driver. */
    public LoadResult(
            int measurementRevision,
            Settings settings,
            String address,
            boolean stoppedEarly,
            Duration elapsed,
            long started,
            Map<FailureKind, Long> outcomes,
            SortedMap<Integer, Long> statuses,
            SortedMap<String, Long> protocolErrors,
            long bodyBytes,
            long receivedBytes,
            long sentBytes,
            long connectionsOpened,
            long reusedRequests,
            long retries,
            Latency connect,
            Latency firstByte,
            Latency total,
            Latency notRight,
            Pacing pacing,
            DriverUse driver,
            List<Second> seconds) {
        this(
                measurementRevision,
                settings,
                address,
                stoppedEarly,
                elapsed,
                started,
                outcomes,
                statuses,
                protocolErrors,
                bodyBytes,
                receivedBytes,
                sentBytes,
                connectionsOpened,
                reusedRequests,
                retries,
                connect,
                firstByte,
                total,
                notRight,
                pacing,
                driver,
                seconds,
                Optional.empty());
    }

    /** Of a closed loop, without what the driver took and without single seconds. */
    public LoadResult(
            int measurementRevision,
            Settings settings,
            String address,
            boolean stoppedEarly,
            Duration elapsed,
            long started,
            Map<FailureKind, Long> outcomes,
            SortedMap<Integer, Long> statuses,
            SortedMap<String, Long> protocolErrors,
            long bodyBytes,
            long receivedBytes,
            long sentBytes,
            long connectionsOpened,
            long reusedRequests,
            long retries,
            Latency connect,
            Latency firstByte,
            Latency total,
            Latency notRight) {
        this(
                measurementRevision,
                settings,
                address,
                stoppedEarly,
                elapsed,
                started,
                outcomes,
                statuses,
                protocolErrors,
                bodyBytes,
                receivedBytes,
                sentBytes,
                connectionsOpened,
                reusedRequests,
                retries,
                connect,
                firstByte,
                total,
                notRight,
                Pacing.CLOSED_LOOP,
                DriverUse.UNKNOWN,
                List.of());
    }

    public LoadResult {
        var all = new EnumMap<FailureKind, Long>(FailureKind.class);
        long sum = 0;
        for (FailureKind kind : FailureKind.values()) {
            long count = outcomes.getOrDefault(kind, 0L);
            all.put(kind, count);
            sum += count;
        }
        if (sum != started) {
            throw new IllegalArgumentException("every request ends in one kind, but " + started + " were started and "
                    + sum + " ended: " + all + "; this is a bug of the driver, please report it");
        }
        outcomes = Collections.unmodifiableMap(all);
        statuses = Collections.unmodifiableSortedMap(new TreeMap<>(statuses));
        protocolErrors = Collections.unmodifiableSortedMap(new TreeMap<>(protocolErrors));
        // documents of version 1 have none of these
        pacing = pacing == null ? Pacing.CLOSED_LOOP : pacing;
        driver = driver == null ? DriverUse.UNKNOWN : driver;
        seconds = seconds == null ? List.of() : List.copyOf(seconds);
        toolFigures = toolFigures == null ? Optional.empty() : toolFigures;
    }

    public LoadResult withToolFigures(ToolFigures figures) {
        return new LoadResult(
                measurementRevision,
                settings,
                address,
                stoppedEarly,
                elapsed,
                started,
                outcomes,
                statuses,
                protocolErrors,
                bodyBytes,
                receivedBytes,
                sentBytes,
                connectionsOpened,
                reusedRequests,
                retries,
                connect,
                firstByte,
                total,
                notRight,
                pacing,
                driver,
                seconds,
                Optional.of(figures));
    }

    /** Returns how many requests ended in this kind. */
    public long count(FailureKind kind) {
        return outcomes.get(kind);
    }

    /** Returns how many answers were right. */
    public long ok() {
        return count(FailureKind.OK);
    }

    /** Returns how many requests failed; those still under way when the time was over did not. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public long failed() {
        return started - ok() - count(FailureKind.ABORTED_AT_END);
    }

    /** Returns how many requests were out of time: their times in the distributions mean "at least this". */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public long censored() {
        return count(FailureKind.CONNECT_TIMEOUT)
                + count(FailureKind.FIRST_BYTE_TIMEOUT)
                + count(FailureKind.TOTAL_TIMEOUT);
    }

    /** Returns right answers per second: failures are no throughput. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double perSecond() {
        return perSecond(ok());
    }

    /** Returns bytes of right bodies per second. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double bodyBytesPerSecond() {
        return perSecond(bodyBytes);
    }

    /**
     * Returns the mean share of connections that had a request under way, by Little's law: rate times mean time, over
     * connections. A closed loop gives 0.95 to 1.05; less means that failures or the driver left connections idle, or
     * that the run was short against its response time.
     */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double littleRatio() {
        double busyNanos = sumNanos(connect) + sumNanos(total) + sumNanos(notRight);
        int places =
                settings.connections() * Integer.parseInt(settings.further().getOrDefault("pipeline", "1"));
        return elapsed.isZero() ? 0 : busyNanos / elapsed.toNanos() / places;
    }

    private static double sumNanos(Latency latency) {
        return latency.count() * latency.mean();
    }

    /** Returns the share of requests that went over a connection used before, 0 to 1. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double keepAliveAchieved() {
        return started == 0 ? 0 : (double) reusedRequests / started;
    }

    private double perSecond(long count) {
        return elapsed.isZero() ? 0 : count / (elapsed.toNanos() / NANOS_PER_SECOND);
    }
}
