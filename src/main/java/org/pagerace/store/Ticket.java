package org.pagerace.store;

/**
 * One request's place at the database: it waits, then is admitted or refused. Whoever got it closes it, whatever became
 * of it; closing it twice does no harm. Safe for any thread.
 */
public final class Ticket implements AutoCloseable {

    /** Where a ticket stands. */
    enum State {
        /** In the queue; ends with a permit, a refusal, or its request's end. */
        WAITING,
        /** It has a permit; ends when it is closed. */
        ADMITTED,
        /** It gets no permit; ends when it is closed. */
        REFUSED,
        /** Its request is over, and its permit is back. */
        CLOSED
    }

    private final Bulkhead bulkhead;
    private final long deadlineNanos;

    // guarded by the lock of the bulkhead
    State state;
    String refusal; // of a refused one
    Action decided; // of one that waits, until it is run

    /** What is to happen when it has been decided. */
    @FunctionalInterface
    public interface Action {
        void run();
    }

    private Ticket(Bulkhead bulkhead, State state, String refusal, long deadlineNanos) {
        this.bulkhead = bulkhead;
        this.state = state;
        this.refusal = refusal;
        this.deadlineNanos = deadlineNanos;
    }

    static Ticket waiting(Bulkhead bulkhead, long deadlineNanos) {
        return new Ticket(bulkhead, State.WAITING, null, deadlineNanos);
    }

    static Ticket admitted(Bulkhead bulkhead) {
        return new Ticket(bulkhead, State.ADMITTED, null, 0);
    }

    static Ticket refused(Bulkhead bulkhead, String reason) {
        return new Ticket(bulkhead, State.REFUSED, reason, 0);
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    /** Returns whether nothing has been decided yet, so that {@link #whenDecided} is needed. */
    public boolean isWaiting() {
        return bulkhead.state(this) == State.WAITING;
    }

    /**
     * Runs {@code action} once, as soon as this ticket is admitted or refused: on another request's thread or the
     * timer's, so it must not block, nor write to a client; or at once, if that has been decided by now. If it throws,
     * the ticket counts as refused, and its permit goes to the next.
     */
    public void whenDecided(Action action) {
        bulkhead.listen(this, action);
    }

    /** Refuses this ticket if it still waits, without its action. */
    public void refuse() {
        bulkhead.refuseOne(this);
    }

    /** Throws unless this ticket has a permit. */
    void requireAdmitted() throws StoreUnavailableException {
        State now = bulkhead.state(this);
        if (now == State.REFUSED) {
            throw new StoreUnavailableException(refusal); // a refused one is never changed again but by its request
        } else if (now != State.ADMITTED) {
            throw new IllegalStateException("the ticket is " + now);
        }
    }

    /** Gives the place back: leaves the queue, or hands the permit to the next in it. */
    @Override
    public void close() {
        bulkhead.leave(this);
    }
}
