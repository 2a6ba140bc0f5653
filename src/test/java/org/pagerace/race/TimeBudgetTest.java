package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeBudgetTest {

    /** A cell gets total / cells: a quarter of it warm-up, 30 ms around each run, the rest in equal rounds. */
    @ParameterizedTest
    @CsvSource({
        "20, 10, 500, 3, 460",
        "90, 20, 1125, 6, 527",
        "120, 20, 1500, 6, 715",
        "240, 20, 3000, 8, 1091",
        "3600, 20, 5000, 10, 17467"
    })
    void divide_noRoundsGiven_choosesRoundsByTheirLength(
            long seconds, int cells, long warmupMillis, int rounds, long roundMillis) throws RaceException {
        var shares = new TimeBudget(Duration.ofSeconds(seconds), cells).divide(OptionalInt.empty());
        assertEquals(
                new TimeBudget.Shares(Duration.ofMillis(warmupMillis), rounds, Duration.ofMillis(roundMillis)), shares);
    }

    @ParameterizedTest
    @CsvSource({"20, 10", "90, 20", "97, 7", "120, 20", "3600, 1"})
    void divide_anyBudget_isNotExceeded(long seconds, int cells) throws RaceException {
        var total = Duration.ofSeconds(seconds);
        var shares = new TimeBudget(total, cells).divide(OptionalInt.empty());
        Duration spent = shares.round()
                .plus(TimeBudget.RUN_OVERHEAD)
                .multipliedBy(shares.rounds())
                .plus(shares.warmup())
                .plus(TimeBudget.RUN_OVERHEAD)
                .multipliedBy(cells);
        assertTrue(spent.compareTo(total) <= 0, spent + " of " + total);
    }

    @Test
    void divide_roundsGiven_keepsThem() throws RaceException {
        var shares = new TimeBudget(Duration.ofSeconds(40), 10).divide(OptionalInt.of(2));
        assertEquals(2, shares.rounds());
        assertEquals(Duration.ofMillis(1455), shares.round());
    }

    @Test
    void divide_tooShort_namesABudgetThatIsEnough() throws RaceException {
        var refused = assertThrows(
                RaceException.class, () -> new TimeBudget(Duration.ofSeconds(5), 20).divide(OptionalInt.empty()));
        assertTrue(refused.getMessage().contains("--time 5s is too short for 20 cells"), refused.getMessage());
        assertTrue(refused.getMessage().contains("give at least 20s"), refused.getMessage());
        new TimeBudget(Duration.ofSeconds(20), 20).divide(OptionalInt.empty()); // the named budget is accepted
    }
}
