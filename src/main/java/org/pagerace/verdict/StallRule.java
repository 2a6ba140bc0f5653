package org.pagerace.verdict;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pagerace.result.Latency;

/**
 * Answers that took just as long as a timer of the kernel: 40 ms delayed acknowledgement against Nagle, 200 ms the shortest
 * retransmission, 1 s and 3 s a repeated SYN. They show as a spike in the distribution, apart from the bulk of the answers,
 * and at the same time on every server. Traps: a page that sleeps just so long looks the same. And by Little's law the mean is
 * the connections divided by the rate, which may be anything: 500 clients who share a line that carries 150 pages a second wait
 * 3.3 s each, and no timer has to do with it. So a spike around the mean counts only where that time is known not to
 * follow from the number of requests under way.
 */
final class StallRule {
    private static final List<Timer> TIMERS = List.of(
            new Timer(40, "a delayed acknowledgement"),
            new Timer(200, "a retransmission"),
            new Timer(1000, "a repeated SYN"),
            new Timer(3000, "a SYN repeated twice"));

    /** Of all answers. */
    static final double MANY = 0.01;

    /** How much denser the spike must be than its neighbourhood on either side. */
    static final double STANDS_OUT = 5;

    /** The timer, and the little that the answer itself takes, as a part of the timer. */
    private static final double WIDTH = 0.1;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private record Timer(long millis, String name) {}

    private StallRule() {}

    static Optional<Limit> judge(Subject subject) {
        for (Timer timer : TIMERS) {
            double share = spike(subject, timer);
            if (share > 0) {
                long others = othersWith(subject, timer);
                String evidence = String.format(
                        Locale.ROOT,
                        "%.1f %% of the answers took %d to %.0f ms, as after %s%s",
                        100 * share,
                        timer.millis(),
                        (1 + WIDTH) * timer.millis(),
                        timer.name(),
                        others > 0 ? ", and so on " + others + " other stack" + (others > 1 ? "s" : "") : "");
                return Optional.of(Limit.caution(Cause.SAME_STALL, Share.ALWAYS, evidence));
            }
        }
        return Optional.empty();
    }

    private static long othersWith(Subject subject, Timer timer) {
        return subject.race().plan().stacks().stream()
                .filter(stack -> !stack.equals(subject.stack()))
                .map(stack -> Subject.of(subject.race(), subject.mode().name(), subject.page(), stack))
                .filter(other -> spike(other, timer) > 0)
                .count();
    }

    /** Returns the share of answers in the spike; 0 if there is none. */
    private static double spike(Subject subject, Timer timer) {
        Latency total =
                subject.rounds().stream().map(round -> round.load().total()).reduce(Latency.empty(), Latency::merge);
        long from = timer.millis() * NANOS_PER_MILLI;
        long width = (long) (WIDTH * from);
        long in = total.countBetween(from, from + width);
        long before = total.countBetween(from - 2 * width, from - width);
        long after = total.countBetween(from + 2 * width, from + 3 * width);
        boolean isSpike = in > MANY * total.count() && in > STANDS_OUT * Math.max(before, after);
        boolean isApart = total.mean() < from - 2 * width || total.mean() > from + 3 * width;
        return isSpike && (isApart || isTimeOfItsOwn(subject)) ? (double) in / total.count() : 0;
    }

    /** Returns whether a request is known to take its time however many are under way. */
    private static boolean isTimeOfItsOwn(Subject subject) {
        return subject.mode().connections() == 1
                || HalfLoad.of(subject).filter(HalfLoad::isTimeTheSame).isPresent();
    }
}
