package org.pagerace.load.compat;

import java.util.Arrays;

/** How many intervals overlap at most. */
final class Parallelism {
    private long[] begins = new long[1024];
    private long[] ends = new long[1024];
    private int count;

    void add(long begin, long end) {
        if (count == begins.length) {
            begins = Arrays.copyOf(begins, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        begins[count] = begin;
        ends[count++] = end;
    }

    /** Returns the most that were open at one time; one that ends when another begins does not overlap it. */
    int most() {
        long[] sortedBegins = Arrays.copyOf(begins, count);
        long[] sortedEnds = Arrays.copyOf(ends, count);
        Arrays.sort(sortedBegins);
        Arrays.sort(sortedEnds);
        int most = 0;
        for (int begun = 1, ended = 0; begun <= count; begun++) {
            while (ended < count && sortedEnds[ended] <= sortedBegins[begun - 1]) {
                ended++;
            }
            most = Math.max(most, begun - ended);
        }
        return most;
    }
}
