package org.pagerace.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.sample.ThreadClocks.Rise;
import org.pagerace.sample.ThreadClocks.Schedstat;

class ThreadClocksTest {
    @Test
    void parse_line_hasBothTimes() throws IOException {
        assertEquals(new Schedstat(888_559, 1_374_272), Schedstat.parse("888559 1374272 16\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 2", "1 2 3 4", "a b c", "888559 "})
    void parse_somethingElse_isRefused(String text) {
        assertThrows(IOException.class, () -> Schedstat.parse(text));
    }

    @Test
    void rise_newThread_countsFromItsStart() {
        Rise rise = ThreadClocks.rise(
                Map.of(1, new Schedstat(10, 1)), Map.of(1, new Schedstat(15, 4), 2, new Schedstat(30, 2)));
        assertEquals(new Rise(true, 35, 5, 30), rise);
    }

    @Test
    void rise_threadEnded_isIncomplete() {
        Rise rise = ThreadClocks.rise(
                Map.of(1, new Schedstat(10, 1), 2, new Schedstat(30, 2)), Map.of(1, new Schedstat(15, 4)));
        assertEquals(new Rise(false, 5, 3, 5), rise);
    }

    @Test
    void rise_idUsedAgain_isNeverNegative() {
        Rise rise = ThreadClocks.rise(Map.of(1, new Schedstat(100, 50)), Map.of(1, new Schedstat(7, 2)));
        assertEquals(new Rise(true, 7, 2, 7), rise);
    }
}
