package org.pagerace.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private final Availability availability = new Availability();
    private final Bulkhead bulkhead = new Bulkhead(1, 1, Duration.ofSeconds(10));
    private final Admission admission = new Admission(availability, bulkhead);

    @Test
    void enter_databaseAway_isRefusedWithoutWaiting() throws Exception {
        bulkhead.enter();
        availability.onDown("gone");
        assertThrows(StoreUnavailableException.class, admission::enter);
        assertEquals(0, bulkhead.shed());
    }

    /** With a long queue each of these would otherwise wait for a connection in its turn. */
    @Test
    void enter_databaseGoesDuringTheWait_isRefusedAndLeavesThePermit() throws Exception {
        admission.enter();
        var second = new FutureTask<Void>(() -> {
            admission.enter();
            return null;
        });
        new Thread(second).start();
        while (bulkhead.waiting() == 0) {
            Thread.onSpinWait();
        }
        availability.onDown("gone");
        admission.leave();
        Throwable refusal = assertThrows(ExecutionException.class, second::get).getCause();
        assertInstanceOf(StoreUnavailableException.class, refusal);
        assertEquals("the database is away", refusal.getMessage());
        bulkhead.enter(); // its permit is free
    }
}
