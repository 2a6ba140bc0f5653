package org.pagerace.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into an orderly end: something is told to stop, and the JVM waits until this object is closed, so that
 * partial results are printed. The JVM then exits with 130 (SIGINT) or 143 (SIGTERM) by itself.
 */
final class Interruption implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean happened;

    private Interruption(Runnable stop) {
        hook = new Thread(
                () -> {
                    happened = true;
                    stop.run();
                    awaitDone();
                },
                "interruption");
    }

    static Interruption handledBy(Runnable stop) {
        var interruption = new Interruption(stop);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    private void awaitDone() {
        try {
            if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("gave up waiting for the partial report");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean happened() {
        return happened;
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
