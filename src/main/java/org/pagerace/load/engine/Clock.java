package org.pagerace.load.engine;

/** Monotonic time; the origin is arbitrary, so only differences mean anything. */
@FunctionalInterface
public interface Clock {
    /** The clock of this machine. */
    Clock SYSTEM = System::nanoTime;

    long nanos();
}
