package org.pagerace.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WatchTest {
    private final Availability availability = new Availability(() -> {});

    static List<Exception> failures() {
        return List.of(new SQLException("refused", "08001"), new IllegalStateException("a fault of the driver"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void run_probeFails_looksAgain(Exception failure) throws Exception {
        Deque<Exception> failing = new ArrayDeque<>(List.of(failure));
        var thread = new Thread(new Watch(availability, () -> {
            Exception next = failing.poll();
            if (next instanceof SQLException e) {
                throw e;
            } else if (next instanceof RuntimeException e) {
                throw e;
            }
            return "MariaDB";
        }));
        thread.start();
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (availability.state() != Availability.State.UP) {
            assertTrue(thread.isAlive() && System.nanoTime() - deadlineNanos < 0, "the watch goes on");
            Thread.onSpinWait();
        }
        thread.interrupt();
        thread.join();
    }

    @Test
    void reason_faultOfTheDriver_isOneLine() {
        assertEquals("a fault", Failure.reason(new IllegalStateException("a fault\nand more")));
    }
}
