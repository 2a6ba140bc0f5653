package org.pagerace.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WatchTest {
    private final Availability availability = new Availability(() -> {});

    static List<Throwable> failures() {
        return List.of(
                new SQLException("refused", "08001"),
                new IllegalStateException("a fault of the driver"),
                new NoClassDefFoundError("a part of the driver is missing"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void run_probeFails_looksAgain(Throwable failure) throws Exception {
        Deque<Throwable> failing = new ArrayDeque<>(List.of(failure));
        var thread = new Thread(new Watch(availability, () -> {
            Throwable next = failing.poll();
            if (next instanceof SQLException e) {
                throw e;
            } else if (next instanceof RuntimeException e) {
                throw e;
            } else if (next instanceof Error e) {
                throw e;
            }
            return "MariaDB";
        }));
        thread.start();
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (availability.state() != Availability.State.UP) {
            assertTrue(thread.isAlive() && System.nanoTime() - deadlineNanos < 0, "the watch goes on");
            LockSupport.parkNanos(1_000_000); // between two looks
        }
        thread.interrupt();
        thread.join();
    }

    /** A pool without a connection to spare says nothing of the database. */
    @Test
    void run_nothingToProbeWith_leavesTheStateAndLooksAgain() throws Exception {
        var looks = new CountDownLatch(2);
        var thread = new Thread(new Watch(availability, () -> {
            looks.countDown();
            throw new StoreUnavailableException("none is free");
        }));
        thread.start();
        assertTrue(looks.await(5, TimeUnit.SECONDS));
        assertEquals(Availability.State.UNKNOWN, availability.state());
        thread.interrupt();
        thread.join();
    }

    @Test
    void reason_faultOfTheDriver_isOneLine() {
        assertEquals("a fault", Failure.reason(new IllegalStateException("a fault\nand more")));
    }
}
