package org.pagerace.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.pagerace.result.Metric;
import org.pagerace.result.Samples;

class JournalTest {
    private static final long SECOND = 1_000_000_000;
    private static final OptionalLong NONE = OptionalLong.empty();

    private final Journal journal = new Journal();

    private Samples samples() {
        return journal.samples(Duration.ZERO);
    }

    private Optional<Samples.Series> series(Metric metric) {
        return samples().find(metric);
    }

    private String reason(Metric metric) {
        return samples().unseen().stream()
                .filter(unseen -> unseen.metric() == metric)
                .findFirst()
                .orElseThrow()
                .reason();
    }

    @Test
    void samples_anything_hasEachMetricOnce() {
        journal.add(Metric.SERVER_CPU, SECOND, 1);
        journal.unseen(Metric.SERVER_CPU, "void");
        Samples samples = samples();
        Set<Metric> seen = samples.series().stream().map(Samples.Series::metric).collect(Collectors.toSet());
        Set<Metric> unseen =
                samples.unseen().stream().map(Samples.Unseen::metric).collect(Collectors.toSet());
        assertEquals(Set.of(Metric.SERVER_CPU), seen);
        assertEquals(Metric.values().length - 1, unseen.size());
        var all = new HashSet<>(seen);
        all.addAll(unseen);
        assertEquals(Set.of(Metric.values()), all);
    }

    @Test
    void unseen_severalReasons_firstStays() {
        journal.unseen("first", Metric.LISTEN_QUEUE, Metric.LINK_BYTES);
        journal.unseen(Metric.LISTEN_QUEUE, "second");
        assertEquals("first", reason(Metric.LISTEN_QUEUE));
    }

    @Test
    void standing_withoutLoad_isNotTakenDown() {
        journal.begin(5 * SECOND);
        journal.standing(Metric.TIME_WAIT, 5 * SECOND, 7);
        assertEquals(Optional.empty(), series(Metric.TIME_WAIT));
        journal.underLoadUntil(7 * SECOND);
        journal.standing(Metric.TIME_WAIT, 6 * SECOND, 8);
        journal.standing(Metric.TIME_WAIT, 7 * SECOND + 1, 9);
        assertEquals(
                Optional.of(new Samples.Series(Metric.TIME_WAIT, List.of(1.0), List.of(8.0))),
                series(Metric.TIME_WAIT));
    }

    @Test
    void constant_twice_hasOneValueAtTheBegin() {
        journal.begin(SECOND);
        journal.constant(Metric.POOL_LIMIT, 8);
        journal.constant(Metric.POOL_LIMIT, 10);
        assertEquals(
                Optional.of(new Samples.Series(Metric.POOL_LIMIT, List.of(0.0), List.of(10.0))),
                series(Metric.POOL_LIMIT));
    }

    @Test
    void rise_fallingCounter_beginsAnew() {
        var rise = new Rise();
        rise.count(journal, Metric.LINK_BYTES, 0, 100);
        rise.count(journal, Metric.LINK_BYTES, SECOND, 130);
        rise.count(journal, Metric.LINK_BYTES, 2 * SECOND, 5);
        rise.count(journal, Metric.LINK_BYTES, 3 * SECOND, 6);
        assertEquals(List.of(30.0, 1.0), series(Metric.LINK_BYTES).orElseThrow().values());
    }

    @Test
    void rate_unevenLooks_isPerSecond() {
        var rise = new Rise();
        rise.rate(journal, Metric.MACHINE_CPU, 0, 10);
        rise.rate(journal, Metric.MACHINE_CPU, SECOND / 2, 11);
        rise.rate(journal, Metric.MACHINE_CPU, 5 * SECOND / 2, 12);
        assertEquals(List.of(2.0, 0.5), series(Metric.MACHINE_CPU).orElseThrow().values());
    }

    @Test
    void workerTrack_use_isOfItsLimit() {
        var track = new WorkerTrack();
        assertEquals(-1, track.use());
        track.add(0, 2, OptionalLong.of(10), NONE);
        track.add(1, 4, NONE, OptionalLong.of(3));
        assertEquals(0.3, track.use(), 1e-9);
        track.write(journal);
        assertEquals(
                List.of(2.0, 4.0), series(Metric.WORKERS_BUSY).orElseThrow().values());
        assertEquals(List.of(3.0), series(Metric.WORKERS_QUEUE).orElseThrow().values());
        assertEquals(List.of(10.0), series(Metric.WORKERS_LIMIT).orElseThrow().values());
    }

    @Test
    void workerTrack_withoutLimit_saysSo() {
        var track = new WorkerTrack();
        track.add(0, 2, NONE, NONE);
        track.write(journal);
        assertEquals("the status page does not tell it", reason(Metric.WORKERS_LIMIT));
    }
}
