package org.pagerace.sample;

import java.io.IOException;
import java.util.Optional;

/** One process that is looked at again and again. For one thread. */
final class Member {
    private final long pid;
    private final Party party;
    private final Optional<ThreadClocks> threads;
    private final long startTicks;
    private ProcessStat stat;
    private long ownTicks; // at the look before; 0 if there was none
    private long childTicks;
    private long childRise;

    /** @param inDetail whether its threads matter too */
    Member(long pid, Party party, ProcessStat stat, boolean inDetail) {
        this.pid = pid;
        this.party = party;
        this.stat = stat;
        this.startTicks = stat.startTicks();
        this.threads = inDetail ? Optional.of(new ThreadClocks(pid)) : Optional.empty();
    }

    long pid() {
        return pid;
    }

    Party party() {
        return party;
    }

    ProcessStat stat() {
        return stat;
    }

    boolean isSame(ProcessStat other) {
        return startTicks == other.startTicks();
    }

    /** Returns all it has used so far: what its parent's counter of children rises by when it ends. */
    long ticksSoFar() {
        return stat.ownTicks() + stat.childTicks();
    }

    /** Takes the new state; returns what it used itself since the look before. */
    Usage look(ProcFiles proc, ProcessStat now) {
        childRise = Math.max(0, now.childTicks() - childTicks);
        long own = Math.max(0, now.ownTicks() - ownTicks) * ProcessStat.TICK_NANOS;
        stat = now;
        ownTicks = now.ownTicks();
        childTicks = now.childTicks();
        if (threads.isEmpty()) {
            return new Usage(own, 0, 0);
        }
        try {
            ThreadClocks.Rise rise = threads.get().look(proc, now.threads());
            // nanoseconds instead of ticks, unless a thread has taken its last ones with it
            return new Usage(rise.complete() ? rise.runNanos() : own, rise.waitNanos(), rise.busiestNanos());
        } catch (IOException e) {
            return new Usage(own, 0, 0);
        }
    }

    /** Returns what its counter of ended children rose by at the last look, in ticks. */
    long childRise() {
        return childRise;
    }

    /** What a process used since the look before. */
    record Usage(long cpuNanos, long waitNanos, long busiestNanos) {
        static final Usage NONE = new Usage(0, 0, 0);

        static Usage ofTicks(long ticks) {
            return new Usage(ticks * ProcessStat.TICK_NANOS, 0, 0);
        }

        /** Returns both together; the busiest thread is one of them. */
        Usage plus(Usage other) {
            return new Usage(
                    cpuNanos + other.cpuNanos, waitNanos + other.waitNanos, Math.max(busiestNanos, other.busiestNanos));
        }
    }
}
