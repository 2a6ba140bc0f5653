package org.pagerace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServeEndTest {
    private final ServeEnd end = new ServeEnd(Thread.currentThread());

    @AfterEach
    void clearFlag() {
        Thread.interrupted();
    }

    @Test
    void onSignal_whileStarting_interruptsTheStart() {
        assertTrue(end.onSignal("INT"));
        assertTrue(Thread.interrupted());
        assertTrue(end.isAskedFor());
        assertEquals(ExitCode.INTERRUPTED, end.await());
    }

    /** An interrupt that came late hit the pool in the middle of its closing. */
    @Test
    void onSignal_afterTheStart_interruptsNobody() {
        end.onStarted();
        assertTrue(end.onSignal("TERM"));
        assertFalse(Thread.interrupted());
        assertEquals(ExitCode.OK, end.await());
    }

    @Test
    void onStarted_signalCameJustBefore_leavesNoFlagForTheStop() {
        end.onSignal("TERM");
        end.onStarted();
        assertFalse(Thread.interrupted());
    }

    @Test
    void onSignal_second_isToldApart() {
        assertTrue(end.onSignal("TERM"));
        assertFalse(end.onSignal("INT"));
        assertEquals(ExitCode.OK, end.await());
    }
}
