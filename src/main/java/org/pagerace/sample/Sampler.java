package org.pagerace.sample;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.pagerace.result.Metric;
import org.pagerace.result.Samples;

/**
 * Looks at one stack, its machine and its line during the measured part of one round, on a thread of its own. Start it
 * just before the driver, and ask for the samples when that has ended.
 */
public final class Sampler implements AutoCloseable {

    /*
     * The first look is taken when the lead-in should be over, counted from the start of this object. The driver begins
     * some milliseconds later, since it has to start its threads first: by so much of the lead-in the first value is
     * wrong. That is noted by nobody, because rates and rises are taken between two looks, whenever these were.
     *
     * The last look is taken a little before the end of a round whose length is known: a moment later nothing is under
     * way any more, and a busy worker would be found idle. Where only the number of requests is known, the last look
     * comes after the end, and takes down what counters rose by, but not how anything stands. There the standings are
     * looked at early too, for a thousand requests may be over within a tenth of a second.
     */

    private static final long LOOK_EVERY = TimeUnit.SECONDS.toNanos(1);
    private static final long LINE_EVERY = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long EARLY = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long BEFORE_END = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int END_PART = 8; // of a round that is shorter than eight times that
    /** A look this close to the last one would show nothing new. */
    private static final long APART = TimeUnit.MILLISECONDS.toNanos(300);

    private static final long REHEARSAL = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Duration END_WITHIN = Duration.ofSeconds(10);

    private final Sources sources;
    private final Window window;
    private final Thread thread;
    private final long startNanos = System.nanoTime();
    private boolean stopped; // guarded by this
    private Samples samples = Samples.NONE; // written by the thread, read after its end

    /**
     * The part of the run that counts.
     *
     * @param leadIn before it
     * @param length absent: it ends with a number of requests
     * @param thorough whether to ask for what takes milliseconds too: the client's windows at its end, memory after it
     */
    public record Window(Duration leadIn, Optional<Duration> length, boolean thorough) {
        public Window {
            if (leadIn.isNegative() || length.filter(Duration::isNegative).isPresent()) {
                throw new IllegalArgumentException("a lead-in and a length are 0 at least: " + leadIn + ", " + length);
            }
        }
    }

    private Sampler(Sources sources, Window window) {
        this.sources = sources;
        this.window = window;
        this.thread = new Thread(this::run, "sampler");
        this.thread.setDaemon(true);
    }

    /** Starts looking. */
    public static Sampler start(Sources sources, Window window) {
        var sampler = new Sampler(sources, window);
        sampler.thread.start();
        return sampler;
    }

    /**
     * Looks for half a second as it does in rounds, and forgets what it saw: code that the JVM has not compiled yet costs
     * five times as much, which would be taken from the servers in the first rounds.
     */
    public static void rehearse(Sources sources) {
        long end = System.nanoTime() + REHEARSAL;
        while (System.nanoTime() - end < 0) {
            try (var looks = new Looks(sources, new Journal())) {
                looks.prepare();
                looks.all();
                looks.all();
                looks.end(false);
            }
        }
    }

    /** Ends, and returns what was seen. Takes some milliseconds. */
    public Samples stop() {
        close();
        return samples;
    }

    @Override
    public void close() {
        synchronized (this) {
            stopped = true;
            notifyAll();
        }
        boolean interrupted = false;
        long deadline = System.nanoTime() + END_WITHIN.toNanos();
        while (thread.isAlive() && deadline - System.nanoTime() > 0) {
            try {
                thread.join(END_WITHIN.toMillis());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        var journal = new Journal();
        try (var looks = new Looks(sources, journal)) {
            looks.prepare();
            long begin = startNanos + window.leadIn().toNanos();
            if (!waitUntil(begin)) {
                return; // the driver has not even begun
            }
            begin = System.nanoTime();
            journal.begin(begin);
            looks.all();
            journal.underLoadUntil(loadEnd(begin));
            if (!follow(looks, begin)) {
                journal.afterLoad();
                looks.all();
            }
            waitForEnd();
            looks.end(window.thorough());
            samples = journal.samples(Duration.ofNanos(cost() + looks.costNanos()));
        } catch (RuntimeException e) { // a flaw of ours, which must not cost the round
            journal.unseen("the sampler failed: " + e, Metric.values());
            samples = journal.samples(Duration.ofNanos(cost()));
        }
    }

    /** Looks until the end; returns whether the last look was still under load. */
    private boolean follow(Looks looks, long begin) {
        long last = lastLook(begin);
        long next = begin + (window.length().isPresent() ? LOOK_EVERY : EARLY);
        long nextLine = begin + LINE_EVERY;
        boolean asksWindows = window.thorough();
        while (true) {
            if (next - last > -APART) {
                next = last;
            }
            long until = looks.hasLine() && nextLine - next < 0 ? nextLine : next;
            if (!waitUntil(until)) {
                return false;
            }
            if (until == nextLine) {
                looks.line();
            } else {
                looks.all();
                if (asksWindows && (next == last || isLong(next - begin))) {
                    looks.windows();
                    asksWindows = false;
                }
                if (next == last) {
                    return true;
                }
                next = begin + ((System.nanoTime() - begin) / LOOK_EVERY + 1) * LOOK_EVERY;
            }
            nextLine = begin + ((System.nanoTime() - begin) / LINE_EVERY + 1) * LINE_EVERY;
        }
    }

    /** A short run of so many requests is not to be disturbed by a process that it does not need. */
    private boolean isLong(long nanos) {
        return window.length().isEmpty() && nanos >= LOOK_EVERY;
    }

    private long lastLook(long begin) {
        long before = window.length()
                .map(length -> Math.min(BEFORE_END, length.toNanos() / END_PART))
                .orElse(0L);
        return Math.max(begin + 1, loadEnd(begin) - before);
    }

    /** Not counted from the first look, which may have been late. */
    private long loadEnd(long begin) {
        return window.length().isPresent()
                ? startNanos + window.leadIn().plus(window.length().get()).toNanos()
                : begin + Long.MAX_VALUE / 2;
    }

    /** Waits; returns false at once when it was stopped. */
    private synchronized boolean waitUntil(long nanos) {
        while (!stopped) {
            long left = nanos - System.nanoTime();
            if (left <= 0) {
                return true;
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                return false; // nobody but the JVM's end does that
            }
        }
        return false;
    }

    private void waitForEnd() {
        waitUntil(System.nanoTime() + Long.MAX_VALUE / 2);
    }

    private static long cost() {
        return Math.max(0, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
    }
}
