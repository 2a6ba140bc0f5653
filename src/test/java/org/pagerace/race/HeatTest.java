package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.HttpVersion;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Stop;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;

class HeatTest {
    private final List<LoadSpec> specs = new ArrayList<>();
    private final List<RaceListener.Standing> standings = new ArrayList<>();
    private Optional<String> death = Optional.empty();

    private final RaceListener listener = new RaceListener() {
        @Override
        public void onMessage(String line) {}

        @Override
        public void onProgress(Standing standing) {
            standings.add(standing);
        }
    };

    private Heat heat(Protocol protocol, Driver driver) throws RaceException {
        RacePlan plan = Plans.of(new Plans.Wish(
                protocol,
                List.of("a", "b"),
                List.of("index", "db"),
                Optional.empty(),
                OptionalInt.of(2),
                OptionalInt.empty(),
                8,
                1));
        return new Heat(
                plan,
                driver,
                listener,
                (stack, page) -> new Heat.Target(
                        URI.create("http://127.0.0.1:1/" + stack + "/" + page), new BodyCheck.Expect(1, 2)),
                () -> death);
    }

    private LoadResult note(LoadSpec spec, Progress progress) {
        specs.add(spec);
        progress.update(new Progress.Snapshot(Duration.ofMillis(1), 1, 1, 0, 1000, 0.5));
        return empty(spec);
    }

    private static LoadResult empty(LoadSpec spec) {
        var settings = new LoadResult.Settings(
                spec.target().toString(),
                spec.method(),
                "HTTP/1.1",
                spec.keepAlive(),
                spec.connections(),
                spec.threads(),
                0,
                Duration.ofSeconds(1),
                Duration.ZERO,
                spec.timeout(),
                "none");
        return new LoadResult(
                LoadResult.MEASUREMENT_REVISION,
                settings,
                "127.0.0.1:1",
                false,
                Duration.ofSeconds(1),
                0,
                new EnumMap<>(FailureKind.class),
                new TreeMap<>(),
                new TreeMap<>(),
                0,
                0,
                0,
                0,
                0,
                0,
                Latency.empty(),
                Latency.empty(),
                Latency.empty(),
                Latency.empty());
    }

    @Test
    void run_modern_warmsUpEveryCellAndKeepsItApart() throws RaceException {
        Heat heat = heat(Protocol.MODERN, this::note);
        assertEquals(Optional.empty(), heat.run());
        assertEquals(8, heat.warmups().size());
        assertEquals(8, heat.rounds().size());
        assertTrue(heat.warmups().stream().allMatch(warmup -> warmup.round() == 0));
        for (LoadSpec spec : specs.subList(0, 8)) {
            assertEquals(Duration.ZERO, spec.warmup());
        }
        for (LoadSpec spec : specs.subList(8, 16)) {
            assertEquals(Duration.ofMillis(200), spec.warmup(), "the lead-in");
        }
        for (LoadSpec spec : specs) {
            assertTrue(spec.keepAlive());
            assertEquals(HttpVersion.HTTP_1_1, spec.version());
            assertEquals(32, spec.connections());
            assertEquals(4, spec.threads());
            assertEquals(new BodyCheck.Expect(1, 2), spec.bodyCheck());
        }
    }

    @Test
    void run_ab_asksAsAbDid() throws RaceException {
        heat(Protocol.AB, this::note).run();
        assertEquals(16, specs.size());
        for (int i = 0; i < specs.size(); i++) {
            LoadSpec spec = specs.get(i);
            boolean timed = i < 8; // t10 comes before c100
            assertFalse(spec.keepAlive());
            assertEquals(HttpVersion.HTTP_1_0, spec.version());
            assertEquals(timed ? 1 : 100, spec.connections());
            assertEquals(1, spec.threads());
            assertEquals(Duration.ZERO, spec.warmup());
            assertEquals(
                    timed
                            ? new Stop.FirstOf(
                                    new Stop.AfterRequests(50_000), new Stop.AfterDuration(Duration.ofSeconds(10)))
                            : new Stop.AfterRequests(1000),
                    spec.stop());
        }
    }

    @Test
    void run_interrupted_keepsWhatWasMeasuredAndSaysWhere() throws RaceException {
        Heat heat = heat(Protocol.AB, (spec, progress) -> {
            if (specs.size() == 3) {
                throw new InterruptedException();
            }
            return note(spec, progress);
        });
        String reason = heat.run().orElseThrow();
        assertTrue(reason.matches("interrupted in [ab] db t10, round 1/2"), reason);
        assertEquals(3, heat.rounds().size());
    }

    @Test
    void run_driverFails_keepsWhatWasMeasuredAndSaysWhy() throws RaceException {
        Heat heat = heat(Protocol.MODERN, (spec, progress) -> {
            if (specs.size() == 9) {
                throw new LoadException("nobody listens");
            }
            return note(spec, progress);
        });
        String reason = heat.run().orElseThrow();
        assertTrue(reason.matches("[ab] (index|db), round 1/2 failed: nobody listens"), reason);
        assertEquals(1, heat.rounds().size());
    }

    @Test
    void run_aServerDies_endsAndThrowsThatRunAway() throws RaceException {
        Heat heat = heat(Protocol.MODERN, (spec, progress) -> {
            if (specs.size() == 9) {
                death = Optional.of("b/nginx (pid 7) was ended by signal 9; it said nothing");
            }
            return note(spec, progress);
        });
        String reason = heat.run().orElseThrow();
        assertTrue(reason.matches("a server died in [ab] (index|db), round 1/2: b/nginx .* nothing"), reason);
        assertEquals(1, heat.rounds().size());
        assertEquals(10, specs.size());
    }

    @Test
    void run_driverFailsOnADeadServer_namesTheDeath() throws RaceException {
        Heat heat = heat(Protocol.MODERN, (spec, progress) -> {
            death = Optional.of("a/jetty (pid 7) was ended by signal 9; it said nothing");
            throw new LoadException("connection refused");
        });
        String reason = heat.run().orElseThrow();
        assertTrue(reason.endsWith(", warm-up: a/jetty (pid 7) was ended by signal 9; it said nothing"), reason);
    }

    @Test
    void run_anyPlan_countsProgressUpAndTheTimeDown() throws RaceException {
        heat(Protocol.MODERN, this::note).run();
        for (int i = 1; i < standings.size(); i++) {
            assertTrue(standings.get(i).fractionDone() > standings.get(i - 1).fractionDone());
            assertTrue(
                    standings.get(i).remaining().compareTo(standings.get(i - 1).remaining()) < 0);
        }
        assertTrue(standings.get(standings.size() - 1).fractionDone() < 1);
    }
}
