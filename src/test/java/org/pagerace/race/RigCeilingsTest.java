package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.result.LoadResult;

class RigCeilingsTest {
    @ParameterizedTest
    @CsvSource({"10, 250", "30, 500", "600, 1000"})
    void run_ourDriver_isASixtiethOfTheRace(int raceSeconds, int expectedMillis) {
        assertEquals(
                Duration.ofMillis(expectedMillis), RigCeilings.run(Duration.ofSeconds(raceSeconds), Driver.builtIn()));
    }

    /** wrk -d 0s and ab -t 0 measure nothing. */
    @Test
    void run_toolThatCountsSeconds_isNeverLessThanOne() {
        var tool = new Driver() {
            @Override
            public LoadResult run(LoadSpec spec, Progress progress) throws LoadException {
                throw new LoadException("not asked to");
            }

            @Override
            public boolean countsSeconds() {
                return true;
            }
        };
        assertEquals(Duration.ofSeconds(1), RigCeilings.run(Duration.ofSeconds(10), tool));
    }
}
