package org.pagerace.store;

/** Who may use the database now: nobody while it is away, else as many as the bulkhead lets in. Safe for any thread. */
record Admission(Availability availability, Bulkhead bulkhead) {
    private static final String AWAY = "the database is away";

    /** Refuses all who wait when the database goes: each of them would otherwise wait for a connection in its turn. */
    static Admission to(Bulkhead bulkhead) {
        return new Admission(new Availability(() -> bulkhead.refuseAll(AWAY)), bulkhead);
    }

    /** Returns a ticket, which the caller closes; never waits. */
    Ticket enter() {
        if (!availability.worthTrying()) {
            return Ticket.refused(bulkhead, AWAY);
        }
        Ticket ticket = bulkhead.enter();
        if (!availability.worthTrying()) { // it went in between, maybe before this one stood in the queue
            bulkhead.refuseAll(AWAY);
        }
        return ticket;
    }

    /** Throws unless this ticket was admitted and the database has not gone since. */
    void require(Ticket ticket) throws StoreUnavailableException {
        ticket.requireAdmitted();
        if (!availability.worthTrying()) {
            throw new StoreUnavailableException(AWAY);
        }
    }
}
