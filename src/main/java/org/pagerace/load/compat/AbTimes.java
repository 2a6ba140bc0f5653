package org.pagerace.load.compat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** The times of all exchanges that ab calls complete, and ab's statistics of them. Microseconds throughout. */
final class AbTimes {
    private static final int FIRST_CAPACITY = 1024;
    private static final int MICROS_PER_MILLI = 1000;

    private int count;
    private long[] start = new long[FIRST_CAPACITY];
    private long[] connect = new long[FIRST_CAPACITY];
    private long[] wait = new long[FIRST_CAPACITY];
    private long[] total = new long[FIRST_CAPACITY];

    /**
     * One line of the table of connection times.
     *
     * @param mean cut to whole microseconds
     * @param sd of a sample (n - 1), around the cut mean
     * @param median as ab takes it: for an odd count the mean of the middle element and the one after it, for an even
     *     count the upper middle one; ab's test for odd counts is the wrong way round
     */
    record Row(long min, long mean, double sd, long median, long max) {}

    void add(long start, long connect, long wait, long total) {
        if (count == this.start.length) {
            grow();
        }
        this.start[count] = start;
        this.connect[count] = connect;
        this.wait[count] = wait;
        this.total[count] = total;
        count++;
    }

    private void grow() {
        start = Arrays.copyOf(start, 2 * count);
        connect = Arrays.copyOf(connect, 2 * count);
        wait = Arrays.copyOf(wait, 2 * count);
        total = Arrays.copyOf(total, 2 * count);
    }

    int count() {
        return count;
    }

    Row connecting() {
        return row(i -> connect[i]);
    }

    Row processing() {
        return row(i -> total[i] - connect[i]);
    }

    Row waiting() {
        return row(i -> wait[i]);
    }

    Row whole() {
        return row(i -> total[i]);
    }

    private Row row(IntToLongFunction value) {
        long[] sorted = IntStream.range(0, count).mapToLong(value).sorted().toArray();
        long mean = Arrays.stream(sorted).sum() / count;
        double squares = 0;
        for (long v : sorted) {
            squares += (double) (v - mean) * (v - mean);
        }
        int middle = count / 2;
        boolean averaged = count > 1 && count % 2 == 1;
        return new Row(
                sorted[0],
                mean,
                count > 1 ? Math.sqrt(squares / (count - 1)) : 0,
                averaged ? (sorted[middle] + sorted[middle + 1]) / 2 : sorted[middle],
                sorted[count - 1]);
    }

    /** Returns the total times, shortest first. */
    long[] sortedTotals() {
        return Arrays.stream(total, 0, count).sorted().toArray();
    }

    /** Returns the lines of the gnuplot file, without their start as text: by total time, as ab sorts them. */
    IntStream byTotal() {
        return IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingLong(i -> total[i]))
                .mapToInt(Integer::intValue);
    }

    /** Microseconds since the start of the run. */
    long start(int index) {
        return start[index];
    }

    long connect(int index) {
        return connect[index];
    }

    long total(int index) {
        return total[index];
    }

    long wait(int index) {
        return wait[index];
    }

    /** Rounds to milliseconds, as ab does. */
    static long millis(long micros) {
        return (micros + MICROS_PER_MILLI / 2) / MICROS_PER_MILLI;
    }
}
