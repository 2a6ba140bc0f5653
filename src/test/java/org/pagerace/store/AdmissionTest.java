package org.pagerace.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private final Bulkhead bulkhead = new Bulkhead(1, 9, Duration.ofSeconds(10), System::nanoTime);
    private final Admission admission = Admission.to(bulkhead);

    private void assertAway(Ticket ticket) {
        assertEquals(
                "the database is away",
                assertThrows(StoreUnavailableException.class, () -> admission.require(ticket))
                        .getMessage());
    }

    @Test
    void enter_databaseAway_isRefusedWithoutWaiting() {
        admission.availability().onDown("gone");
        assertAway(admission.enter());
        assertEquals(0, bulkhead.shed());
    }

    @Test
    void onDown_whileSomeWait_refusesThemAtOnce() {
        admission.enter();
        List<Ticket> told = new ArrayList<>();
        List<Ticket> waiting = List.of(admission.enter(), admission.enter());
        waiting.forEach(ticket -> ticket.whenDecided(() -> told.add(ticket)));
        admission.availability().onDown("gone");
        assertEquals(waiting, told);
        waiting.forEach(this::assertAway);
        assertEquals(0, bulkhead.shed());
    }

    /** Admitted and dispatched, but the database goes before its thread comes to it. */
    @Test
    void require_databaseGoneSinceTheAdmission_isRefusedAndThePermitComesBack() {
        Ticket ticket = admission.enter();
        admission.availability().onDown("gone");
        assertAway(ticket);
        ticket.close();
        admission.availability().onUp("MariaDB");
        Ticket next = admission.enter();
        assertTrue(!next.isWaiting());
    }
}
