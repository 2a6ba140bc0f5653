package org.pagerace.load.compat;

import static org.pagerace.load.stats.RequestSample.NONE;

import java.util.Arrays;
import org.pagerace.load.compat.WeighttpTally.FirstThread;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.FailureKind;

/** Counts and times as weighttp 0.5 does. Each worker has its own figures, which are put together when all have ended. */
final class Weighttp5Tally implements RequestLog {
    private static final long NANOS_PER_MICRO = 1000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Figures[] figures;
    private final long cutOffNanos;
    private final FirstThread progress;

    /** The figures of one worker, and with {@link #add} of all. */
    static final class Figures {
        long started;
        long retired;
        long passed;
        long failed;
        final long[] statuses = new long[6]; // by hundreds
        long headBytes;
        long bodyBytes;
        /** Requests that were under way at the end and too young to count. */
        long forgotten;
        /** Failures below HTTP: what "errs" should say. */
        long errors;

        final Micros connects = new Micros();
        final Micros firstBytes = new Micros();
        final Micros responses = new Micros();
        final Micros totals = new Micros();

        private void add(Figures other) {
            started += other.started;
            retired += other.retired;
            passed += other.passed;
            failed += other.failed;
            Arrays.setAll(statuses, i -> statuses[i] + other.statuses[i]);
            headBytes += other.headBytes;
            bodyBytes += other.bodyBytes;
            forgotten += other.forgotten;
            errors += other.errors;
            connects.add(other.connects);
            firstBytes.add(other.firstBytes);
            responses.add(other.responses);
            totals.add(other.totals);
        }
    }

    /** A list of times in microseconds. */
    static final class Micros {
        private long[] values = new long[1024];
        private int count;

        void add(long micros) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = micros;
        }

        private void add(Micros other) {
            values = Arrays.copyOf(values, Math.max(values.length, count + other.count));
            System.arraycopy(other.values, 0, values, count, other.count);
            count += other.count;
        }

        /** Returns them, shortest first. */
        long[] sorted() {
            return Arrays.stream(values, 0, count).sorted().toArray();
        }
    }

    /** @param cutOffSeconds requests that are younger at the end are forgotten */
    Weighttp5Tally(int threads, int cutOffSeconds, FirstThread progress) {
        figures = new Figures[threads];
        Arrays.setAll(figures, i -> new Figures());
        cutOffNanos = cutOffSeconds * NANOS_PER_SECOND;
        this.progress = progress;
    }

    @Override
    public void onEnd(RequestSample sample) {
        Figures mine = figures[sample.worker];
        mine.headBytes += sample.headBytes;
        mine.bodyBytes += sample.bodyBytes;
        if (sample.kind == FailureKind.ABORTED_AT_END
                && (sample.sendNanos == NONE || sample.endNanos - sample.sendNanos < cutOffNanos)) {
            mine.forgotten++;
            return;
        }
        mine.started++;
        mine.retired++;
        int hundreds = sample.status / 100;
        if (hundreds > 0 && hundreds < mine.statuses.length) {
            mine.statuses[hundreds]++;
        }
        boolean whole = sample.kind == FailureKind.OK
                || sample.kind == FailureKind.HTTP_4XX
                || sample.kind == FailureKind.HTTP_5XX;
        if (sample.kind == FailureKind.OK) {
            mine.passed++;
        } else {
            mine.failed++;
            mine.errors += whole ? 0 : 1;
        }
        time(mine, sample);
        if (sample.worker == 0) {
            progress.onDone(mine.retired);
        }
    }

    private static void time(Figures mine, RequestSample sample) {
        long connect = micros(sample.beginNanos, sample.connectedNanos);
        long response = micros(sample.sendNanos, sample.endNanos);
        if (sample.connectedNanos != NONE) {
            mine.connects.add(connect);
        }
        mine.firstBytes.add(micros(sample.sendNanos, sample.firstByteNanos));
        mine.responses.add(response);
        mine.totals.add(connect + response);
    }

    private static long micros(long from, long to) {
        return from == NONE || to == NONE ? 0 : Math.max(0, (to - from) / NANOS_PER_MICRO);
    }

    /** Returns all figures; call it after the run. */
    Figures total() {
        var total = new Figures();
        for (Figures one : figures) {
            total.add(one);
        }
        return total;
    }
}
