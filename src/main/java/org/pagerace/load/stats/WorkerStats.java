package org.pagerace.load.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
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

    /** The length of a second. */
    public static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int STATUSES = 1000;

    private final Counters counters = new Counters();
    private final long[] outcomes = new long[FailureKind.values().length];
    private final long[] statuses = new long[STATUSES];
    private final Map<String, long[]> protocolErrors = new HashMap<>(); // by reason; one number each
    private final Histogram connect = new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS);
    private final Histogram firstByte = new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS);
    private final Histogram total = new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS); // of the seconds that are over
    private final Histogram present = new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS); // of the present one
    private final Histogram notRight = new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS);
    private final Histogram slip = new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS);
    private final Histogram lag = new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS);
    private final Queue<SecondStats> seconds = new ConcurrentLinkedQueue<>();
    private int second; // from 0
    private long startedBefore; // the present second, as the next three
    private long okBefore;
    private long endedBefore;
    private long bytesBefore;

    /** Plain sums, named as in the result. */
    public static final class Counters {
        public long started;
        public long bodyBytes;
        public long receivedBytes;
        public long sentBytes;
        public long connectionsOpened;
        public long reusedRequests;
        public long retries;
        public long unsent;

        private void add(Counters other) {
            started += other.started;
            bodyBytes += other.bodyBytes;
            receivedBytes += other.receivedBytes;
            sentBytes += other.sentBytes;
            connectionsOpened += other.connectionsOpened;
            reusedRequests += other.reusedRequests;
            retries += other.retries;
            unsent += other.unsent;
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
        record(present, nanos);
    }

    public void recordNotRight(long nanos) {
        record(notRight, nanos);
    }

    /** A request was sent so long after it was due. */
    public void recordSlip(long nanos) {
        record(slip, nanos);
    }

    /** Something that was ready may have waited so long for the worker. */
    public void recordLag(long nanos) {
        record(lag, nanos);
    }

    /** What was recorded so far was before the measured part. */
    public void forgetLag() {
        lag.reset();
    }

    /**
     * A second of the measured part is over, or the rest at the end of the run. The one thing here that allocates.
     *
     * @param nanos its length
     */
    public void endSecond(long nanos) {
        long ended = ended() - count(FailureKind.ABORTED_AT_END);
        long ok = count(FailureKind.OK);
        seconds.add(new SecondStats(
                second++,
                nanos,
                counters.started - startedBefore,
                ok - okBefore,
                ended - endedBefore - (ok - okBefore),
                counters.bodyBytes - bytesBefore,
                present.copy()));
        startedBefore = counters.started;
        okBefore = ok;
        endedBefore = ended;
        bytesBefore = counters.bodyBytes;
        total.add(present);
        present.reset();
    }

    /** Returns the seconds that have ended since the last call, oldest first; from any one thread. */
    public List<SecondStats> takeSeconds() {
        var taken = new ArrayList<SecondStats>();
        for (SecondStats next = seconds.poll(); next != null; next = seconds.poll()) {
            taken.add(next);
        }
        return taken;
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
        total.add(other.present);
        notRight.add(other.notRight);
        slip.add(other.slip);
        lag.add(other.lag);
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

    public Latency slip() {
        return Latency.of(slip);
    }

    public Latency lag() {
        return Latency.of(lag);
    }
}
