package org.pagerace.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one load run measured. Times begin when the first byte of a request is written (closed loop).
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
        Latency notRight) {

    /**
     * The revision of today's driver.
     *
     * <ol>
     *   <li>requests under way at the end of the warm-up never counted
     *   <li>they count; errors have no part in response times and body bytes any more
     * </ol>
     */
    public static final int MEASUREMENT_REVISION = 2;

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The echo of the run's settings, in words and numbers that need no class of the driver.
     *
     * @param version {@code HTTP/1.0} or {@code HTTP/1.1}
     * @param requests the number that was to end the run, or 0 if none was
     * @param duration the time that was to end the run, whichever came first, or zero if none was
     * @param bodyCheck {@code none}, {@code length}, {@code crc} or {@code expect}
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
            String bodyCheck) {}

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
        return elapsed.isZero() ? 0 : busyNanos / elapsed.toNanos() / settings.connections();
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
