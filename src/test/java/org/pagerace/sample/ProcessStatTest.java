package org.pagerace.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessStatTest {
    /** Linux 6.1, a php-fpm child; its name has been given a blank and a parenthesis. */
    private static final String LINE =
            "2114 (php-fpm: (x) y) S 2101 2099 2099 0 -1 4194624 1180 7 0 0 120 35 4 2 20 0 3 0"
                    + " 88123 230318080 4321 18446744073709551615 1 1 0 0 0 0 0 4096 1 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

    @Test
    void parse_wholeLine_hasAllFields() {
        assertEquals(
                Optional.of(new ProcessStat(2101, 2099, 2099, false, 155, 6, 3, 88123, 4321)), ProcessStat.parse(LINE));
    }

    @Test
    void parse_kernelThread_isKnown() {
        String line = "2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 3 0 0 184 0 0 0 0 0 0 0 0 0 0 0 0 0";
        assertTrue(ProcessStat.parse(line).orElseThrow().kernelThread());
    }

    @Test
    void parse_cutAnywhere_isWholeOrNothing() {
        int needed = LINE.indexOf(" 4321 ") + " 4321 ".length();
        for (int length = 0; length < LINE.length(); length++) {
            Optional<ProcessStat> stat = ProcessStat.parse(LINE.substring(0, length));
            assertEquals(length >= needed, stat.isPresent(), "cut at " + length);
            assertTrue(stat.isEmpty() || stat.equals(ProcessStat.parse(LINE)), "cut at " + length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 (sh", "1 (sh) S", "1 (sh) S a b c d e f g h i j k l m n o p q r s t u v w x y z"})
    void parse_somethingElse_isNothing(String text) {
        assertEquals(Optional.empty(), ProcessStat.parse(text));
    }
}
