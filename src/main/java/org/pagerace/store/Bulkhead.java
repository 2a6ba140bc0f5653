package org.pagerace.store;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Lets a fixed number of requests use the database; others wait in a bounded, fair queue for a bounded time, without a
 * thread. It stands in front of the pool, not in the server, so it works the same in every container. Safe for any
 * thread.
 */
final class Bulkhead {

    /*
     * A request that waits in a container's thread takes it from all pages: with a pool of 10 and 1,000 clients, all
     * 200 threads of the container would wait here and /open starve [1]. So a waiting request is a ticket in a queue
     * and nothing else; what is to happen when its turn comes is an action, which hands it back to the container [2].
     *
     * - A permit is free only while nobody waits: leave() gives it to the head of the queue, so nobody overtakes.
     * - All wait equally long, so the head is the first to be late: one thread sleeps until then, and is woken only
     *   where it had nothing to wait for.
     * - Actions run without the lock. One that throws has no request any more, whatever it throws: the permit goes to
     *   the next, in a loop and not by recursion, for the whole queue may be gone.
     * - A ticket may be decided before its action is known; whoever comes second runs it.
     *
     * [1] jetty.project issues 12185, 11763, 11764, 13993: what unbounded and thread-holding guards led to
     * [2] Jakarta Servlet 6.0, 2.3.3.3 "Asynchronous processing": AsyncContext.start()
     */

    private static final System.Logger LOG = System.getLogger(Bulkhead.class.getName());

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition somebodyWaits = lock.newCondition();
    private final int queueLength;
    private final long queueTimeoutNanos;
    private final LongSupplier clock;

    // guarded by the lock
    private final Queue<Ticket> queue = new ArrayDeque<>();
    private int free;
    private boolean timerIdle;
    private boolean closed;
    private long shed;
    private boolean failureLogged;

    /** @param clock monotonic nanoseconds */
    Bulkhead(int permits, int queueLength, Duration queueTimeout, LongSupplier clock) {
        this.free = permits;
        this.queueLength = queueLength;
        this.queueTimeoutNanos = queueTimeout.toNanos();
        this.clock = clock;
    }

    /** Takes a permit, or a place in the queue, or a refusal; never waits. */
    Ticket enter() {
        lock.lock();
        try {
            if (closed) {
                return Ticket.refused(this, "the application stops");
            } else if (free > 0) {
                free--;
                return Ticket.admitted(this);
            } else if (queue.size() >= queueLength) {
                shed++;
                return Ticket.refused(this, "too many requests wait for the database");
            }
            Ticket ticket = Ticket.waiting(this, clock.getAsLong() + queueTimeoutNanos);
            queue.add(ticket);
            if (timerIdle) {
                timerIdle = false;
                somebodyWaits.signal();
            }
            return ticket;
        } finally {
            lock.unlock();
        }
    }

    /** See {@link Ticket#whenDecided}. */
    void listen(Ticket ticket, Ticket.Action action) {
        lock.lock();
        try {
            ticket.decided = action;
            if (ticket.state == Ticket.State.WAITING) {
                return;
            }
        } finally {
            lock.unlock();
        }
        if (tell(ticket)) {
            handOn();
        }
    }

    /** See {@link Ticket#close}. */
    void leave(Ticket ticket) {
        Ticket.State before;
        lock.lock();
        try {
            before = ticket.state;
            ticket.state = Ticket.State.CLOSED;
            if (before == Ticket.State.WAITING) {
                queue.remove(ticket);
            }
        } finally {
            lock.unlock();
        }
        if (before == Ticket.State.ADMITTED) {
            handOn();
        }
    }

    /** Gives a permit to the first in the queue that takes it. */
    private void handOn() {
        Ticket next;
        do {
            lock.lock();
            try {
                next = queue.poll();
                if (next == null) {
                    free++;
                    return;
                }
                next.state = Ticket.State.ADMITTED;
            } finally {
                lock.unlock();
            }
        } while (tell(next));
    }

    /** Runs the action of a decided ticket, once; returns whether its permit came back, and has to be handed on. */
    private boolean tell(Ticket ticket) {
        Ticket.Action action;
        lock.lock();
        try {
            action = ticket.state == Ticket.State.CLOSED ? null : ticket.decided;
            ticket.decided = null;
        } finally {
            lock.unlock();
        }
        if (action == null) {
            return false; // its request has ended, or listen() comes later and finds it decided, or came first
        }
        try {
            action.run();
            return false;
        } catch (Throwable e) { // also an Error: it would end the timer, or lose the permit, for good
            return onUntold(ticket, e);
        }
    }

    private boolean onUntold(Ticket ticket, Throwable failure) {
        boolean hadPermit;
        boolean log;
        lock.lock();
        try {
            hadPermit = ticket.state == Ticket.State.ADMITTED;
            if (ticket.state != Ticket.State.CLOSED) {
                refuse(ticket, "the request could not be called back");
            }
            log = !failureLogged && !(failure instanceof IllegalStateException); // that: the container has ended it
            failureLogged |= log;
        } finally {
            lock.unlock();
        }
        if (log) {
            LOG.log(Level.WARNING, "a request that waited for the database could not be called back", failure);
        }
        return hadPermit;
    }

    /** Refuses everybody who waits; those who come later may enter. */
    void refuseAll(String reason) {
        List<Ticket> refused;
        lock.lock();
        try {
            refused = new ArrayList<>(queue);
            queue.clear();
            refused.forEach(ticket -> refuse(ticket, reason));
        } finally {
            lock.unlock();
        }
        refused.forEach(this::tell);
    }

    /** See {@link Ticket#refuse}. */
    void refuseOne(Ticket ticket) {
        lock.lock();
        try {
            if (queue.remove(ticket)) {
                refuse(ticket, "the container lets it wait no longer");
                ticket.decided = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private static void refuse(Ticket ticket, String reason) {
        ticket.state = Ticket.State.REFUSED;
        ticket.refusal = reason;
    }

    /** Refuses everybody who waits or comes. */
    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        refuseAll("the application stops");
    }

    /** Refuses those whose time is up, each when it is, until the thread is interrupted. */
    void refuseLate() {
        try {
            while (true) {
                awaitLate();
                refuseLateNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the owner closes: nothing left to do
        }
    }

    /** Refuses those whose time is up now. */
    void refuseLateNow() {
        List<Ticket> late = new ArrayList<>();
        lock.lock();
        try {
            long now = clock.getAsLong();
            for (Ticket head = queue.peek(); head != null && head.deadlineNanos() - now <= 0; head = queue.peek()) {
                refuse(head, "waited too long for the database");
                late.add(queue.remove());
            }
            shed += late.size();
        } finally {
            lock.unlock();
        }
        late.forEach(this::tell);
    }

    private void awaitLate() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Ticket head = queue.peek();
            while (head == null || head.deadlineNanos() - clock.getAsLong() > 0) {
                if (head == null) {
                    timerIdle = true;
                    somebodyWaits.await();
                } else {
                    somebodyWaits.awaitNanos(head.deadlineNanos() - clock.getAsLong());
                }
                head = queue.peek();
            }
        } finally {
            lock.unlock();
        }
    }

    Ticket.State state(Ticket ticket) {
        lock.lock();
        try {
            return ticket.state;
        } finally {
            lock.unlock();
        }
    }

    int waiting() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    long shed() {
        lock.lock();
        try {
            return shed;
        } finally {
            lock.unlock();
        }
    }
}
