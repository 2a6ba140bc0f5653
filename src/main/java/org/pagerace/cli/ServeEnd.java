package org.pagerace.cli;

import java.util.concurrent.CompletableFuture;

/** When and how {@code serve} ends: asked for by a signal, perhaps while it is still starting. Safe for any thread. */
final class ServeEnd {
    private final CompletableFuture<ExitCode> code = new CompletableFuture<>();
    private Thread starting;

    /** @param starting is interrupted when the end is asked for before {@link #onStarted} */
    ServeEnd(Thread starting) {
        this.starting = starting;
    }

    /**
     * Takes note of a signal.
     *
     * @param name without SIG
     * @return whether it is the first one
     */
    synchronized boolean onSignal(String name) {
        boolean first = code.complete(codeOf(name));
        if (first && starting != null) {
            starting.interrupt(); // wakes it from waiting for the database
        }
        return first;
    }

    static ExitCode codeOf(String name) {
        return name.equals("INT") ? ExitCode.INTERRUPTED : ExitCode.OK;
    }

    /** Called by the starting thread when it is done: from now on nothing interrupts it, least of all while stopping. */
    synchronized void onStarted() {
        starting = null;
        Thread.interrupted(); // a signal that came just now has been heard
    }

    boolean isAskedFor() {
        return code.isDone();
    }

    /** Waits for the first signal. */
    ExitCode await() {
        return code.join();
    }
}
