package org.pagerace.load.engine;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Which target a worker's next request goes to: a table with each target as often as its weight says. */
final class AimOrder {
    private final int[] table;
    private final SplittableRandom random; // null if they come in turn
    private int next;

    /**
     * Creates the order of one worker.
     *
     * @param seed of the run's random order; empty for one after the other
     * @param worker from 0; each starts elsewhere
     */
    AimOrder(List<Aim> aims, OptionalLong seed, int worker, int workers) {
        table = new int[aims.stream().mapToInt(Aim::weight).sum()];
        int end = 0;
        for (int target = 0; target < aims.size(); target++) {
            int start = end;
            end += aims.get(target).weight();
            Arrays.fill(table, start, end, target);
        }
        random = seed.isPresent() ? new SplittableRandom(seed.getAsLong() + worker) : null;
        next = (int) ((long) table.length * worker / workers);
    }

    /** Returns the index of the next target. */
    int next() {
        if (random != null) {
            return table[random.nextInt(table.length)];
        }
        int target = table[next];
        next = next + 1 == table.length ? 0 : next + 1;
        return target;
    }
}
