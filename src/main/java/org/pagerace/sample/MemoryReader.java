package org.pagerace.sample;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.pagerace.result.Metric;

/**
 * Memory of the stack's processes, read once, when the measured part is over: the kernel walks through all pages of a
 * process for its share of common ones (PSS), which takes milliseconds and stops the process's own memory calls meanwhile.
 */
final class MemoryReader {
    private static final long KIB = 1024;
    private static final long PAGE_BYTES = 4096; // only where PSS cannot be read; x86, and ARM as Debian builds it

    private final ProcFiles proc;

    MemoryReader(ProcFiles proc) {
        this.proc = proc;
    }

    /** Takes down the sum; whole RSS for those whose PSS may not be read. */
    void read(Journal journal, List<Member> members) {
        if (members.isEmpty()) {
            journal.unseen(Metric.SERVER_MEMORY, "the stack's processes are not on this machine, or not known");
            return;
        }
        long sum = 0;
        for (Member member : members) {
            sum += proportional(member.pid()).orElse(member.stat().residentPages() * PAGE_BYTES);
        }
        journal.add(Metric.SERVER_MEMORY, System.nanoTime(), (double) sum);
    }

    private OptionalLong proportional(long pid) {
        try {
            OptionalLong kib = Table.ofLines(proc.text(pid + "/smaps_rollup")).find("Pss");
            return kib.isPresent() ? OptionalLong.of(kib.getAsLong() * KIB) : kib;
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
