package org.pagerace.load.stats;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;

/**
 * What one worker counts and times. One thread writes; others may read or {@link #add} it up after that thread has
 * ended. Nothing is allocated by recording.
 */
public final class WorkerStats {
    /** Values beyond, which no timeout allows, are recorded as this. */
    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(2);

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int STATUSES = 1000;

    private final Counters counters = new Counters();
    private final long[] outcomes = new long[FailureKind.values().length];
    private final long[] statuses = new long[STATUSES];
    private final Map<String, long[]> protocolErrors = new HashMap<>(); // by reason; one number each
    private final Histogram connect = new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS);
    private final Histogram firstByte = new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS);
    private final Histogram total = new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS);
    private final Histogram notRight = new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS);

    /** Plain sums, named as in the result. */
    public static final class Counters {
        public long started;
        public long bodyBytes;
        public long receivedBytes;
        public long sentBytes;
        public long connectionsOpened;
        public long reusedRequests;
        public long retries;

        private void add(Counters other) {
            started += other.started;
            bodyBytes += other.bodyBytes;
            receivedBytes += other.receivedBytes;
            sentBytes += other.sentBytes;
            connectionsOpened += other.connectionsOpened;
            reusedRequests += other.reusedRequests;
            retries += other.retries;
        }
    }

    /** Returns the sums, for the worker to raise. */
    public Counters counters() {
        return counters;
    }

    /** A started request has ended. */
    public void recordOutcome(FailureKind kind) {
        outcomes[index(kind)]++;
    }

    @SuppressWarnings("EnumOrdinal") // never leaves this class; a map would box a number per request
    private static int index(FailureKind kind) {
        return kind.ordinal();
    }

    /** A whole answer had this status, 100 to 999. */
    public void recordStatus(int status) {
        statuses[status]++;
    }

    /** An answer was not HTTP, for one of a few reasons; only the first time of each allocates. */
    public void recordProtocolError(String reason) {
        protocolErrors.computeIfAbsent(reason, first -> new long[1])[0]++;
    }

    public void recordConnect(long nanos) {
        record(connect, nanos);
    }

    public void recordFirstByte(long nanos) {
        record(firstByte, nanos);
    }

    public void recordTotal(long nanos) {
        record(total, nanos);
    }

    public void recordNotRight(long nanos) {
        record(notRight, nanos);
    }

    private static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.min(Math.max(nanos, 0), LONGEST_NANOS));
    }

    /** Adds what another worker has seen; its thread must have ended. */
    public void add(WorkerStats other) {
        counters.add(other.counters);
        Arrays.setAll(outcomes, i -> outcomes[i] + other.outcomes[i]);
        Arrays.setAll(statuses, i -> statuses[i] + other.statuses[i]);
        other.protocolErrors.forEach((reason, count) -> protocolErrors.merge(reason, count.clone(), WorkerStats::sum));
        connect.add(other.connect);
        firstByte.add(other.firstByte);
        total.add(other.total);
        notRight.add(other.notRight);
    }

    private static long[] sum(long[] one, long[] other) {
        return new long[] {one[0] + other[0]};
    }

    /** Returns how many requests ended in this kind. */
    public long count(FailureKind kind) {
        return outcomes[index(kind)];
    }

    /** Returns how many requests have ended. */
    public long ended() {
        return Arrays.stream(outcomes).sum();
    }

    /** Returns all kinds with their counts. */
    public Map<FailureKind, Long> outcomes() {
        var counts = new EnumMap<FailureKind, Long>(FailureKind.class);
        for (FailureKind kind : FailureKind.values()) {
            counts.put(kind, count(kind));
        }
        return counts;
    }

    /** Returns the statuses that occurred with their counts. */
    public SortedMap<Integer, Long> statuses() {
        var counts = new TreeMap<Integer, Long>();
        for (int status = 0; status < STATUSES; status++) {
            if (statuses[status] > 0) {
                counts.put(status, statuses[status]);
            }
        }
        return counts;
    }

    /** Returns the reasons for which answers were no HTTP with their counts. */
    public SortedMap<String, Long> protocolErrors() {
        var counts = new TreeMap<String, Long>();
        protocolErrors.forEach((reason, count) -> counts.put(reason, count[0]));
        return counts;
    }

    public Latency connect() {
        return Latency.of(connect);
    }

    public Latency firstByte() {
        return Latency.of(firstByte);
    }

    public Latency total() {
        return Latency.of(total);
    }

    public Latency notRight() {
        return Latency.of(notRight);
    }
}
