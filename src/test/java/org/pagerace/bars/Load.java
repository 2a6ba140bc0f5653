package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

/** A run of our own driver in the background, of which every answer is kept. */
final class Load implements RequestLog, AutoCloseable {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final LoadRunner runner;
    private final FutureTask<LoadResult> run;
    private final List<Seen> seen = new ArrayList<>(); // guarded by this

    /** What is compared of a body. */
    record Body(long bytes, long crc32c) {
        /** @param latin one char per byte */
        static Body of(String latin) {
            var crc = new CRC32C();
            crc.update(latin.getBytes(StandardCharsets.ISO_8859_1));
            return new Body(latin.length(), crc.getValue());
        }
    }

    /** One request and its end; times are those of {@link System#nanoTime}, {@code sentNanos} of its first byte. */
    record Seen(int target, FailureKind kind, int status, Body body, long sentNanos, long endedNanos) {
        /** Whether it is a whole answer with this status and body. */
        boolean is(int expected, Body right) {
            return kind == (expected < 500 ? FailureKind.OK : FailureKind.HTTP_5XX)
                    && status == expected
                    && body.equals(right);
        }

        double millis() {
            return (endedNanos - sentNanos) / 1e6;
        }
    }

    private Load(LoadSpec spec) {
        runner = new LoadRunner(spec, Progress.NONE, this);
        run = new FutureTask<>(runner::run);
    }

    static Load start(LoadSpec spec) {
        var load = new Load(spec);
        var thread = new Thread(load.run, "bar-load");
        thread.setDaemon(true);
        thread.start();
        return load;
    }

    @Override
    public boolean needsChecksum() {
        return true;
    }

    @Override
    public synchronized void onEnd(RequestSample sample) {
        if (sample.kind == FailureKind.ABORTED_AT_END) {
            return;
        }
        long now = System.nanoTime();
        long sent =
                sample.sendNanos == RequestSample.NONE ? sample.endNanos : sample.sendNanos; // none: never connected
        seen.add(new Seen(
                sample.target,
                sample.kind,
                sample.status,
                new Body(sample.bodyBytes, sample.crc32c),
                now - (sample.endNanos - sent),
                now));
        notifyAll();
    }

    /** Waits for the first request with such an end, those that have ended before included. */
    synchronized Seen await(String what, Predicate<Seen> wanted) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + LIMIT_NANOS;
        for (int i = 0; ; i++) {
            while (i == seen.size()) {
                long leftNanos = deadlineNanos - System.nanoTime();
                assertTrue(leftNanos > 0, () -> "waited in vain for " + what);
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
            }
            if (wanted.test(seen.get(i))) {
                return seen.get(i);
            }
        }
    }

    /** Lets the load go on for so long; returns earlier if it ends. */
    void goOn(long millis) throws ExecutionException, InterruptedException {
        try {
            run.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // it goes on
        }
    }

    /** Waits for the end of the run, and returns the driver's own figures. */
    LoadResult result() throws ExecutionException, InterruptedException {
        return run.get();
    }

    /** Returns the requests that have ended, in that order. */
    synchronized List<Seen> seen() {
        return List.copyOf(seen);
    }

    List<Seen> seen(Predicate<Seen> wanted) {
        return seen().stream().filter(wanted).toList();
    }

    /** Returns the time in milliseconds that this share of the requests did not exceed. */
    static double millis(List<Seen> of, double share) {
        assertTrue(!of.isEmpty(), "no requests");
        double[] sorted = of.stream().mapToDouble(Seen::millis).sorted().toArray();
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    @Override
    public void close() {
        stop();
    }

    /** Ends the run, if it still goes on, and waits for its end. */
    void stop() {
        runner.stop();
        try {
            run.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
