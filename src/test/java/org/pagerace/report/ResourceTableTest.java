package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pagerace.result.Metric;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;

class ResourceTableTest {
    private static String render(RaceResult race) {
        return new ResourceTable(new RaceSummary(race))
                .render(race.plan().modes().get(0));
    }

    @Test
    void render_nobodyLooked_isNothing() {
        assertEquals("", render(Races.modern()));
    }

    /** 4,037 to 4,222 answers per second with half a processor: about 121 us each. */
    @Test
    void render_samples_areMediansPerAnswer() {
        var samples = new Samples(
                List.of(
                        new Samples.Series(Metric.SERVER_CPU, List.of(0.5, 0.95), List.of(0.4, 0.6111111)),
                        new Samples.Series(Metric.SERVER_MEMORY, List.of(1.0), List.of(123.4e6))),
                List.of(),
                Duration.ofMillis(5));
        RaceResult race = Races.modern();
        List<RoundResult> rounds = race.rounds().stream()
                .map(round -> new RoundResult(
                        round.stack(),
                        round.page(),
                        round.mode(),
                        round.round(),
                        round.startedAt(),
                        round.load(),
                        round.stack().equals("jetty") ? samples : Samples.NONE))
                .toList();
        String text = render(Races.withRounds(race, rounds));
        List<String> lines =
                text.lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
        assertEquals("CPU us/request jetty nginx-fpm lighttpd-fpm apache-modphp", lines.get(0));
        assertEquals("index", lines.get(2));
        assertEquals("server 121 - - -", lines.get(3));
        assertEquals("database - - - -", lines.get(4));
        assertEquals("driver - - - -", lines.get(5));
        assertEquals("memory 118 MiB - - -", lines.get(6));
        assertTrue(text.contains("0.50 % of a"), text);
    }
}
