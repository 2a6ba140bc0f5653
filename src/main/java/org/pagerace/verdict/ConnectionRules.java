package org.pagerace.verdict;

import static org.pagerace.result.Metric.CONNECTIONS_REFUSED;
import static org.pagerace.result.Metric.LISTEN_DROPS;
import static org.pagerace.result.Metric.LISTEN_QUEUE;
import static org.pagerace.result.Metric.SERVER_DESCRIPTORS;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;

/**
 * Whether connections were refused: by a full listen queue, for want of ports or of descriptors. They rank before what is
 * merely full, since a number with refused work is no measure of the rest. What happened in too few samples to bound the
 * number is a caution.
 */
final class ConnectionRules {
    /** Open descriptors against their limit; a server keeps a few back for its own files. */
    static final double DESCRIPTORS_FULL = 0.95;

    /** Of the connects of a round; fewer slow ones may be single lost segments. */
    static final double SLOW_CONNECTS = 0.1;

    /** A dropped SYN is sent again after 1, 3 and 7 seconds, and its connect takes as long. */
    private static final long[] SYN_RETRY_MILLIS = {1000, 3000, 7000};

    private static final double RETRY_GRAIN = 1.2;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Before whatever is merely full. */
    private static final double REFUSED = 1.01;

    private ConnectionRules() {}

    /**
     * Connections that the server's kernel dropped or the server itself closed at once, or a listen queue that stood full;
     * from outside only refusals and connects that took as long as a repeated SYN. Trap: the counter belongs to the whole network namespace and does not
     * count Unix sockets.
     */
    static Optional<Limit> backlog(Subject subject) {
        List<String> evidence = new ArrayList<>();
        Share share = Share.of(subject.readings(LISTEN_DROPS), reading -> reading.of(LISTEN_DROPS) > 0)
                .or(Share.of(subject.readings(LISTEN_QUEUE), reading -> reading.of(LISTEN_QUEUE) >= 1));
        double drops = subject.sum(LISTEN_DROPS);
        if (drops > 0) {
            evidence.add(
                    String.format(Locale.ROOT, "the kernel dropped %,.0f connections at a full listen queue", drops));
        } else if (!share.isNone()) {
            evidence.add("the listen queue was full");
        }
        double closed = subject.sum(CONNECTIONS_REFUSED);
        if (closed > 0) {
            share = share.or(
                    Share.of(subject.readings(CONNECTIONS_REFUSED), reading -> reading.of(CONNECTIONS_REFUSED) > 0));
            evidence.add(String.format(
                    Locale.ROOT,
                    "the server accepted %,.0f connections and closed them at once, having no room",
                    closed));
        }
        Share slowShare = Share.ofRounds(subject, load -> slowConnects(load) >= SLOW_CONNECTS);
        if (!slowShare.isNone() && (!share.isNone() || !subject.sees(LISTEN_DROPS))) {
            share = share.or(slowShare);
            evidence.add(String.format(
                    Locale.ROOT,
                    "%.0f %% of the connects were refused, out of time, or took 1, 3 or 7 s as after a dropped SYN",
                    100 * subject.median(ConnectionRules::slowConnects)));
        }
        return evidence.isEmpty()
                ? Optional.empty()
                : Optional.of(new Limit(Cause.LISTEN_BACKLOG, REFUSED, share, String.join("; ", evidence)));
    }

    /** Returns the share of connects that a full listen queue may have delayed or prevented. */
    static double slowConnects(LoadResult load) {
        long failed = load.count(FailureKind.REFUSED) + load.count(FailureKind.CONNECT_TIMEOUT);
        Latency connect = load.connect();
        long all = connect.count() + load.count(FailureKind.REFUSED);
        long slow = failed;
        for (long millis : SYN_RETRY_MILLIS) {
            long from = (long) (0.95 * millis * NANOS_PER_MILLI);
            slow += connect.countBetween(from, (long) (RETRY_GRAIN * millis * NANOS_PER_MILLI));
        }
        return all == 0 ? 0 : Math.min(1, (double) slow / all);
    }

    /**
     * No port was free. Trap: whoever closes first holds the port in TIME_WAIT for a minute, with Connection: close the
     * server; a rate above 470 new connections a second uses up the usual range, which the driver refuses before it starts.
     */
    static Optional<Limit> ports(Subject subject) {
        return failures(subject, Cause.EPHEMERAL_PORTS, FailureKind.NO_PORT, "requests found no free local port");
    }

    /** No descriptor was free, in the client or in the stack's process that has most of them open. */
    static Optional<Limit> descriptors(Subject subject) {
        Optional<Limit> client = failures(
                subject, Cause.DESCRIPTORS, FailureKind.NO_FD, "requests found no free descriptor in the client");
        List<Reading> readings = subject.readings(SERVER_DESCRIPTORS);
        ToDoubleFunction<Reading> open = reading -> reading.of(SERVER_DESCRIPTORS);
        Share share = Share.of(readings, reading -> open.applyAsDouble(reading) >= DESCRIPTORS_FULL);
        if (share.isNone()) {
            return client;
        }
        var server = new Limit(
                Cause.DESCRIPTORS,
                REFUSED,
                share,
                String.format(
                        Locale.ROOT,
                        "a process of the stack had %.0f %% of its descriptors open",
                        100 * readings.stream().mapToDouble(open).max().orElse(0)));
        return Optional.of(client.map(server::and).orElse(server));
    }

    private static Optional<Limit> failures(Subject subject, Cause cause, FailureKind kind, String what) {
        Share share = Share.ofRounds(subject, load -> load.count(kind) > 0);
        if (share.isNone()) {
            return Optional.empty();
        }
        long failed =
                subject.loads().stream().mapToLong(load -> load.count(kind)).sum();
        long started = subject.loads().stream().mapToLong(LoadResult::started).sum();
        return Optional.of(new Limit(
                cause,
                REFUSED + (double) failed / started,
                share,
                String.format(Locale.ROOT, "%,d of %,d %s", failed, started, what)));
    }
}
