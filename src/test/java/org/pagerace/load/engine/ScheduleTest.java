package org.pagerace.load.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {
    @ParameterizedTest
    @CsvSource({"1, 0, 0", "1, 3, 3000000000", "3, 1, 333333334", "3, 3, 1000000000", "1000000, 7, 7000"})
    void dueNanos_index_isComputedFromTheStart(double perSecond, long index, long expectedNanos) {
        assertEquals(expectedNanos, new Schedule.Constant(perSecond).dueNanos(index));
    }

    @Test
    void dueNanos_rateWithoutWholeInterval_hasNotDriftedAfterAnHour() {
        assertEquals(TimeUnit.HOURS.toNanos(1), new Schedule.Constant(70_000).dueNanos(70_000L * 3600));
    }

    /** The plain formula floor(elapsed * rate) + 1 said 63 here: 0.7 has no exact binary form. */
    @Test
    void dueCount_atADueTime_countsThatRequest() {
        var schedule = new Schedule.Constant(0.7);
        assertEquals(64, schedule.dueCount(schedule.dueNanos(63)));
        assertEquals(63, schedule.dueCount(schedule.dueNanos(63) - 1));
        assertEquals(0, schedule.dueCount(-1));
    }

    /** From 10 to 30/s in 2 s is 40 requests; then 30 a second. */
    @ParameterizedTest
    @CsvSource({"0, 0", "15, 1", "40, 2", "70, 3"})
    void dueNanos_ramp_followsItsArea(long index, double seconds) {
        assertEquals(seconds, new Schedule.Ramp(10, 30, 2_000_000_000L).dueNanos(index) / 1e9, 1e-8);
    }

    @ParameterizedTest
    @CsvSource({"10, 1000", "1000, 10", "50, 50"})
    void dueCount_ramp_isTheInverseOfDueNanos(double from, double to) {
        var schedule = new Schedule.Ramp(from, to, 3_000_000_000L);
        long last = -1;
        for (long index = 0; index < 2_000; index++) {
            long due = schedule.dueNanos(index);
            assertTrue(due >= last, "in order");
            assertTrue(schedule.dueCount(due) > index, "index " + index);
            last = due;
        }
    }

    /** Three workers share a schedule without gap or overlap. */
    @Test
    void pace_workers_takeTurns() {
        var schedule = new Schedule.Constant(1_000);
        for (int worker = 0; worker < 3; worker++) {
            var pace = new Pace(schedule, 500, worker, 3);
            assertEquals(500 + worker * 1_000_000L, pace.nextNanos());
            pace.advance();
            assertEquals(500 + (worker + 3) * 1_000_000L, pace.nextNanos());
            // due at 10 ms: 0 to 10, of which worker 0 has 0 3 6 9, worker 1 1 4 7 10, worker 2 2 5 8; one is taken
            assertEquals(worker == 2 ? 2 : 3, pace.backlog(500 + 10_000_000));
            assertEquals(0, pace.backlog(500));
        }
    }

    /** The sequence that users may have seen is that of the JDK's class. */
    @Test
    void dueNanos_uneven_isLateByTheJdksRandomNumbers() {
        var schedule = new Schedule.Uneven(1000, 0.5, 7);
        for (int i = 0; i < 100; i++) {
            double late = 0.5 * new SplittableRandom(7 + i).nextDouble();
            assertEquals((long) Math.ceil((i + late) * 1e9 / 1000), schedule.dueNanos(i));
        }
    }

    /** Each interval is at most a tenth longer or shorter, the rate on the whole is kept, and no time comes twice. */
    @Test
    void dueNanos_uneven_variesWithoutDrift() {
        var schedule = new Schedule.Uneven(1000, 0.1, 42);
        double least = 1;
        double most = 0;
        for (int i = 0; i < 10_000; i++) {
            double interval = (schedule.dueNanos(i + 1) - schedule.dueNanos(i)) / 1e6;
            least = Math.min(least, interval);
            most = Math.max(most, interval);
        }
        assertTrue(least >= 0.9 && least < 0.95, "shortest " + least + " ms");
        assertTrue(most <= 1.1 && most > 1.05, "longest " + most + " ms");
        assertEquals(3600, schedule.dueNanos(3_600_000) / 1e9, 1e-3);
        for (int i = 0; i < 1000; i++) {
            assertEquals(i + 1, schedule.dueCount(schedule.dueNanos(i)));
            assertEquals(i, schedule.dueCount(schedule.dueNanos(i) - 1));
        }
    }
}
