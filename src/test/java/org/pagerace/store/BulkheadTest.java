package org.pagerace.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class BulkheadTest {

    @Test
    void enter_permitsLeft_doesNotWait() throws Exception {
        var bulkhead = new Bulkhead(2, 0, Duration.ZERO);
        bulkhead.enter();
        bulkhead.enter();
        assertThrows(StoreUnavailableException.class, bulkhead::enter);
        bulkhead.leave();
        bulkhead.enter();
        assertEquals(1, bulkhead.shed());
    }

    @Test
    void enter_waitedTooLong_isShed() throws Exception {
        var bulkhead = new Bulkhead(1, 10, Duration.ofMillis(20));
        bulkhead.enter();
        long startNanos = System.nanoTime();
        assertThrows(StoreUnavailableException.class, bulkhead::enter);
        assertTrue(System.nanoTime() - startNanos >= Duration.ofMillis(20).toNanos());
        assertEquals(1, bulkhead.shed());
        assertEquals(0, bulkhead.waiting());
    }

    @Test
    void enter_permitGivenBackInTime_goesOn() throws Exception {
        var bulkhead = new Bulkhead(1, 1, Duration.ofSeconds(10));
        bulkhead.enter();
        var second = new FutureTask<Void>(() -> {
            bulkhead.enter();
            return null;
        });
        var thread = new Thread(second);
        thread.start();
        while (bulkhead.waiting() == 0) {
            Thread.onSpinWait();
        }
        assertThrows(StoreUnavailableException.class, bulkhead::enter, "the queue of one is full");
        bulkhead.leave();
        second.get();
        assertEquals(1, bulkhead.shed());
    }

    @Test
    void enter_interrupted_leavesNoTrace() throws Exception {
        var bulkhead = new Bulkhead(1, 1, Duration.ofSeconds(10));
        bulkhead.enter();
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, bulkhead::enter);
        assertEquals(0, bulkhead.waiting());
        assertEquals(0, bulkhead.shed());
    }
}
