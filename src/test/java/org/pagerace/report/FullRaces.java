package org.pagerace.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.pagerace.result.Calibration;
import org.pagerace.result.Confirmation;
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
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;
import org.pagerace.result.SkippedStack;
import org.pagerace.result.SqlCount;
import org.pagerace.result.StackInfo;

/**
 * Results of races that never took place, with everything in them that a race can leave behind. All noise follows from a
 * seed, so that they are the same every time.
 */
final class FullRaces {
    static final List<String> THIRTEEN = List.of(
            "jetty",
            "jetty-base",
            "tomcat",
            "nginx-fpm",
            "nginx-fpm-tcp",
            "nginx-fpm-tuned",
            "lighttpd-fpm",
            "lighttpd-fpm-tuned",
            "apache-modphp",
            "apache-worker-fpm",
            "apache-event-fpm",
            "nginx-apache",
            "lighttpd-apache");

    static final List<Integer> LEVELS = IntStream.rangeClosed(0, 20)
            .map(level -> Math.max(1, 50 * level))
            .boxed()
            .toList();

    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private static final double[] SPEED = {
        11_000, 10_800, 9_700, 5_200, 4_900, 6_600, 5_300, 6_500, 4_400, 4_700, 4_750, 3_900, 3_800
    };
    private static final double[] OF_PAGE = {1, 3.4, 0.8, 0.9, 0.6};

    private final List<String> stacks;
    private final List<String> pages;
    private final List<Mode> modes;
    private final int rounds;
    private final Duration length;
    private final String text;
    private final SplittableRandom random = new SplittableRandom(5);

    private FullRaces(
            List<String> stacks, List<String> pages, List<Mode> modes, int rounds, Duration length, String text) {
        this.stacks = stacks.stream().map(stack -> stack + text).toList();
        this.pages = pages.stream().map(page -> page + text).toList();
        this.modes = modes;
        this.rounds = rounds;
        this.length = length;
        this.text = text;
    }

    /** Returns a race of all stacks on all pages in ten rounds. */
    static RaceResult thirteen() {
        return new FullRaces(THIRTEEN, Races.PAGES, List.of(closedLoop("")), 10, Duration.ofMillis(3400), "")
                .race("modern");
    }

    static RaceResult four() {
        return new FullRaces(Races.STACKS, Races.PAGES, List.of(closedLoop("")), 10, Duration.ofMillis(3400), "")
                .race("modern");
    }

    /** Returns a race in which {@code text} stands wherever text from outside can stand, names of stacks and pages too. */
    static RaceResult with(String text) {
        return new FullRaces(
                        Races.STACKS, List.of("index", "db"), List.of(closedLoop(text)), 6, Duration.ofSeconds(2), text)
                .race("modern" + text);
    }

    /** Returns a race of all stacks on one page with rising numbers of connections, on one core and on two. */
    static RaceResult sweep() {
        List<Mode> modes = new ArrayList<>();
        for (int threads : new int[] {1, 2}) {
            for (int connections : LEVELS) {
                int level = Math.max(threads, connections);
                modes.add(new Mode(
                        "t" + threads + "-c" + connections,
                        "1.1",
                        true,
                        level,
                        threads,
                        Optional.of(1000L),
                        Optional.empty(),
                        Optional.of(threads)));
            }
        }
        return new FullRaces(THIRTEEN, List.of("testing"), modes, 2, Duration.ofSeconds(1), "").race("weighttp");
    }

    private static Mode closedLoop(String text) {
        return new Mode("c32" + text, "1.1", true, 32, 1, Optional.empty(), Optional.of(Duration.ofMillis(3400)));
    }

    private RaceResult race(String protocol) {
        List<RoundResult> results = rounds();
        return new RaceResult(
                RaceResult.FORMAT,
                RaceResult.VERSION,
                "0.1.0" + text,
                START,
                Duration.ofHours(1),
                Optional.of("a stack died" + text),
                List.of("race", "--time", "60m" + text),
                new MachineInfo("Some CPU" + text, 2, 8L << 30, "6.1" + text, "Some OS" + text, "17" + text),
                new DatabaseInfo("embedded" + text, "11.4.5-MariaDB" + text, "TCP 127.0.0.1" + text),
                plan(protocol),
                IntStream.range(0, stacks.size()).mapToObj(this::stack).toList(),
                List.of(new SkippedStack("caddy" + text, "not installed" + text, "apt-get install it" + text)),
                List.of(new LostStack(
                        stacks.get(stacks.size() - 1),
                        "round " + rounds + text,
                        "php-fpm ended with status 139" + text)),
                pages.stream().map(this::page).toList(),
                calibration(),
                List.of(),
                results,
                List.of(
                        confirmation(Confirmation.Change.NOTHING, results.get(0).load()),
                        confirmation(Confirmation.Change.HEAD, results.get(0).load())),
                List.of("A note." + text));
    }

    private Confirmation confirmation(Confirmation.Change change, LoadResult load) {
        return new Confirmation(stacks.get(0), pages.get(0), modes.get(0).name(), change, load);
    }

    private PlanInfo plan(String protocol) {
        return new PlanInfo(
                protocol,
                "wrk 4.1.0" + text,
                Optional.of(new LinkInfo(1_000_000_000, 984_395_318, "a veth shaped by tbf" + text)),
                Optional.of(stacks.get(1)),
                Optional.of(0.02),
                List.of("compression: on in one, off in the others" + text),
                stacks,
                pages,
                modes,
                rounds,
                2,
                Duration.ofSeconds(2),
                Duration.ofMillis(100),
                1,
                List.of("A remark." + text));
    }

    private StackInfo stack(int index) {
        boolean java = (index < 3 && stacks.size() > 4) || index == 0;
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("server" + text, (java ? "Jetty 12.1.14 on Java 25" : "some server and php-fpm 8.2.36") + text);
        facts.put("workers", java ? "8 to 200 threads" : "php-fpm: " + (10 + index % 3) + " static");
        facts.put("http", "1.1");
        facts.put("keep-alive", "30 s idle, no limit of requests");
        facts.put("compression", index == 1 ? "on" + text : "off");
        facts.put("access log", "off");
        if (!java) {
            facts.put("php.ini memory_limit", "128M" + text);
            facts.put("php.ini output_buffering", "4096");
        }
        return new StackInfo(
                stacks.get(index),
                "What it is, and how it reaches PHP" + text,
                index == 1 ? Optional.of("http://192.0.2.1/" + text) : Optional.empty(),
                Map.of("server" + text, "1.2.3" + text),
                facts);
    }

    private PageInfo page(String page) {
        Map<String, PageInfo.Body> bodies = new LinkedHashMap<>();
        stacks.forEach(stack -> bodies.put(stack, new PageInfo.Body("/" + page, 7621, "ab".repeat(32))));
        Map<String, SqlCount> sql = Map.of(stacks.get(0), SqlCount.notCounted(3, "somebody else" + text));
        return new PageInfo(
                page, !page.startsWith("info"), "right" + text, bodies, page.startsWith("db") ? sql : Map.of());
    }

    private Calibration calibration() {
        List<Calibration.Ceiling> ceilings = new ArrayList<>();
        for (int page = 0; page < pages.size(); page++) {
            double most = SPEED[0] * OF_PAGE[page] * (page == 1 ? 1.3 : 3);
            ceilings.add(new Calibration.Ceiling(pages.get(page), modes.get(0).name(), 7621, most));
        }
        var line = new Calibration.LineCeiling(pages.get(0), 7000, 7621, 16_200, 14_900);
        return new Calibration(
                ceilings, List.of(line), Optional.of(new Calibration.NoiseFloor(0.021, 190, START, false)));
    }

    private List<RoundResult> rounds() {
        List<RoundResult> results = new ArrayList<>();
        for (Mode mode : modes) {
            for (int round = 1; round <= rounds; round++) {
                for (int page = 0; page < pages.size(); page++) {
                    for (int stack = 0; stack < stacks.size(); stack++) {
                        results.add(round(mode, round, page, stack));
                    }
                }
            }
        }
        return results;
    }

    private RoundResult round(Mode mode, int round, int page, int stack) {
        double crowd = mode.connections() / (mode.connections() + 24.0) - mode.connections() * stack / 30_000.0;
        double perSecond = SPEED[stack] * OF_PAGE[page] * crowd * mode.threads() * (1 + noise(0.04));
        LoadResult load = load(perSecond, mode, stack);
        return new RoundResult(
                stacks.get(stack),
                pages.get(page),
                mode.name(),
                round,
                START.plusSeconds(40L * round + 3L * stack),
                load,
                samples(perSecond, page, stack));
    }

    /** About as often below as above 0. */
    private double noise(double size) {
        return size * (random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5);
    }

    private LoadResult load(double perSecond, Mode mode, int stack) {
        long answers = mode.requests().orElse(Math.max(1, Math.round(perSecond * length.toNanos() / 1e9)));
        Duration elapsed = mode.requests().isEmpty() ? length : Duration.ofNanos((long) (answers / perSecond * 1e9));
        Latency latency = Latency.of(histogram(mode.connections() / perSecond * 1e9, answers, stack));
        return new LoadResult(
                LoadResult.MEASUREMENT_REVISION,
                new LoadResult.Settings(
                        "http://127.0.0.1:1/" + text,
                        "GET",
                        "HTTP/1.1",
                        true,
                        mode.connections(),
                        mode.threads(),
                        0,
                        length,
                        Duration.ZERO,
                        Duration.ofSeconds(10),
                        "none"),
                "127.0.0.1:1",
                false,
                elapsed,
                answers,
                Map.of(FailureKind.OK, answers),
                new TreeMap<>(Map.of(200, answers)),
                new TreeMap<>(),
                answers * 7621,
                answers * 7900,
                answers * 100,
                32,
                answers,
                0,
                Latency.empty(),
                latency,
                latency,
                Latency.empty(),
                LoadResult.Pacing.CLOSED_LOOP,
                new LoadResult.DriverUse(List.of(length.dividedBy(3)), Duration.ZERO, Latency.empty()),
                seconds(perSecond));
    }

    /** Returns about so many times with that mean, as a closed loop must have it, most of them close and a long tail. */
    private static Histogram histogram(double meanNanos, long answers, int stack) {
        int pieces = 200;
        double[] shape = new double[pieces];
        double sum = 0;
        for (int i = 0; i < pieces; i++) {
            double rest = Math.pow(10, -4.5 * i / pieces); // the share of answers that take longer
            shape[i] = 0.7 + Math.pow(-Math.log10(rest), 2) * (0.06 + 0.02 * stack);
            sum += shape[i] * weight(i, pieces);
        }
        var histogram = new Histogram(3);
        for (int i = 0; i < pieces; i++) {
            long count = Math.round(answers * weight(i, pieces));
            histogram.recordValueWithCount((long) (meanNanos * shape[i] / sum), count);
        }
        return histogram;
    }

    private static double weight(int i, int pieces) {
        return Math.pow(10, -4.5 * i / pieces) - Math.pow(10, -4.5 * (i + 1) / pieces);
    }

    private List<LoadResult.Second> seconds(double perSecond) {
        List<LoadResult.Second> seconds = new ArrayList<>();
        Duration left = length;
        for (int index = 0; left.compareTo(Duration.ZERO) > 0; index++) {
            Duration piece = left.compareTo(Duration.ofSeconds(1)) > 0 ? Duration.ofSeconds(1) : left;
            long ok = Math.round(perSecond * piece.toNanos() / 1e9 * (1 + noise(0.06)));
            seconds.add(new LoadResult.Second(index, piece, ok, ok, 0, ok * 7621, 1, 2, 3, 4));
            left = left.minus(piece);
        }
        return seconds;
    }

    private Samples samples(double perSecond, int page, int stack) {
        List<Samples.Series> series = new ArrayList<>();
        boolean java = stack < 3;
        series.add(series(Metric.MACHINE_CPU, java ? 1.99 : 1.6, 0.004));
        series.add(series(Metric.SERVER_CPU, java ? 1.96 : 1.1 + 0.02 * stack, 0.004));
        series.add(new Samples.Series(Metric.SERVER_CPU_LIMIT, List.of(0.0), List.of(2.0)));
        series.add(series(Metric.SERVER_BUSIEST_THREAD, 0.4, 0.1));
        series.add(series(Metric.SERVER_MEMORY, (90 + 23.0 * stack) * (1 << 20), 0.02));
        series.add(series(Metric.DRIVER_CPU, 0.45, 0.05));
        series.add(series(Metric.DATABASE_CPU, page == 3 ? 0.4 : 0.004, 0.1));
        series.add(series(Metric.WORKERS_BUSY, java ? 30 : 10, 0));
        series.add(new Samples.Series(Metric.WORKERS_LIMIT, List.of(0.0), List.of(java ? 200.0 : 10.0)));
        series.add(series(Metric.WORKERS_QUEUE, java ? 0 : 21, 0.2));
        series.add(series(Metric.SEGMENTS_SENT, perSecond * 7, 0.1));
        series.add(series(Metric.LISTEN_DROPS, 0, 0));
        return new Samples(
                series,
                List.of(new Samples.Unseen(Metric.POOL_ACTIVE, "no pool that tells" + text)),
                Duration.ofMillis(12));
    }

    private Samples.Series series(Metric metric, double value, double noise) {
        List<Double> times = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        for (int second = 1; second <= length.toSeconds(); second++) {
            times.add((double) second);
            values.add(value * (1 + noise(noise)));
        }
        return new Samples.Series(metric, times, values);
    }
}
