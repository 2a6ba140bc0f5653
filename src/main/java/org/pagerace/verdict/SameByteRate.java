package org.pagerace.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.result.LinkInfo;

/**
 * The same bytes per second on pages of very different size: a line, even where nobody can tell its rate.
 *
 * <p>Whatever costs per request makes small pages slower in bytes. Only what costs per byte and nothing else, as a line
 * does, gives both the same. Trap: copying, encrypting and compressing cost per byte as well, so it is no sign where a
 * thread of the driver or the processors were busy.
 */
final class SameByteRate {
    /** How many times one page must be larger than the other. */
    static final double APART = 5;

    /** How far the byte rates, heads included, may be apart. */
    static final double SAME = 0.02;

    private SameByteRate() {}

    static Optional<Limit> judge(Subject subject) {
        if (!isIdle(subject) || bodyBytes(subject) == 0) {
            return Optional.empty();
        }
        double rate = subject.receivedPerSecond();
        List<Subject> others = subject.race().plan().pages().stream()
                .map(subject::onPage)
                .filter(other -> other.isMeasured() && isFarFrom(bodyBytes(subject), bodyBytes(other)) && isIdle(other))
                .filter(other -> isSame(other.receivedPerSecond(), rate))
                .sorted(Comparator.comparingDouble(other -> Math.abs(other.receivedPerSecond() - rate)))
                .toList();
        if (others.isEmpty()) {
            return Optional.empty();
        }
        double near = others.get(0).receivedPerSecond();
        Share share = Share.ofRounds(subject, load -> isSame(Subject.receivedPerSecond(load), near));
        return !share.isEnough()
                ? Optional.empty()
                : Optional.of(new Limit(Cause.NETWORK_LINE_RATE, 1 - SAME, share, evidence(subject, others)));
    }

    private static String evidence(Subject subject, List<Subject> others) {
        double rate = subject.receivedPerSecond();
        String pages = Stream.concat(Stream.of(subject), others.stream())
                .map(one -> String.format(Locale.ROOT, "%s (%,d B)", one.page(), Math.round(bodyBytes(one))))
                .collect(Collectors.joining(" and "));
        String line = StandardLines.nearest(rate).isPresent()
                ? "what a line of "
                        + LinkInfo.inWords(StandardLines.nearest(rate).getAsDouble()) + " carries"
                : "no standard line rate";
        return String.format(
                Locale.ROOT, "%s came at the same %.2f MB/s within %.0f %%, %s", pages, rate / 1e6, 100 * SAME, line);
    }

    private static boolean isIdle(Subject subject) {
        return ClientRules.hadTime(subject) && Processors.hadRoom(subject);
    }

    private static boolean isFarFrom(double bytes, double others) {
        return Math.max(bytes, others) >= APART * Math.min(bytes, others) && Math.min(bytes, others) > 0;
    }

    private static boolean isSame(double rate, double other) {
        return Math.abs(rate - other) <= SAME * Math.max(rate, other);
    }

    /** Returns the bytes of a right answer's body. */
    private static double bodyBytes(Subject subject) {
        return subject.median(load -> load.ok() == 0 ? 0 : (double) load.bodyBytes() / load.ok());
    }
}
