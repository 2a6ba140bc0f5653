package org.pagerace.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into an interrupt of the thread that works, and keeps the JVM alive until that thread has
 * tidied up. The JVM then ends with 130 or 143, as the shell expects.
 */
final class Interrupt {
    /** Longer than all servers together need to stop; then the guardian takes over. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final CountDownLatch tidy = new CountDownLatch(1);
    private final Thread hook;

    private Interrupt(Thread worker) {
        hook = new Thread(
                () -> {
                    worker.interrupt();
                    try {
                        if (!tidy.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                            System.err.println("race: gave up waiting for the servers to stop");
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "interrupt");
    }

    /** Starts to listen, until {@link #done}. */
    static Interrupt ofThisThread() {
        var interrupt = new Interrupt(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(interrupt.hook);
        return interrupt;
    }

    /** To be called by the same thread when it has tidied up. */
    void done() {
        tidy.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The shutdown has begun: the hook is running, and has just been told that all is done.
        }
    }
}
