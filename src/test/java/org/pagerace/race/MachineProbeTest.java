package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineProbeTest {

    @Test
    void value_firstLineWithTheKey_isTakenAfterTheSeparator() {
        var lines = List.of("processor\t: 0", "model name\t: Some CPU @ 2.00GHz: fast", "model name\t: Other");
        assertEquals(Optional.of("Some CPU @ 2.00GHz: fast"), MachineProbe.value(lines, "model name", ":"));
    }

    @Test
    void memoryBytes_memTotal_isKibibytes() {
        assertEquals(8_388_608_000L, MachineProbe.memoryBytes(List.of("MemTotal:        8192000 kB")));
    }

    @Test
    void memoryBytes_noSuchLine_isZero() {
        assertEquals(0, MachineProbe.memoryBytes(List.of()));
    }
}
