package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ParallelismTest {
    @Test
    void most_nothing_isZero() {
        assertEquals(0, new Parallelism().most());
    }

    @Test
    void most_endMeetsBegin_doesNotOverlap() {
        var parallelism = new Parallelism();
        parallelism.add(0, 10);
        parallelism.add(10, 20);
        assertEquals(1, parallelism.most());
    }

    @Test
    void most_manyIntervals_isTheHighestOverlap() {
        var parallelism = new Parallelism();
        for (int i = 0; i < 3000; i++) {
            parallelism.add(i, i + 7);
        }
        assertEquals(7, parallelism.most());
    }
}
