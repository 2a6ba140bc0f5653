package org.pagerace.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** How many processors some processes may use: those they are bound to, and what their control groups allow. */
final class CpuLimit {
    private static final String BOUND_TO = "Cpus_allowed_list:";

    private final ProcFiles proc;
    private final Path groups;

    /** @param groups {@code /sys/fs/cgroup}, or a folder that looks like it */
    CpuLimit(ProcFiles proc, Path groups) {
        this.proc = proc;
        this.groups = groups;
    }

    /** Returns the limit of all together; empty when none of them can be read. */
    OptionalDouble of(List<Long> pids) {
        var processors = new BitSet();
        Map<String, OptionalDouble> quotas = new HashMap<>();
        for (long pid : pids) {
            try {
                processors.or(boundTo(proc.text(pid + "/status")));
                quotas.computeIfAbsent(proc.text(pid + "/cgroup"), this::tightest);
            } catch (IOException e) {
                // it has just ended
            }
        }
        if (processors.isEmpty()) {
            return OptionalDouble.empty();
        }
        double limit = processors.cardinality();
        if (quotas.values().stream().allMatch(OptionalDouble::isPresent)) {
            double sum = quotas.values().stream()
                    .mapToDouble(OptionalDouble::getAsDouble)
                    .sum();
            limit = Math.min(limit, sum);
        }
        return OptionalDouble.of(limit);
    }

    /** Reads the line {@code Cpus_allowed_list: 0-3,8} of a status file. */
    static BitSet boundTo(String status) throws IOException {
        int start = status.indexOf(BOUND_TO);
        int end = start < 0 ? -1 : status.indexOf('\n', start);
        if (end < 0) {
            throw new IOException("no line " + BOUND_TO);
        }
        var processors = new BitSet();
        try {
            for (String range :
                    status.substring(start + BOUND_TO.length(), end).strip().split(",", -1)) {
                int dash = range.indexOf('-');
                int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
                int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
                processors.set(first, last + 1);
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException("the line " + BOUND_TO + " holds no list of processors", e);
        }
        return processors;
    }

    /** Returns the tightest quota on the way from a process's group to the root; empty without one. */
    private OptionalDouble tightest(String membership) {
        double tightest = Double.POSITIVE_INFINITY;
        for (String line : membership.split("\n", -1)) {
            String[] parts = line.split(":", 3); // number:controllers:path
            if (parts.length == 3
                    && (parts[1].isEmpty() || List.of(parts[1].split(",", -1)).contains("cpu"))) {
                Path root = parts[1].isEmpty() ? groups : groups.resolve(parts[1]);
                Path group = root.resolve(parts[2].substring(1)).normalize();
                for (Path at = group; at != null && at.startsWith(root); at = at.getParent()) {
                    tightest = Math.min(tightest, quotaOf(at));
                }
            }
        }
        return Double.isInfinite(tightest) ? OptionalDouble.empty() : OptionalDouble.of(tightest);
    }

    private static double quotaOf(Path group) {
        try {
            Path second = group.resolve("cpu.max"); // version 2: "50000 100000", or "max 100000"
            return Files.exists(second)
                    ? quota(Files.readString(second))
                    : quota(Files.readString(group.resolve("cpu.cfs_quota_us")).strip() + " "
                            + Files.readString(group.resolve("cpu.cfs_period_us"))
                                    .strip());
        } catch (IOException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** Reads quota and period; without a quota the answer is infinite. */
    static double quota(String text) {
        String[] words = text.strip().split(" ", -1);
        try {
            long quota = Long.parseLong(words[0]); // -1 in version 1: none
            long period = Long.parseLong(words[1]);
            return quota > 0 && period > 0 ? (double) quota / period : Double.POSITIVE_INFINITY;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return Double.POSITIVE_INFINITY; // "max"
        }
    }
}
