package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.result.Metric;

class ShareTest {
    @ParameterizedTest
    @CsvSource({
        "1, 3, samples, 1 of 3 samples, false",
        "4, 5, samples, 4 of 5 samples, true",
        "79, 100, samples, 79 of 100 samples, false",
        "1, 1, rounds, 1 of 1 round, true",
        "0, 7, rounds, 0 of 7 rounds, false"
    })
    void inWords_count_saysOfHowMany(int held, int of, String unit, String words, boolean enough) {
        var share = new Share(held, of, unit);
        assertEquals(words, share.inWords());
        assertEquals(enough, share.isEnough());
    }

    @Test
    void always_whatCannotBeCounted_isEnoughAndClaimsNoCount() {
        assertTrue(Share.ALWAYS.isEnough());
        assertEquals("", Share.ALWAYS.inWords());
    }

    @Test
    void of_noReadings_isNever() {
        assertTrue(Share.of(List.of(), reading -> true).isNone());
        var reading = new Reading(1, Map.of(Metric.LISTEN_DROPS, 2.0));
        assertEquals(new Share(1, 1, "samples"), Share.of(List.of(reading), one -> one.of(Metric.LISTEN_DROPS) > 0));
    }

    @Test
    void or_two_isTheLargerPartAndOfEqualOnesTheBetterKnown() {
        var third = new Share(1, 3, "rounds");
        var half = new Share(10, 20, "samples");
        assertEquals(half, third.or(half));
        assertEquals(half, half.or(third));
        assertEquals(half, new Share(1, 2, "rounds").or(half));
        assertFalse(Share.NEVER.or(third).isNone());
    }

    @Test
    void new_moreThanAll_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Share(4, 3, "samples"));
        assertThrows(IllegalArgumentException.class, () -> new Share(-1, 3, "samples"));
    }
}
