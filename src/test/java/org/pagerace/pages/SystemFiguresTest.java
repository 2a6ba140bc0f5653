package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SystemFiguresTest {

    @Test
    void sample_olderThanASecond_isReadAnew() {
        var clock = new AtomicLong(-5); // the origin of nanoTime is anywhere
        var figures = new SystemFigures(clock::get);
        SystemFigures.Sample first = figures.sample();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        assertSame(first, figures.sample());
        clock.addAndGet(1);
        SystemFigures.Sample second = figures.sample();
        assertNotSame(first, second);
        assertSame(second, figures.sample());
        assertTrue(second.memoryTotal() > 0 && !second.readAt().isBefore(first.readAt()));
    }
}
