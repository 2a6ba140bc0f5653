package org.pagerace.sample;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** CPU time and waiting time of the threads of one process, from {@code schedstat} in nanoseconds. For one thread. */
final class ThreadClocks {
    private final long pid;
    private Map<Integer, Schedstat> last = Map.of();

    /**
     * What {@code /proc/PID/task/TID/schedstat} tells.
     *
     * @param runNanos on a processor
     * @param waitNanos runnable, but without a processor
     */
    record Schedstat(long runNanos, long waitNanos) {
        static final Schedstat ZERO = new Schedstat(0, 0);

        /** @throws IOException if the text is no such line */
        static Schedstat parse(String text) throws IOException {
            int first = text.indexOf(' ');
            int second = text.indexOf(' ', first + 1);
            try {
                if (first > 0 && second > 0 && text.indexOf(' ', second + 1) < 0) {
                    return new Schedstat(
                            Long.parseLong(text, 0, first, 10), Long.parseLong(text, first + 1, second, 10));
                }
            } catch (NumberFormatException e) {
                // told below
            }
            throw new IOException("'" + text.strip() + "' is no schedstat");
        }
    }

    /**
     * What came since the look before.
     *
     * @param complete whether no thread has ended since, whose last time on a processor would be missing
     * @param busiestNanos of the thread that ran most
     */
    record Rise(boolean complete, long runNanos, long waitNanos, long busiestNanos) {}

    ThreadClocks(long pid) {
        this.pid = pid;
    }

    /**
     * Looks at all threads; those that are new count from their start.
     *
     * @param threads how many there are; a single one needs no list
     * @throws IOException if the process has ended, or the kernel has no such files
     */
    Rise look(ProcFiles proc, int threads) throws IOException {
        Map<Integer, Schedstat> now = new HashMap<>();
        if (threads == 1) {
            now.put((int) pid, Schedstat.parse(proc.line(pid + "/schedstat")));
        } else {
            for (int thread : proc.numbers(pid + "/task")) {
                try {
                    now.put(thread, Schedstat.parse(proc.line(pid + "/task/" + thread + "/schedstat")));
                } catch (IOException e) {
                    // it has just ended
                }
            }
            if (now.isEmpty()) {
                throw new IOException("no thread of " + pid + " tells its times");
            }
        }
        Rise rise = rise(last, now);
        last = now;
        return rise;
    }

    static Rise rise(Map<Integer, Schedstat> before, Map<Integer, Schedstat> now) {
        long run = 0;
        long wait = 0;
        long busiest = 0;
        for (Map.Entry<Integer, Schedstat> thread : now.entrySet()) {
            Schedstat from = before.getOrDefault(thread.getKey(), Schedstat.ZERO);
            long ran = thread.getValue().runNanos() - from.runNanos();
            if (ran < 0) { // another thread with the number of an ended one
                from = Schedstat.ZERO;
                ran = thread.getValue().runNanos();
            }
            run += ran;
            wait += Math.max(0, thread.getValue().waitNanos() - from.waitNanos());
            busiest = Math.max(busiest, ran);
        }
        return new Rise(now.keySet().containsAll(before.keySet()), run, wait, busiest);
    }
}
