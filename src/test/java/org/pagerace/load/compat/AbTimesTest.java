package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AbTimesTest {
    private static AbTimes of(long... totals) {
        var times = new AbTimes();
        for (long total : totals) {
            times.add(0, 0, 0, total);
        }
        return times;
    }

    /** The true median is 30; ab takes it together with the next one. */
    @Test
    void median_oddCount_isThatOfTheMiddleAndTheNext() {
        assertEquals(35, of(50, 10, 30, 20, 40).whole().median());
    }

    /** The true median is 25; ab takes the upper of the two. */
    @Test
    void median_evenCount_isTheUpperMiddle() {
        assertEquals(30, of(40, 10, 30, 20).whole().median());
    }

    @Test
    void row_oneValue_hasNoDeviation() {
        assertEquals(new AbTimes.Row(7, 7, 0, 7, 7), of(7).whole());
    }

    /** Around the mean cut to whole microseconds, over n - 1. */
    @Test
    void sd_values_isThatOfASample() {
        AbTimes.Row row = of(1, 2, 4).whole();
        assertEquals(2, row.mean());
        assertEquals(Math.sqrt(5 / 2.0), row.sd(), 1e-12);
    }

    @Test
    void processing_connectIsTakenOff() {
        var times = new AbTimes();
        times.add(0, 30, 40, 100);
        assertEquals(70, times.processing().max());
        assertEquals(40, times.waiting().max());
        assertEquals(30, times.connecting().max());
    }

    @Test
    void add_manyValues_keepsAll() {
        var times = new AbTimes();
        for (int i = 5000; i > 0; i--) {
            times.add(i, 0, 0, i);
        }
        assertEquals(5000, times.count());
        assertEquals(1, times.sortedTotals()[0]);
        assertEquals(4999, times.byTotal().limit(1).sum());
    }

    @Test
    void millis_half_isRoundedUp() {
        assertArrayEquals(
                new long[] {0, 1, 1, 2},
                new long[] {AbTimes.millis(499), AbTimes.millis(500), AbTimes.millis(1499), AbTimes.millis(1500)});
    }
}
