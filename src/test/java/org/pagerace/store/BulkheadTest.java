package org.pagerace.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkheadTest {
    private static final long TIMEOUT = 1_000;

    private final AtomicLong now = new AtomicLong();
    private final List<String> decided = new ArrayList<>();

    private Bulkhead bulkhead(int permits, int queueLength) {
        return new Bulkhead(permits, queueLength, Duration.ofNanos(TIMEOUT), now::get);
    }

    /** Enters and notes the name when it is decided, with what was decided. */
    private Ticket enter(Bulkhead bulkhead, String name) {
        Ticket ticket = bulkhead.enter();
        if (ticket.isWaiting()) {
            ticket.whenDecided(() -> decided.add(name + " " + bulkhead.state(ticket)));
        }
        return ticket;
    }

    private static String refusal(Ticket ticket) {
        return assertThrows(StoreUnavailableException.class, ticket::requireAdmitted)
                .getMessage();
    }

    private static int free(Bulkhead bulkhead, int most) {
        List<Ticket> taken =
                IntStream.range(0, most + 1).mapToObj(index -> bulkhead.enter()).toList();
        int free = (int) taken.stream()
                .filter(ticket -> bulkhead.state(ticket) == Ticket.State.ADMITTED)
                .count();
        List<Ticket> backwards = new ArrayList<>(taken);
        Collections.reverse(backwards);
        backwards.forEach(Ticket::close);
        return free;
    }

    @Test
    void enter_permitsLeft_isAdmittedAtOnce() throws Exception {
        var bulkhead = bulkhead(2, 0);
        Ticket first = bulkhead.enter();
        assertFalse(first.isWaiting());
        first.requireAdmitted();
        bulkhead.enter().requireAdmitted();
        assertEquals("too many requests wait for the database", refusal(bulkhead.enter()));
        assertEquals(1, bulkhead.shed());
        first.close();
        bulkhead.enter().requireAdmitted();
    }

    @Test
    void close_severalWait_areAdmittedInTheirOrder() {
        var bulkhead = bulkhead(1, 3);
        Ticket a = enter(bulkhead, "a");
        Ticket b = enter(bulkhead, "b");
        Ticket c = enter(bulkhead, "c");
        Ticket d = enter(bulkhead, "d");
        assertEquals(3, bulkhead.waiting());
        assertEquals("too many requests wait for the database", refusal(enter(bulkhead, "e")));
        a.close();
        assertEquals(List.of("b ADMITTED"), decided);
        c.close(); // its client has gone
        b.close();
        assertEquals(List.of("b ADMITTED", "d ADMITTED"), decided);
        assertEquals(0, bulkhead.waiting());
        d.close();
        assertEquals(1, free(bulkhead, 1));
    }

    /** A newcomer must not take the permit that the head of the queue has been promised but not used yet. */
    @Test
    void enter_headJustAdmitted_doesNotOvertake() {
        var bulkhead = bulkhead(1, 2);
        Ticket first = bulkhead.enter();
        Ticket head = bulkhead.enter(); // nobody listens yet
        first.close();
        assertTrue(enter(bulkhead, "newcomer").isWaiting());
        head.whenDecided(() -> decided.add("head"));
        head.close();
        assertEquals(List.of("head", "newcomer ADMITTED"), decided);
    }

    @Test
    void refuseLateNow_deadline_isExact() {
        var bulkhead = bulkhead(1, 9);
        bulkhead.enter();
        Ticket early = enter(bulkhead, "early");
        now.set(1);
        enter(bulkhead, "later");
        now.set(TIMEOUT - 1);
        bulkhead.refuseLateNow();
        assertEquals(List.of(), decided);
        now.set(TIMEOUT);
        bulkhead.refuseLateNow();
        assertEquals(List.of("early REFUSED"), decided);
        assertEquals("waited too long for the database", refusal(early));
        assertEquals(1, bulkhead.waiting());
        assertEquals(1, bulkhead.shed());
        now.set(TIMEOUT + 1);
        bulkhead.refuseLateNow();
        assertEquals(List.of("early REFUSED", "later REFUSED"), decided);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE - 10, -5})
    void refuseLateNow_clockWrapsAround_countsOn(long start) {
        now.set(start);
        var bulkhead = bulkhead(1, 9);
        bulkhead.enter();
        enter(bulkhead, "a");
        bulkhead.refuseLateNow();
        assertEquals(List.of(), decided);
        now.set(start + TIMEOUT);
        bulkhead.refuseLateNow();
        assertEquals(List.of("a REFUSED"), decided);
    }

    /** The timer itself, with a real clock: it must wake for the first one that waits, and again for a later one. */
    @Test
    void refuseLate_twoInTurn_areRefusedEachInTime() throws Exception {
        var bulkhead = new Bulkhead(1, 9, Duration.ofMillis(5), System::nanoTime);
        var timer = new Thread(bulkhead::refuseLate);
        timer.start();
        bulkhead.enter();
        for (int turn = 0; turn < 2; turn++) {
            long startNanos = System.nanoTime();
            var late = new CountDownLatch(1);
            bulkhead.enter().whenDecided(() -> late.countDown());
            assertTrue(late.await(10, TimeUnit.SECONDS));
            assertTrue(System.nanoTime() - startNanos >= TimeUnit.MILLISECONDS.toNanos(5));
        }
        timer.interrupt();
        timer.join();
        assertEquals(2, bulkhead.shed());
    }

    @Test
    void refuseAll_waiting_areTold_laterOnesMayEnter() {
        var bulkhead = bulkhead(1, 9);
        Ticket inside = bulkhead.enter();
        Ticket waiting = enter(bulkhead, "a");
        Ticket notYetListening = bulkhead.enter();
        bulkhead.refuseAll("the database is away");
        assertEquals(List.of("a REFUSED"), decided);
        assertEquals("the database is away", refusal(waiting));
        notYetListening.whenDecided(() -> decided.add("b"));
        assertEquals(List.of("a REFUSED", "b"), decided);
        assertEquals(0, bulkhead.shed(), "the breaker's refusals are no overload");
        waiting.close();
        notYetListening.close();
        assertTrue(enter(bulkhead, "c").isWaiting());
        inside.close();
        assertEquals("c ADMITTED", decided.get(2));
    }

    @Test
    void close_waitingAndLater_areRefused() {
        var bulkhead = bulkhead(1, 9);
        Ticket inside = bulkhead.enter();
        enter(bulkhead, "a");
        bulkhead.close();
        assertEquals(List.of("a REFUSED"), decided);
        inside.close();
        assertEquals("the application stops", refusal(bulkhead.enter()));
    }

    @Test
    void whenDecided_requestHasEnded_permitGoesToTheNext() {
        var bulkhead = bulkhead(1, 2_000);
        Ticket first = bulkhead.enter();
        Ticket.Action ended = () -> {
            throw new IllegalStateException("the container completed it");
        };
        List<Ticket> gone =
                IntStream.range(0, 1_500).mapToObj(index -> bulkhead.enter()).toList();
        gone.forEach(ticket -> ticket.whenDecided(ended));
        Ticket last = enter(bulkhead, "last");
        first.close();
        assertEquals(List.of("last ADMITTED"), decided);
        gone.forEach(Ticket::close); // by the listener, later: no second permit
        last.close();
        assertEquals(1, free(bulkhead, 1));

        Ticket only = bulkhead.enter();
        Ticket late = bulkhead.enter();
        only.close();
        late.whenDecided(ended); // decided before it listens
        assertEquals(1, free(bulkhead, 1));
    }

    /** An Error, such as that of a class that a stopped application cannot load, must end neither permit nor timer. */
    @Test
    void whenDecided_actionEndsInAnError_permitGoesToTheNextAndTheTimerGoesOn() throws Exception {
        var bulkhead = new Bulkhead(1, 9, Duration.ofMillis(5), System::nanoTime);
        Ticket.Action broken = () -> {
            throw new NoClassDefFoundError("gone");
        };
        Ticket first = bulkhead.enter();
        bulkhead.enter().whenDecided(broken);
        Ticket next = enter(bulkhead, "next");
        first.close();
        assertEquals(List.of("next ADMITTED"), decided);
        var timer = new Thread(bulkhead::refuseLate);
        timer.start();
        bulkhead.enter().whenDecided(broken);
        var late = new CountDownLatch(1);
        bulkhead.enter().whenDecided(late::countDown);
        assertTrue(late.await(10, TimeUnit.SECONDS));
        timer.interrupt();
        timer.join();
        next.close();
        assertEquals(1, free(bulkhead, 1));
    }

    @Test
    void whenDecided_closedBefore_isNotTold() {
        var bulkhead = bulkhead(1, 1);
        bulkhead.enter();
        Ticket gone = bulkhead.enter();
        gone.close(); // its client went before it could listen
        gone.whenDecided(() -> decided.add("gone"));
        assertEquals(List.of(), decided);
    }

    @Test
    void refuse_waiting_leavesTheQueueUntold() {
        var bulkhead = bulkhead(1, 1);
        Ticket inside = bulkhead.enter();
        Ticket waiting = enter(bulkhead, "waiting");
        waiting.refuse();
        assertEquals("the container lets it wait no longer", refusal(waiting));
        assertEquals(0, bulkhead.waiting());
        inside.refuse(); // no effect on one that is admitted
        inside.close();
        assertEquals(List.of(), decided);
        assertEquals(1, free(bulkhead, 1));
    }

    @Test
    void close_twice_givesOnePermitBack() {
        var bulkhead = bulkhead(1, 0);
        Ticket ticket = bulkhead.enter();
        ticket.close();
        ticket.close();
        assertEquals(1, free(bulkhead, 1));
        assertThrows(IllegalStateException.class, ticket::requireAdmitted);
    }

    /** Whatever threads do to their tickets in whatever order: never more admitted than permits, and all come back. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void tickets_randomInterleavings_keepThePermits(long seed) throws Exception {
        int permits = 3;
        int threads = 8;
        var bulkhead = new Bulkhead(permits, 4, Duration.ofNanos(20_000), System::nanoTime);
        var inside = new AtomicInteger();
        var timer = new Thread(bulkhead::refuseLate);
        timer.start();
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        List<Future<?>> visits = new ArrayList<>();
        for (int index = 0; index < threads; index++) {
            var random = new Random(seed * threads + index);
            visits.add(workers.submit(() -> {
                for (int i = 0; i < 400; i++) {
                    visit(bulkhead, random, inside, permits);
                }
                return null;
            }));
        }
        for (Future<?> visit : visits) {
            visit.get(30, TimeUnit.SECONDS);
        }
        workers.shutdown();
        timer.interrupt();
        timer.join();
        assertEquals(0, bulkhead.waiting());
        assertEquals(permits, free(bulkhead, permits));
    }

    private static void visit(Bulkhead bulkhead, Random random, AtomicInteger inside, int permits) throws Exception {
        try (Ticket ticket = bulkhead.enter()) {
            if (ticket.isWaiting()) {
                boolean ended = random.nextInt(5) == 0;
                var runs = new AtomicInteger();
                var told = new CountDownLatch(1);
                ticket.whenDecided(() -> {
                    assertEquals(1, runs.incrementAndGet());
                    told.countDown();
                    if (ended) {
                        throw new IllegalStateException("the container has ended the request");
                    }
                });
                if (random.nextInt(4) == 0) {
                    return; // the client goes, maybe just while it is being decided
                }
                assertTrue(told.await(10, TimeUnit.SECONDS));
                if (ended) {
                    return;
                }
            }
            ticket.requireAdmitted();
            assertTrue(inside.incrementAndGet() <= permits, "more are admitted than there are permits");
            if (random.nextInt(16) == 0) {
                bulkhead.refuseAll("the database is away");
            }
            LockSupport.parkNanos(1); // let others in between
            inside.decrementAndGet();
        } catch (StoreUnavailableException e) {
            // refused: full, late or away
        }
    }
}
