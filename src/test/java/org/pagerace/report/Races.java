package org.pagerace.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.pagerace.result.Calibration;
import org.pagerace.result.DatabaseInfo;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LinkInfo;
import org.pagerace.result.LoadResult;
import org.pagerace.result.LostStack;
import org.pagerace.result.MachineInfo;
import org.pagerace.result.Metric;
import org.pagerace.result.PageInfo;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;
import org.pagerace.result.SkippedStack;
import org.pagerace.result.SqlCount;
import org.pagerace.result.StackInfo;

/** Results of races that never took place: every figure follows from the stack's, the page's and the round's number. */
public final class Races {
    static final List<String> STACKS = List.of("jetty", "nginx-fpm", "lighttpd-fpm", "apache-modphp");
    static final List<String> PAGES = List.of("index", "jquery", "info", "db", "open");
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    /** Made once, since its histograms take longer than all the rest. */
    private static final LoadResult LIKE =
            load(1000, new PlanInfo.Mode("c32", "1.1", true, 32, 1, Optional.empty(), Optional.of(ROUND)), Map.of());

    private Races() {}

    static RaceResult modern() {
        return modern("", Map.of());
    }

    /** Returns a race in which {@code text} stands wherever text from outside can stand, with these failures per cell. */
    static RaceResult modern(String text, Map<FailureKind, Long> failures) {
        var mode = new PlanInfo.Mode("c32", "1.1", true, 32, 1, Optional.empty(), Optional.of(ROUND));
        return race("modern", List.of(mode), 6, text, failures);
    }

    /** Returns a race of one round per cell: quick to write and to read. */
    static RaceResult brief() {
        var mode = new PlanInfo.Mode("c32", "1.1", true, 32, 1, Optional.empty(), Optional.of(ROUND));
        return race("modern", List.of(mode), 1, "", Map.of());
    }

    /** Returns {@link #modern()} with one cell, of a JVM, that becomes faster by a thousand in each of its six rounds, from 4,000 on. */
    static RaceResult rising(String stack, String page) {
        RaceResult race = modern();
        PlanInfo.Mode mode = race.plan().modes().get(0);
        List<RoundResult> rounds = new ArrayList<>();
        for (RoundResult round : race.rounds()) {
            boolean rises = round.stack().equals(stack) && round.page().equals(page);
            long answers = 3000 + 1000L * round.round();
            rounds.add(
                    rises
                            ? new RoundResult(
                                    stack,
                                    page,
                                    mode.name(),
                                    round.round(),
                                    round.startedAt(),
                                    load(answers, mode, Map.of()),
                                    idleCompiler())
                            : round);
        }
        return withRounds(race, rounds);
    }

    private static Samples idleCompiler() {
        var series = new Samples.Series(Metric.JVM_COMPILING, List.of(0.9), List.of(0.0));
        return new Samples(List.of(series), List.of(), Duration.ZERO);
    }

    /** Returns {@link #brief()} without that stack's rounds, since it died in the first. */
    static RaceResult withLost(String stack, String reason) {
        RaceResult race = brief();
        List<RoundResult> rounds = race.rounds().stream()
                .filter(round -> !round.stack().equals(stack))
                .toList();
        var lost = new LostStack(stack, stack + " index, round 1/1", reason);
        return with(race, race.plan(), race.calibration(), List.of(lost), rounds);
    }

    /** Returns {@link #brief()} as wrk would have measured it. */
    static RaceResult byTool() {
        RaceResult race = brief();
        List<RoundResult> rounds = race.rounds().stream()
                .map(round -> new RoundResult(
                        round.stack(),
                        round.page(),
                        round.mode(),
                        round.round(),
                        round.startedAt(),
                        ofTool(round.load()),
                        round.samples()))
                .toList();
        return withRounds(race, rounds);
    }

    private static LoadResult ofTool(LoadResult load) {
        return new LoadResult(
                        load.measurementRevision(),
                        load.settings(),
                        load.address(),
                        false,
                        load.elapsed(),
                        load.started(),
                        load.outcomes(),
                        new TreeMap<>(),
                        new TreeMap<>(),
                        0,
                        load.receivedBytes(),
                        0,
                        0,
                        0,
                        0,
                        Latency.empty(),
                        Latency.empty(),
                        Latency.empty(),
                        Latency.empty())
                .withToolFigures(new LoadResult.ToolFigures("wrk 4.1.0", Map.of("p50", 1_000_000L)));
    }

    static RaceResult withRounds(RaceResult race, List<RoundResult> rounds) {
        return with(race, race.plan(), race.calibration(), race.lost(), rounds);
    }

    private static RaceResult with(
            RaceResult race, PlanInfo plan, Calibration calibration, List<LostStack> lost, List<RoundResult> rounds) {
        return new RaceResult(
                race.format(),
                race.version(),
                race.pagerace(),
                race.startedAt(),
                race.elapsed(),
                race.incomplete(),
                race.commandLine(),
                race.machine(),
                race.database(),
                plan,
                race.stacks(),
                race.skipped(),
                lost,
                race.pages(),
                calibration,
                race.warmups(),
                rounds,
                race.confirmations(),
                race.notes());
    }

    /** Returns the right answers per second of one round, counted from 1; not above 0: there was no such round. */
    @FunctionalInterface
    public interface Rates {
        double of(String stack, String page, int round);
    }

    /** Returns a race in which each round was as fast as told. */
    public static RaceResult of(List<String> stacks, List<String> pages, int rounds, Rates rates) {
        var mode = new PlanInfo.Mode("c32", "1.1", true, 32, 1, Optional.empty(), Optional.of(ROUND));
        List<RoundResult> results = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (String page : pages) {
                for (String stack : stacks) {
                    double rate = rates.of(stack, page, round);
                    if (rate > 0) {
                        results.add(
                                new RoundResult(stack, page, mode.name(), round, START, exactly(rate), Samples.NONE));
                    }
                }
            }
        }
        return race("modern", stacks, pages, List.of(mode), rounds, "", results);
    }

    /** The rate of a run is its answers through its time. */
    private static LoadResult exactly(double rate) {
        LoadResult like = LIKE;
        return new LoadResult(
                like.measurementRevision(),
                like.settings(),
                like.address(),
                false,
                Duration.ofNanos((long) (1e9 * like.ok() / rate)),
                like.started(),
                like.outcomes(),
                like.statuses(),
                like.protocolErrors(),
                like.bodyBytes(),
                like.receivedBytes(),
                like.sentBytes(),
                like.connectionsOpened(),
                like.reusedRequests(),
                like.retries(),
                like.connect(),
                like.firstByte(),
                like.total(),
                like.notRight());
    }

    static RaceResult withMargin(RaceResult race, double margin) {
        var floor = new Calibration.NoiseFloor(margin, 10, race.startedAt(), false);
        return with(
                race,
                race.plan(),
                new Calibration(List.of(), List.of(), Optional.of(floor)),
                race.lost(),
                race.rounds());
    }

    /** Returns that race behind a line of so many bits a second which carries so many answers of the first page. */
    static RaceResult behindLine(RaceResult race, long bitsPerSecond, double perSecond) {
        var line = new Calibration.LineCeiling(race.plan().pages().get(0), 1456, 1456, perSecond, perSecond);
        return with(
                race,
                race.plan().withLink(Optional.of(new LinkInfo(bitsPerSecond, bitsPerSecond, "made"))),
                new Calibration(List.of(), List.of(line), Optional.empty()),
                race.lost(),
                race.rounds());
    }

    static RaceResult withBase(RaceResult race, String base) {
        return with(race, race.plan().withBase(Optional.of(base)), race.calibration(), race.lost(), race.rounds());
    }

    static RaceResult ab() {
        var timed =
                new PlanInfo.Mode("t10", "1.0", false, 1, 1, Optional.of(50_000L), Optional.of(Duration.ofSeconds(10)));
        var counted = new PlanInfo.Mode("c100", "1.0", false, 100, 1, Optional.of(1000L), Optional.empty());
        return race("ab", List.of(timed, counted), 3, "", Map.of());
    }

    static RaceResult webbench() {
        var mode = new PlanInfo.Mode("c500", "1.1", false, 500, 1, Optional.empty(), Optional.of(ROUND));
        return race("webbench", List.of(mode), 2, "", Map.of(), List.of("welcome", "info"));
    }

    static RaceResult httpLoad() {
        List<PlanInfo.Mode> modes = Stream.of(200, 500, 1000)
                .map(parallel -> new PlanInfo.Mode(
                        "p" + parallel, "1.0", false, parallel, 1, Optional.of(1000L), Optional.empty()))
                .toList();
        return race("http_load", modes, 2, "", Map.of(FailureKind.SHORT_BODY, 7L), List.of("portal"));
    }

    static RaceResult weighttp() {
        List<PlanInfo.Mode> modes = new ArrayList<>();
        for (int threads : List.of(1, 2)) {
            for (int level = 0; level <= 1000; level += 10) {
                String name = "t" + threads + "-c" + Math.max(1, level);
                int connections = Math.max(threads, level);
                modes.add(new PlanInfo.Mode(
                        name,
                        "1.1",
                        true,
                        connections,
                        threads,
                        Optional.of(10_000L),
                        Optional.empty(),
                        Optional.of(threads)));
            }
        }
        return race("weighttp", modes, 2, "", Map.of(), List.of("testing"));
    }

    private static RaceResult race(
            String protocol, List<PlanInfo.Mode> modes, int rounds, String text, Map<FailureKind, Long> failures) {
        return race(protocol, modes, rounds, text, failures, PAGES);
    }

    private static RaceResult race(
            String protocol,
            List<PlanInfo.Mode> modes,
            int rounds,
            String text,
            Map<FailureKind, Long> failures,
            List<String> pages) {
        return race(protocol, STACKS, pages, modes, rounds, text, rounds(modes, rounds, failures, pages));
    }

    private static RaceResult race(
            String protocol,
            List<String> stacks,
            List<String> pages,
            List<PlanInfo.Mode> modes,
            int rounds,
            String text,
            List<RoundResult> results) {
        return new RaceResult(
                RaceResult.FORMAT,
                RaceResult.VERSION,
                "0.1.0" + text,
                Instant.parse("2026-11-30T12:00:00Z"),
                Duration.ofSeconds(93),
                Optional.empty(),
                List.of("race", "--time", "90s" + text),
                new MachineInfo("Some CPU" + text, 2, 8L << 30, "6.1" + text, "Some OS" + text, "17" + text),
                new DatabaseInfo("embedded", "11.4.5-MariaDB" + text, "TCP 127.0.0.1" + text),
                new PlanInfo(
                        protocol,
                        "builtin",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        stacks,
                        pages,
                        modes,
                        rounds,
                        2,
                        ROUND,
                        Duration.ofMillis(100),
                        1,
                        List.of("A remark." + text)),
                stacks.stream().map(stack -> stack(stack, text)).toList(),
                List.of(new SkippedStack("tomcat" + text, "not installed" + text, "apt-get install it" + text)),
                List.of(),
                pages.stream().map(page -> page(page, text)).toList(),
                Calibration.NONE,
                List.of(),
                results,
                List.of(),
                List.of("A note." + text));
    }

    private static StackInfo stack(String name, String text) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("keep-alive" + text, "on");
        facts.put("access log", name.equals("jetty") ? "off" + text : "off");
        facts.put("php.ini memory_limit", "128M" + text);
        return new StackInfo(
                name, "What " + name + " is" + text, Optional.empty(), Map.of(name, "1.2.3" + text), facts);
    }

    private static PageInfo page(String page, String text) {
        Map<String, PageInfo.Body> bodies = new LinkedHashMap<>();
        STACKS.forEach(stack -> bodies.put(stack, new PageInfo.Body("/" + page + text, 1000, "ab".repeat(32))));
        Map<String, SqlCount> sql = new LinkedHashMap<>();
        if (page.equals("db")) {
            STACKS.forEach(stack -> sql.put(stack, new SqlCount(3, 3, 3, Map.of(), Optional.empty())));
            sql.put("last", SqlCount.notCounted(3, "somebody else" + text));
        }
        return new PageInfo(page, !page.equals("info"), "right" + text, bodies, sql);
    }

    private static List<RoundResult> rounds(
            List<PlanInfo.Mode> modes, int rounds, Map<FailureKind, Long> failures, List<String> pages) {
        List<RoundResult> results = new ArrayList<>();
        for (PlanInfo.Mode mode : modes) {
            for (int round = 1; round <= rounds; round++) {
                for (int page = 0; page < pages.size(); page++) {
                    for (int stack = 0; stack < STACKS.size(); stack++) {
                        long answers = 1000L * (page + 1) * (STACKS.size() - stack) + 37L * round;
                        results.add(new RoundResult(
                                STACKS.get(stack),
                                pages.get(page),
                                mode.name(),
                                round,
                                Instant.parse("2026-11-30T12:00:00Z"),
                                load(answers, mode, failures),
                                Samples.NONE));
                    }
                }
            }
        }
        return results;
    }

    /** Returns a run of one second with so many right answers, each within a millisecond per thousand of them. */
    static LoadResult load(long answers, PlanInfo.Mode mode, Map<FailureKind, Long> failures) {
        var histogram = new Histogram(3);
        histogram.recordValueWithCount(32_000_000_000L / answers, answers - answers / 50);
        histogram.recordValueWithCount(96_000_000_000L / answers, answers / 50);
        Map<FailureKind, Long> outcomes = new EnumMap<>(FailureKind.class);
        outcomes.put(FailureKind.OK, answers);
        outcomes.putAll(failures);
        long started = outcomes.values().stream().mapToLong(Long::longValue).sum();
        var settings = new LoadResult.Settings(
                "http://127.0.0.1:1/",
                "GET",
                "HTTP/" + mode.http(),
                mode.keepAlive(),
                mode.connections(),
                mode.threads(),
                0,
                ROUND,
                Duration.ZERO,
                Duration.ofSeconds(10),
                "none");
        Latency latency = Latency.of(histogram);
        return new LoadResult(
                LoadResult.MEASUREMENT_REVISION,
                settings,
                "127.0.0.1:1",
                false,
                ROUND,
                started,
                outcomes,
                new TreeMap<>(Map.of(200, answers)),
                new TreeMap<>(),
                answers * 1000,
                answers * 1200,
                answers * 100,
                32,
                answers,
                0,
                Latency.empty(),
                latency,
                latency,
                Latency.empty());
    }
}
