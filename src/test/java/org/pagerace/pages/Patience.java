package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for what the pages will show soon. */
final class Patience {
    static final Duration LIMIT = Duration.ofSeconds(15);

    private Patience() {}

    /** Asks for /db until it has this status; until then it may be 200 or 503, nothing else. */
    static Answer awaitStatus(PageServer server, int status) throws Exception {
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        Answer answer = server.get("/db");
        while (answer.status() != status) {
            assertTrue(answer.status() == 200 || answer.status() == 503, answer::toString);
            assertTrue(System.nanoTime() - deadlineNanos < 0, "no " + status + " in time");
            LockSupport.parkNanos(1_000_000); // between two looks
            answer = server.get("/db");
        }
        return answer;
    }

    /** Returns what /info shows of pool and JDBC once the watch, which reads it on its own time, has reached the server. */
    static String awaitConnected(PageServer server) throws Exception {
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        String info = server.get("/info?what=pool,jdbc&format=text").text();
        while (!info.contains("State => available")) {
            assertTrue(System.nanoTime() - deadlineNanos < 0, info);
            LockSupport.parkNanos(1_000_000); // between two looks
            info = server.get("/info?what=pool,jdbc&format=text").text();
        }
        return info;
    }
}
