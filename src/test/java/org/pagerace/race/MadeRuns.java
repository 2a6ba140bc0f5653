package org.pagerace.race;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.pagerace.load.LoadSpec;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;

/** Plans and runs of races that never took place. */
final class MadeRuns {
    /** All servers live, and nobody stops one. */
    static final Rounds.Lives ALIVE = new Rounds.Lives() {
        @Override
        public Optional<String> databaseFailure() {
            return Optional.empty();
        }

        @Override
        public Optional<String> failure(String stack) {
            return Optional.empty();
        }

        @Override
        public void drop(String stack) {
            throw new AssertionError(stack + " lives");
        }

        @Override
        public void restart(String stack, int cores) {
            throw new AssertionError(stack + " stays on its cores");
        }
    };

    private MadeRuns() {}

    /** Our own driver, for as many rounds as planned. */
    static Plans.Wish wish(
            Protocol protocol,
            List<String> stacks,
            List<String> pages,
            Optional<Duration> time,
            OptionalInt rounds,
            OptionalInt connections,
            int cores) {
        return new Plans.Wish(
                protocol, stacks, pages, time, rounds, connections, cores, 1, LoadOptions.USUAL, Tool.BUILTIN.label());
    }

    /** What a run of one second leaves behind that had so many right answers, and nothing else. */
    static LoadResult answers(LoadSpec spec, long answers) {
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
                answers,
                new EnumMap<>(Map.of(FailureKind.OK, answers)),
                new TreeMap<>(answers == 0 ? Map.of() : Map.of(200, answers)),
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

    /** Keeps what it is told. */
    static final class Listener implements RaceListener {
        final List<String> messages = new ArrayList<>();
        final List<Standing> standings = new ArrayList<>();

        @Override
        public void onMessage(String line) {
            messages.add(line);
        }

        @Override
        public void onProgress(Standing standing) {
            standings.add(standing);
        }
    }
}
