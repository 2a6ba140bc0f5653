package org.pagerace.sample;

import java.util.Optional;

/**
 * What {@code /proc/PID/stat} tells (proc(5), fields 3 to 24).
 *
 * @param ownTicks CPU time, user and system, of all its threads, ended ones included
 * @param childTicks CPU time of the children it has waited for, and of theirs
 * @param startTicks since boot; with the pid it names one process for good
 */
record ProcessStat(
        int parent,
        int group,
        int session,
        boolean kernelThread,
        long ownTicks,
        long childTicks,
        int threads,
        long startTicks,
        long residentPages) {
    /** USER_HZ: a constant of the interface to programs on all platforms that Java runs on. */
    static final long TICK_NANOS = 10_000_000;

    private static final long PF_KTHREAD = 0x00200000;
    private static final int FIELDS = 21; // the next one does not even fit into a long

    /** Returns nothing where the text is no such line, or ends too soon. */
    static Optional<ProcessStat> parse(String text) {
        int nameEnd = text.lastIndexOf(')'); // the name may hold anything, parentheses and blanks included
        if (nameEnd < 0 || text.length() < nameEnd + 3) {
            return Optional.empty();
        }
        long[] field = new long[FIELDS]; // from the parent, field 4, on
        int at = nameEnd + 4;
        int count = 0;
        while (count < FIELDS && at < text.length()) {
            int end = text.indexOf(' ', at);
            if (end < 0) {
                break; // the line goes on after the last one needed: this one may be cut
            }
            try {
                field[count++] = Long.parseLong(text, at, end, 10);
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
            at = end + 1;
        }
        if (count < FIELDS) {
            return Optional.empty();
        }
        return Optional.of(new ProcessStat(
                (int) field[0],
                (int) field[1],
                (int) field[2],
                (field[5] & PF_KTHREAD) != 0,
                field[10] + field[11],
                field[12] + field[13],
                (int) field[16],
                field[18],
                field[20]));
    }
}
