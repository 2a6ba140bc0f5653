package org.pagerace.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into an orderly end: something is told to stop, and the JVM waits until this object is closed, so that
 * partial results are printed. The JVM then exits with 130 (SIGINT) or 143 (SIGTERM) by itself.
 */
final class Interruption implements AutoCloseable {
    /** For a report to be printed. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** From the end of a helper that Ctrl-C has reached to our own notice of it: both get the signal at once. */
    private static final Duration NOTICE = Duration.ofMillis(200);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;

    private Interruption(Runnable stop, Duration patience) {
        hook = new Thread(
                () -> {
                    asked.countDown();
                    stop.run();
                    awaitDone(patience);
                },
                "interruption");
    }

    static Interruption handledBy(Runnable stop) {
        return handledBy(stop, PATIENCE);
    }

    /** As above, but waits longer or shorter for the end. */
    static Interruption handledBy(Runnable stop, Duration patience) {
        var interruption = new Interruption(stop, patience);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    private void awaitDone(Duration patience) {
        try {
            if (!done.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("gave up waiting for an orderly end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean happened() {
        return asked.getCount() == 0;
    }

    /**
     * Tells, after something has failed, whether that was the user's wish. Ctrl-C reaches the whole foreground group, so
     * a program that was just being asked for its version is gone a moment before we know why.
     */
    boolean explainsFailure() {
        try {
            return asked.await(NOTICE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true; // nobody else interrupts
        }
    }

    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is already ending, which is what we wait for.
        }
    }
}
