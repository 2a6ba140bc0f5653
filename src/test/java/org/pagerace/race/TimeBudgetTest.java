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

    /**
     * A cell gets total / cells: two fifths of it in two passes of warm-up, the rest in equal rounds whose first tenth, 50
     * to 200 ms, is the lead-in; starting and ending each run takes 30 ms.
     */
    @ParameterizedTest
    @CsvSource({
        "20, 10, 370, 3, 50, 320",
        "90, 20, 870, 6, 50, 370",
        "120, 20, 1170, 6, 57, 513",
        "360, 65, 1077, 7, 50, 394",
        "240, 20, 2370, 6, 117, 1053",
        "3600, 20, 4970, 10, 200, 16770"
    })
    void divide_noRoundsGiven_choosesRoundsByTheirLength(
            long seconds, int cells, long warmupMillis, int rounds, long leadInMillis, long roundMillis)
            throws RaceException {
        var shares = new TimeBudget(Duration.ofSeconds(seconds), cells, false).divide(OptionalInt.empty());
        assertEquals(
                new TimeBudget.Shares(
                        Duration.ofMillis(warmupMillis),
                        rounds,
                        Duration.ofMillis(leadInMillis),
                        Duration.ofMillis(roundMillis)),
                shares);
    }

    @ParameterizedTest
    @CsvSource({"20, 10", "90, 20", "97, 7", "120, 20", "3600, 1"})
    void divide_anyBudget_isNotExceeded(long seconds, int cells) throws RaceException {
        var total = Duration.ofSeconds(seconds);
        var shares = new TimeBudget(total, cells, false).divide(OptionalInt.empty());
        Duration rounds = shares.leadIn()
                .plus(shares.round())
                .plus(TimeBudget.RUN_OVERHEAD)
                .multipliedBy(shares.rounds());
        Duration warmups = shares.warmup().plus(TimeBudget.RUN_OVERHEAD).multipliedBy(TimeBudget.WARMUP_PASSES);
        Duration spent = rounds.plus(warmups).multipliedBy(cells);
        assertTrue(spent.compareTo(total) <= 0, spent + " of " + total);
    }

    @Test
    void divide_roundsGiven_keepsThem() throws RaceException {
        var shares = new TimeBudget(Duration.ofSeconds(40), 10, false).divide(OptionalInt.of(2));
        assertEquals(2, shares.rounds());
        assertEquals(Duration.ofMillis(1053), shares.round());
    }

    @Test
    void divide_tooShort_namesABudgetThatIsEnough() throws RaceException {
        var refused = assertThrows(
                RaceException.class,
                () -> new TimeBudget(Duration.ofSeconds(5), 20, false).divide(OptionalInt.empty()));
        assertTrue(refused.getMessage().contains("--time 5s is too short for 20 cells"), refused.getMessage());
        assertTrue(refused.getMessage().contains("give at least 28s"), refused.getMessage());
        new TimeBudget(Duration.ofSeconds(28), 20, false).divide(OptionalInt.empty()); // the named budget is accepted
    }
}
