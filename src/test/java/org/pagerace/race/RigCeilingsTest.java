package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo.Mode;

class RigCeilingsTest {
    @ParameterizedTest
    @CsvSource({"10, 250", "30, 500", "600, 1000"})
    void run_ourDriver_isASixtiethOfTheRace(int raceSeconds, int expectedMillis) {
        assertEquals(
                Duration.ofMillis(expectedMillis), RigCeilings.run(Duration.ofSeconds(raceSeconds), Driver.builtIn()));
    }

    private static List<Mode> sweep(int... threads) {
        return Arrays.stream(threads)
                .boxed()
                .flatMap(count -> IntStream.rangeClosed(0, 100)
                        .mapToObj(level -> new Mode(
                                "t" + count + "-c" + 10 * level,
                                "1.1",
                                true,
                                Math.max(count, 10 * level),
                                count,
                                Optional.of(1000L),
                                Optional.empty())))
                .toList();
    }

    private static List<String> names(List<Mode> modes) {
        return modes.stream().map(Mode::name).toList();
    }

    /** A rig is far from its ceiling with the first connections, and soon near to it. */
    @Test
    void modes_ofASweep_areInEqualRatios() {
        assertEquals(
                List.of("t1-c0", "t1-c10", "t1-c20", "t1-c50", "t1-c140", "t1-c370", "t1-c1000"),
                names(RigCeilings.modes(sweep(1))));
        assertEquals(
                List.of("t1-c0", "t1-c10", "t1-c100", "t1-c1000", "t2-c0", "t2-c20", "t2-c130", "t2-c1000"),
                names(RigCeilings.modes(sweep(1, 2))));
    }

    @Test
    void modes_few_areAll() {
        List<Mode> few = sweep(1).subList(3, 11);
        assertEquals(few, RigCeilings.modes(few));
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
