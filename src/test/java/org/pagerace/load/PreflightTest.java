package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PreflightTest {
    @Test
    void portCount_range_hasBothEnds() {
        assertEquals(OptionalLong.of(28_232), Preflight.portCount("32768\t60999"));
        assertEquals(OptionalLong.empty(), Preflight.portCount(""));
    }
}
