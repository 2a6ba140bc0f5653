package org.pagerace.verdict;

import java.util.Locale;
import java.util.Optional;
import org.pagerace.result.PlanInfo.Mode;

/**
 * Too few connections: in a closed loop without think time a server that is never kept waiting by anything but the loop
 * answers c times as often over c connections as over one, and half as often over half of them. Asked only where nothing
 * else was at its limit.
 */
final class LoopRule {
    /** How close to c times the rate of one connection counts as "just so many". */
    static final double CLOSE = 0.9;

    private LoopRule() {}

    static Optional<Limit> judge(Subject subject) {
        if (subject.perSecond() == 0) {
            return Optional.empty();
        }
        int connections = subject.mode().connections();
        if (connections == 1) {
            String evidence = String.format(
                    Locale.ROOT,
                    "one connection has one request under way: %,.1f a second of %.3f ms each",
                    subject.perSecond(),
                    1e3 / subject.perSecond());
            return Optional.of(new Limit(Cause.CLOSED_LOOP, 1, Share.ALWAYS, evidence));
        }
        Optional<Limit> againstOne = subject.race().plan().modes().stream()
                .filter(mode -> isSingle(mode, subject.mode()))
                .map(subject::inMode)
                .filter(Subject::isMeasured)
                .findFirst()
                .flatMap(single -> against(subject, single.perSecond(), connections));
        return againstOne.or(() -> HalfLoad.of(subject)
                .filter(HalfLoad::isTimeTheSame)
                .map(half -> new Limit(
                        Cause.CLOSED_LOOP,
                        1,
                        Share.ALWAYS,
                        half.inWords() + " as with all: none waits for the others")));
    }

    private static Optional<Limit> against(Subject subject, double single, int connections) {
        Share share = Share.ofRounds(subject, load -> load.perSecond() >= CLOSE * connections * single);
        if (!share.isEnough()) {
            return Optional.empty();
        }
        String evidence = String.format(
                Locale.ROOT,
                "%,.0f a second are %.2f times what one connection gives times its %d connections",
                subject.perSecond(),
                subject.perSecond() / (connections * single),
                connections);
        return Optional.of(new Limit(Cause.CLOSED_LOOP, 1, share, evidence));
    }

    /** Only the number of connections may differ. */
    private static boolean isSingle(Mode mode, Mode like) {
        return mode.connections() == 1 && mode.http().equals(like.http()) && mode.keepAlive() == like.keepAlive();
    }
}
