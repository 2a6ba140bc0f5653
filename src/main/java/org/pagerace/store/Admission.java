package org.pagerace.store;

/** Who may use the database now: nobody while it is away, else as many as the bulkhead lets in. Safe for any thread. */
record Admission(Availability availability, Bulkhead bulkhead) {

    /** Waits for admission, which the caller gives back by {@link #leave}. */
    void enter() throws StoreUnavailableException, InterruptedException {
        requireWorthTrying();
        bulkhead.enter();
        try {
            requireWorthTrying(); // the database may have gone during the wait
        } catch (StoreUnavailableException e) {
            bulkhead.leave();
            throw e;
        }
    }

    private void requireWorthTrying() throws StoreUnavailableException {
        if (!availability.worthTrying()) {
            throw new StoreUnavailableException("the database is away");
        }
    }

    void leave() {
        bulkhead.leave();
    }
}
