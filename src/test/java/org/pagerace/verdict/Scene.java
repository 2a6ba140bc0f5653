package org.pagerace.verdict;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pagerace.load.Header;
import org.pagerace.load.HttpVersion;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.ScriptedServer;
import org.pagerace.load.Stop;
import org.pagerace.process.ChildProcess;
import org.pagerace.result.Json;
import org.pagerace.result.LoadResult;
import org.pagerace.result.Metric;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;
import org.pagerace.sample.NetworkTools;
import org.pagerace.sample.ProcFiles;
import org.pagerace.sample.Sampler;
import org.pagerace.sample.Sources;

/**
 * Some rounds of one real load on one real server, watched by the real sampler: in this process, or in one of its own
 * that some words are put before, where the cause lies in the driver's process or its network.
 *
 * @param target empty for a server of the scene's own process, which never closes a connection by itself
 */
record Scene(String page, String target, Load load, Watch watch) {

    /** @param bodyBytesPerSecond how fast the driver reads each body at most; 0: as fast as it comes */
    record Load(
            String method,
            boolean keepAlive,
            int connections,
            int threads,
            long bodyBytesPerSecond,
            int rounds,
            Duration leadIn,
            Duration length) {}

    /**
     * Whom the sampler looks at.
     *
     * @param prefix words that lead into the servers' network namespace, seen from where the scene is
     */
    record Watch(
            List<Long> server,
            List<Long> database,
            List<String> listens,
            List<Sources.StatusPage> status,
            List<String> prefix,
            Optional<Sources.Line> line) {}

    private static final Duration TIMEOUT = Duration.ofSeconds(8);
    private static final Duration PLAY_WITHIN = Duration.ofSeconds(60);

    /** What a scene leaves behind: its rounds, or why the driver refused to begin. */
    record Outcome(List<RoundResult> rounds, Optional<String> refused) {
        /** Returns the same, as it would be if that metric could not be read. */
        Outcome blindTo(Metric metric) {
            return new Outcome(
                    rounds.stream().map(round -> blind(round, metric)).toList(), refused);
        }

        private static RoundResult blind(RoundResult round, Metric metric) {
            Samples samples = new Samples(
                    round.samples().series().stream()
                            .filter(series -> series.metric() != metric)
                            .toList(),
                    round.samples().unseen(),
                    round.samples().cost());
            return new RoundResult(
                    round.stack(), round.page(), round.mode(), round.round(), round.startedAt(), round.load(), samples);
        }
    }

    static Scene of(String page, String target, int connections) {
        return new Scene(
                page,
                target,
                new Load("GET", true, connections, 1, 0, 2, Duration.ofMillis(500), Duration.ofSeconds(3)),
                new Watch(List.of(), List.of(), List.of(), List.of(), List.of(), Optional.empty()));
    }

    private Scene with(Load other) {
        return new Scene(page, target, other, watch);
    }

    private Scene with(Watch other) {
        return new Scene(page, target, load, other);
    }

    Scene withoutKeepAlive() {
        return with(
                new Load(load.method, false, load.connections, load.threads, 0, load.rounds, load.leadIn, load.length));
    }

    Scene withMethod(String method) {
        return with(new Load(
                method, load.keepAlive, load.connections, load.threads, 0, load.rounds, load.leadIn, load.length));
    }

    Scene readingSlowly(long bytesPerSecond) {
        return with(new Load(
                load.method,
                load.keepAlive,
                load.connections,
                load.threads,
                bytesPerSecond,
                load.rounds,
                load.leadIn,
                load.length));
    }

    Scene withTimes(int rounds, Duration leadIn, Duration length) {
        return with(new Load(
                load.method,
                load.keepAlive,
                load.connections,
                load.threads,
                load.bodyBytesPerSecond,
                rounds,
                leadIn,
                length));
    }

    /** Whom the sampler looks at. */
    Scene watching(List<Long> server, List<String> listens, List<Sources.StatusPage> status) {
        return with(new Watch(server, watch.database, listens, status, watch.prefix, watch.line));
    }

    Scene watchingDatabase(List<Long> database) {
        return with(new Watch(watch.server, database, watch.listens, watch.status, watch.prefix, watch.line));
    }

    Scene overLine(List<String> prefix, Sources.Line line) {
        return with(new Watch(watch.server, watch.database, watch.listens, watch.status, prefix, Optional.of(line)));
    }

    Mode mode() {
        return new Mode(
                "c" + load.connections,
                "1.1",
                load.keepAlive,
                load.connections,
                load.threads,
                Optional.empty(),
                Optional.of(load.length));
    }

    /** Plays it here. */
    Outcome play() throws IOException, InterruptedException {
        if (!target.isEmpty()) {
            return play(URI.create(target));
        }
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            return play(server.uri());
        }
    }

    private Outcome play(URI uri) throws InterruptedException {
        List<RoundResult> played = new ArrayList<>();
        for (int round = 1; round <= load.rounds; round++) {
            var window = new Sampler.Window(load.leadIn, Optional.of(load.length), true);
            Sampler sampler = Sampler.start(sources(), window);
            try (sampler) {
                LoadResult measured = new LoadRunner(spec(uri), Progress.NONE).run();
                Samples samples = sampler.stop();
                played.add(new RoundResult("planted", page, mode().name(), round, Instant.now(), measured, samples));
            } catch (LoadException e) {
                return new Outcome(played, Optional.of(e.getMessage()));
            }
        }
        return new Outcome(played, Optional.empty());
    }

    private LoadSpec spec(URI uri) {
        return LoadSpec.of(uri)
                .withMethod(load.method)
                .withVersion(HttpVersion.HTTP_1_1)
                .withKeepAlive(load.keepAlive)
                .withConnections(load.connections, load.threads)
                .withStop(new Stop.AfterDuration(load.length))
                .withWarmup(load.leadIn)
                .withBodyBytesPerSecond(load.bodyBytesPerSecond)
                .withHeaders(List.of(new Header("Accept-Encoding", "gzip"))) // of use only where a server is told to
                .withTimeout(TIMEOUT);
    }

    private Sources sources() {
        return new Sources(
                ProcFiles.ofThisMachine(),
                watch.server,
                watch.database,
                () -> List.of(ProcessHandle.current().pid()),
                watch.listens,
                watch.status,
                new NetworkTools(watch.prefix),
                watch.line,
                Optional.empty());
    }

    /** Plays it in a process of its own that comes before others, so that a busy machine does not make the driver late. */
    Outcome playFirst(Planter planter) throws IOException, InterruptedException {
        return play(List.of(), planter, true);
    }

    /** As the other one, with these words before its command. */
    Outcome playFirst(List<String> words, Planter planter) throws IOException, InterruptedException {
        return play(words, planter, true);
    }

    /** Plays it in a process of its own that has to share, with these words before its command. */
    Outcome playAmongOthers(List<String> words, Planter planter) throws IOException, InterruptedException {
        return play(words, planter, false);
    }

    private Outcome play(List<String> words, Planter planter, boolean first) throws IOException, InterruptedException {
        Path in = Files.createTempFile(planter.folder(), "scene", ".json");
        Path out = Files.createTempFile(planter.folder(), "outcome", ".json");
        Files.writeString(in, Json.write(this));
        List<String> command = new ArrayList<>(words);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", classPath(), Scene.class.getName(), in.toString(), out.toString()));
        if (first) {
            command.add("first");
        }
        ChildProcess child = planter.start("scene", command, Map.of());
        if (!child.awaitExit(PLAY_WITHIN) || child.exitStatus().orElse(-1) != 0) {
            throw new IOException("the scene failed: " + child.lastLines(30));
        }
        return Json.read(out, Outcome.class);
    }

    /** Failsafe's own class path is one jar that names the others; that works for a child as well. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length > 2) {
            Planter.prefer(ProcessHandle.current().pid()); // here: before this its session may not be its own
        }
        Outcome outcome = Json.read(Path.of(args[0]), Scene.class).play();
        Files.writeString(Path.of(args[1]), Json.write(outcome));
    }
}
