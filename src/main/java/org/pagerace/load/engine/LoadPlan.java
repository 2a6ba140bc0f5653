package org.pagerace.load.engine;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pagerace.load.stats.RequestLog;

/**
 * A run as the engine sees it: everything resolved, rendered and checked.
 *
 * @param aims the targets, at least one
 * @param seed of a random order of them; empty for one after the other
 * @param pipeline requests under way on a connection, 1 with a schedule
 * @param requests how many the measured part has, those under way at its beginning included, or {@link #UNLIMITED}
 * @param durationNanos length of the measured part, or {@link #UNLIMITED}
 * @param warmupNanos before the measured part, 0 for none
 * @param connectsPerSecond at most, of all threads
 * @param firstAlone whether the others wait for an answer to the first connection of their thread; only in the closed loop
 * @param backsOff whether a closed loop pauses after requests without an answer
 * @param timeoutNanos for a connect, and for a response from the first byte sent
 * @param mostBodyBytes of an answer; a longer one is refused
 * @param schedule of the measured part; empty for the closed loop
 * @param sources local addresses, used in turn; none for the system's choice
 * @param wire what connections do otherwise than usual
 * @param staggerNanos how much later each connection begins, and ends, than the one before; only in the closed loop
 */
public record LoadPlan(
        List<Aim> aims,
        OptionalLong seed,
        boolean keepAlive,
        int pipeline,
        int connections,
        int threads,
        long requests,
        long durationNanos,
        long warmupNanos,
        double connectsPerSecond,
        boolean firstAlone,
        boolean backsOff,
        long timeoutNanos,
        long mostBodyBytes,
        Optional<Schedule> schedule,
        List<InetAddress> sources,
        Wire wire,
        long staggerNanos,
        Optional<RequestLog> log) {

    /** About 146 years of nanoseconds; half the range, so that adding it to a time cannot overflow. */
    public static final long UNLIMITED = Long.MAX_VALUE / 2;

    /** What surely fits one TCP segment, so that Nagle's algorithm has nothing to hold back. */
    private static final int ONE_SEGMENT = 1_200;

    /** Returns how many of the connections worker {@code index} drives. */
    int connectionsOf(int index) {
        return connections / threads + (index < connections % threads ? 1 : 0);
    }

    /** Returns the slot of the first connection of worker {@code index}. */
    int firstConnectionOf(int index) {
        return connections / threads * index + Math.min(index, connections % threads);
    }

    /** Returns how many of the requests worker {@code index} starts: in proportion to its connections. */
    long requestsOf(int index) {
        if (requests == UNLIMITED) {
            return UNLIMITED;
        }
        long first = firstConnectionOf(index);
        return share(first + connectionsOf(index)) - share(first);
    }

    private long share(long connectionsBefore) {
        return requests / connections * connectionsBefore + Math.min(requests % connections, connectionsBefore);
    }

    boolean isClosedLoop() {
        return schedule.isEmpty();
    }

    boolean hasOneEndpoint() {
        return aims.size() == 1 || aims.stream().map(Aim::endpoint).distinct().count() == 1;
    }

    boolean hasTls() {
        return aims.stream().anyMatch(aim -> aim.endpoint().tls().isPresent());
    }

    boolean needsChecksum() {
        return log.map(RequestLog::needsChecksum).orElse(false)
                || aims.stream().anyMatch(aim -> aim.bodyRule().needsChecksum());
    }

    boolean needsHead() {
        return log.map(RequestLog::needsHead).orElse(false);
    }

    int bytesBehindHead() {
        return log.map(RequestLog::bytesBehindHead).orElse(0);
    }

    boolean needsTlsFacts() {
        return log.map(RequestLog::needsTlsFacts).orElse(false);
    }

    boolean needsNoDelay() {
        return keepAlive || aims.stream().anyMatch(aim -> aim.request().length() > ONE_SEGMENT);
    }
}
