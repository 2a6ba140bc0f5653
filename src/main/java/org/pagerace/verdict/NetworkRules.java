package org.pagerace.verdict;

import static org.pagerace.result.Ethernet.HEADER_BYTES;
import static org.pagerace.result.Ethernet.PAYLOAD_BYTES;
import static org.pagerace.result.Ethernet.UNCOUNTED_BYTES;
import static org.pagerace.result.Metric.LINK_BYTES;
import static org.pagerace.result.Metric.LINK_DROPS;
import static org.pagerace.result.Metric.LINK_FRAMES;
import static org.pagerace.result.Metric.LINK_LIMIT;
import static org.pagerace.result.Metric.SEGMENTS_RESENT;
import static org.pagerace.result.Metric.SEGMENTS_SENT;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.pagerace.result.LinkInfo;

/** Whether the line between server and client was the limit. */
final class NetworkRules {
    /** Of the line's rate; a single TCP flow in slow start leaves a gap at the edge of a sample. */
    static final double FULL = 0.95;

    /** More segments than one in a thousand sent twice: TCP halves its window faster than it opens it again. */
    static final double LOSS = 0.001;

    /** Loss has no capacity to be used up, so whatever is full ranks before it: a full line drops frames too. */
    private static final double RANK_OF_LOSS = 0.5;

    private NetworkRules() {}

    /**
     * What the server's interface sent against the rate of the line. Trap: an interface's speed is a fiction on virtual
     * machines and veth, so the limit must be known from the link itself, and where it is not, {@link SameByteRate} tells.
     */
    static Optional<Limit> lineRate(Subject subject) {
        Optional<LinkInfo> ours = subject.race().plan().link();
        if (ours.isPresent()) { // what was shaped is known better than what any device tells
            return lineRate(
                    subject.readings(LINK_BYTES, LINK_FRAMES),
                    (double) ours.get().bitsPerSecond(),
                    NetworkRules::bitsPerSecondOfSegments);
        }
        List<Reading> readings = subject.readings(LINK_BYTES, LINK_FRAMES, LINK_LIMIT);
        return readings.isEmpty()
                ? Optional.empty()
                : lineRate(
                        readings,
                        Reading.mean(readings, reading -> reading.of(LINK_LIMIT)),
                        NetworkRules::bitsPerSecond);
    }

    private static Optional<Limit> lineRate(
            List<Reading> readings, double limit, ToDoubleFunction<Reading> bitsPerSecond) {
        Share share = Share.of(readings, reading -> bitsPerSecond.applyAsDouble(reading) >= FULL * limit);
        if (!share.isEnough()) {
            return Optional.empty();
        }
        double used = Reading.mean(readings, bitsPerSecond);
        String evidence = String.format(
                Locale.ROOT, "the line carried %s of %s", LinkInfo.inWords(used), LinkInfo.inWords(limit));
        return Optional.of(new Limit(Cause.NETWORK_LINE_RATE, used / limit, share, evidence));
    }

    private static double bitsPerSecond(Reading reading) {
        return 8 * (reading.rate(LINK_BYTES) + UNCOUNTED_BYTES * reading.rate(LINK_FRAMES));
    }

    /**
     * What our own line carries, which has Ethernet's 1,500 bytes. Trap: TCP hands several segments over in one piece, and
     * veth counts that as one frame with one header, where the wire has a header and a gap for each segment. There are at
     * least as many of these as full ones would be that hold all bytes, so this says too little rather than too much.
     */
    private static double bitsPerSecondOfSegments(Reading reading) {
        double frames = reading.rate(LINK_FRAMES);
        double bytes = reading.rate(LINK_BYTES);
        double hidden = Math.max(0, (bytes - HEADER_BYTES * frames) / PAYLOAD_BYTES - frames);
        return 8 * (bytes + UNCOUNTED_BYTES * frames + (HEADER_BYTES + UNCOUNTED_BYTES) * hidden);
    }

    /**
     * Segments that had to be sent again. Traps: the counters belong to the whole network namespace, so a stranger's loss
     * counts too; and over loopback, where nothing is ever lost, TCP sends again what a starved process has not yet taken.
     */
    static Optional<Limit> loss(Subject subject) {
        if (!subject.hasLine()) {
            return Optional.empty();
        }
        List<Reading> readings = subject.readings(SEGMENTS_RESENT, SEGMENTS_SENT);
        Share share = Share.of(readings, reading -> reading.of(SEGMENTS_RESENT) > LOSS * reading.of(SEGMENTS_SENT));
        double sent = readings.stream()
                .mapToDouble(reading -> reading.of(SEGMENTS_SENT))
                .sum();
        double resent = readings.stream()
                .mapToDouble(reading -> reading.of(SEGMENTS_RESENT))
                .sum();
        if (!share.isEnough() || resent <= LOSS * sent) {
            return Optional.empty();
        }
        double drops = subject.sum(LINK_DROPS);
        String evidence = String.format(
                Locale.ROOT,
                "%.2f %% of the TCP segments were sent again (%,.0f of %,.0f)%s",
                100 * resent / sent,
                resent,
                sent,
                drops > 0 ? String.format(Locale.ROOT, ", the server's queue dropped %,.0f frames", drops) : "");
        return Optional.of(new Limit(Cause.NETWORK_LOSS, RANK_OF_LOSS, share, evidence));
    }
}
