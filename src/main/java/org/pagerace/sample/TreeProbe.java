package org.pagerace.sample;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.pagerace.result.Metric;

/** What the stack's processes read, write and have open. Looked at after the processes were. */
final class TreeProbe implements Probe {
    private static final String FORBIDDEN = " of the stack's processes cannot be read: they belong to another user";

    private final ProcFiles proc;
    private final ProcessTable table;
    private final Map<Long, Long> descriptorLimits = new HashMap<>();
    private Map<Long, Io> last = Map.of();
    private Map<Long, Integer> lastParents = Map.of();
    private boolean known;

    TreeProbe(ProcFiles proc, ProcessTable table) {
        this.proc = proc;
        this.table = table;
    }

    /** Bytes to and from disks: those of pages that were made dirty, and those that were fetched. */
    record Io(long read, long written) {
        /** @throws IOException if the text has no such lines */
        static Io parse(String text) throws IOException {
            return new Io(number(text, "\nread_bytes: "), number(text, "\nwrite_bytes: "));
        }

        private static long number(String text, String name) throws IOException {
            int start = text.indexOf(name) + name.length();
            int end = text.indexOf('\n', start);
            try {
                if (start >= name.length() && end > 0) {
                    return Long.parseLong(text, start, end, 10);
                }
            } catch (NumberFormatException e) {
                // told below
            }
            throw new IOException("no number" + name.replace('\n', ' ') + "in /proc/PID/io");
        }

        Io plus(Io other) {
            return new Io(read + other.read, written + other.written);
        }

        /** Returns the difference, never below 0. */
        Io since(Io earlier) {
            return new Io(Math.max(0, read - earlier.read), Math.max(0, written - earlier.written));
        }

        static final Io ZERO = new Io(0, 0);
    }

    @Override
    public void look(Journal journal) {
        List<Member> members = table.of(Party.SERVER);
        if (members.isEmpty()) {
            journal.unseen(
                    "the stack's processes are not on this machine, or not known",
                    Metric.SERVER_WRITTEN,
                    Metric.SERVER_DISK_READ,
                    Metric.SERVER_DESCRIPTORS);
            return;
        }
        long now = System.nanoTime();
        inputAndOutput(journal, now, members);
        descriptors(journal, now, members);
        known = true;
    }

    private void inputAndOutput(Journal journal, long now, List<Member> members) {
        Map<Long, Io> current = new HashMap<>();
        for (Member member : members) {
            try {
                current.put(member.pid(), Io.parse(proc.line(member.pid() + "/io")));
            } catch (IOException e) {
                // ended, or not ours to read
            }
        }
        if (current.isEmpty()) {
            journal.unseen("/proc/PID/io" + FORBIDDEN, Metric.SERVER_WRITTEN, Metric.SERVER_DISK_READ);
            return;
        }
        if (known) {
            Io rise = rise(last, lastParents, current);
            journal.add(Metric.SERVER_WRITTEN, now, (double) rise.written());
            journal.add(Metric.SERVER_DISK_READ, now, (double) rise.read());
        }
        last = current;
        lastParents = members.stream()
                .collect(Collectors.toMap(Member::pid, member -> member.stat().parent()));
    }

    /** What all together rose by; the counters of one that has ended are added to its parent's, as CPU times are. */
    static Io rise(Map<Long, Io> before, Map<Long, Integer> parents, Map<Long, Io> now) {
        Map<Long, Io> inherited = new HashMap<>();
        before.forEach((pid, io) -> {
            if (!now.containsKey(pid)) {
                inherited.merge((long) parents.getOrDefault(pid, 0), io, Io::plus);
            }
        });
        Io sum = Io.ZERO;
        for (Map.Entry<Long, Io> entry : now.entrySet()) {
            Io start =
                    before.getOrDefault(entry.getKey(), Io.ZERO).plus(inherited.getOrDefault(entry.getKey(), Io.ZERO));
            sum = sum.plus(entry.getValue().since(start));
        }
        return sum;
    }

    private void descriptors(Journal journal, long now, List<Member> members) {
        double fullest = -1;
        for (Member member : members) {
            int open = proc.descriptors(member.pid());
            long limit = descriptorLimits.computeIfAbsent(member.pid(), this::limit);
            if (open >= 0 && limit > 0) {
                fullest = Math.max(fullest, (double) open / limit);
            }
        }
        if (fullest >= 0) {
            journal.standing(Metric.SERVER_DESCRIPTORS, now, fullest);
        } else {
            journal.unseen(Metric.SERVER_DESCRIPTORS, "the open descriptors" + FORBIDDEN);
        }
    }

    private long limit(long pid) {
        try {
            return descriptorLimit(proc.text(pid + "/limits"));
        } catch (IOException e) {
            return -1;
        }
    }

    /** Reads the soft limit of {@code Max open files  1024  4096  files}; -1 without one. */
    static long descriptorLimit(String limits) {
        String name = "Max open files";
        int start = limits.indexOf(name);
        if (start < 0) {
            return -1;
        }
        String[] words = limits.substring(start + name.length()).trim().split("\\s+", 2);
        try {
            return words.length < 2 ? -1 : Long.parseLong(words[0]);
        } catch (NumberFormatException e) {
            return -1; // unlimited
        }
    }
}
