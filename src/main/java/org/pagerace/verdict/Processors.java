package org.pagerace.verdict;

import static org.pagerace.result.Metric.DATABASE_CPU;
import static org.pagerace.result.Metric.DATABASE_CPU_LIMIT;
import static org.pagerace.result.Metric.FOREIGN_CPU;
import static org.pagerace.result.Metric.MACHINE_CPU;
import static org.pagerace.result.Metric.SERVER_CPU;
import static org.pagerace.result.Metric.SERVER_CPU_LIMIT;

import org.pagerace.result.Metric;

/** How full the processors were, for rules about other things that a full processor explains just as well. */
final class Processors {
    /** From here on a queue before a pool may be the processors' queue. */
    static final double ROOM = 0.9;

    private Processors() {}

    /**
     * Returns whether the race itself left processors idle, as far as that was seen. What strangers use does not count:
     * they make the race slower, but no queue of workers or connections longer than it is by itself.
     */
    static boolean hadRoom(Subject subject) {
        return used(subject, SERVER_CPU, SERVER_CPU_LIMIT) < ROOM
                && used(subject, DATABASE_CPU, DATABASE_CPU_LIMIT) < ROOM
                && own(subject) < ROOM;
    }

    private static double used(Subject subject, Metric used, Metric limit) {
        return Reading.mean(subject.readings(used, limit), reading -> reading.of(used) / reading.of(limit));
    }

    private static double own(Subject subject) {
        double machine = subject.mean(MACHINE_CPU).orElse(0);
        return Math.max(0, machine - subject.mean(FOREIGN_CPU).orElse(0)) / subject.cores();
    }
}
