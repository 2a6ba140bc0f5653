package org.pagerace.race;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.pagerace.calibrate.NullServer;
import org.pagerace.config.Home;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.LoadException;
import org.pagerace.load.Progress;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.Place;
import org.pagerace.process.ProcessException;
import org.pagerace.process.RunFolder;
import org.pagerace.race.RacePlan.Step;
import org.pagerace.result.Calibration.Ceiling;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PageInfo;
import org.pagerace.result.PlanInfo.Mode;

/** Measures how fast this rig's driver is against a server that only sends bytes: no stack can be faster. */
final class RigCeilings {

    /*
     * The null server is a child process, as the stacks are, and is asked as they are: by the same driver, with the same
     * connections, threads and check of the body. Its bodies are as long as the longest that any stack sent, so that it
     * is rather said too often than too seldom that a result is close to the ceiling. All of this comes on top of the
     * time that the race was given.
     */

    private static final String NAME = "null-server";
    private static final int RACE_PER_RUN = 60; // each run is this part of the race
    private static final Duration SHORTEST = Duration.ofMillis(250);
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final Duration START = Duration.ofMillis(500); // of a JVM, by experience
    private static final Duration START_WITHIN = Duration.ofSeconds(20);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);
    /** A sweep has more modes than there is time for. */
    private static final int MOST_MODES = 8;

    /** Of fewer, a rate says little, and nothing of a driver whose connections have only begun. */
    private static final int FEWEST_ANSWERS = 100;

    private final RacePlan plan;
    private final Driver driver;
    private final Place place;
    private final RaceListener listener;
    private final Duration run;

    RigCeilings(RacePlan plan, Driver driver, Place place, RaceListener listener) {
        this.plan = plan;
        this.driver = driver;
        this.place = place;
        this.listener = listener;
        this.run = run(plan.expected(), driver);
    }

    /** Returns the ceilings of the raced pages; what cannot be measured is reported and left out. */
    List<Ceiling> measure(List<PageInfo> pages, Home home) throws InterruptedException {
        List<PageInfo> raced = pages.stream()
                .filter(page -> plan.info().pages().contains(page.page()))
                .toList();
        List<Mode> modes = modes(plan.info().modes());
        Duration all = START.plus(run.multipliedBy(modes.size() + 1L)).multipliedBy(raced.size());
        listener.onMessage("measuring what this rig can do at most, about " + (all.toSeconds() + 1)
                + " s on top; --no-calibration skips it");
        List<Ceiling> ceilings = new ArrayList<>();
        for (PageInfo page : raced) {
            try {
                ceilings.addAll(measure(page, modes, home));
            } catch (IOException | LoadException e) {
                listener.onMessage("the ceiling of " + page.page() + " is not known: " + e.getMessage());
            }
        }
        return ceilings;
    }

    /** Returns how long each run is: a tool that counts seconds would make none of less than one. */
    static Duration run(Duration race, Driver driver) {
        Duration part = race.dividedBy(RACE_PER_RUN);
        if (driver.countsSeconds() || part.compareTo(LONGEST) > 0) {
            return LONGEST;
        }
        return part.compareTo(SHORTEST) < 0 ? SHORTEST : part;
    }

    /**
     * Returns some modes of each number of threads, from the fewest connections to the most in equal ratios: the first few
     * connections change a rate most.
     */
    static List<Mode> modes(List<Mode> all) {
        if (all.size() <= MOST_MODES) {
            return all;
        }
        Collection<List<Mode>> sweeps = all.stream()
                .collect(Collectors.groupingBy(Mode::threads, LinkedHashMap::new, Collectors.toList()))
                .values();
        int each = Math.max(2, MOST_MODES / sweeps.size());
        return sweeps.stream().flatMap(sweep -> spread(sweep, each)).toList();
    }

    private static Stream<Mode> spread(List<Mode> sweep, int count) {
        double fewest = sweep.get(0).connections();
        double most = sweep.get(sweep.size() - 1).connections();
        return IntStream.range(0, count)
                .mapToObj(i -> nearest(sweep, fewest * Math.pow(most / fewest, i / (count - 1.0))))
                .distinct();
    }

    private static Mode nearest(List<Mode> sweep, double connections) {
        return sweep.stream()
                .min(Comparator.comparingDouble(mode -> Math.abs(Math.log(mode.connections() / connections))))
                .orElseThrow();
    }

    private List<Ceiling> measure(PageInfo page, List<Mode> modes, Home home)
            throws IOException, LoadException, InterruptedException {
        long bytes = page.bodies().values().stream()
                .mapToLong(PageInfo.Body::bytes)
                .max()
                .orElse(0);
        try (RunFolder folder = RunFolder.create("null");
                ChildProcess server = ChildProcess.start(spec(folder, bytes, home))) {
            URI address = address(server);
            // what is not checked on the stacks is not checked here
            BodyCheck check =
                    page.identical() ? new BodyCheck.Expect(bytes, NullServer.crc32c(bytes)) : new BodyCheck.None();
            var heat = new Heat(plan, driver, Observer.NONE, (stack, key) -> new Heat.Target(address, check));
            heat.run(step(modes.get(modes.size() - 1), page, 0), Progress.NONE);
            List<Ceiling> ceilings = new ArrayList<>();
            for (Mode mode : modes) {
                LoadResult load = heat.run(step(mode, page, 1), Progress.NONE).load();
                if (load.ok() >= FEWEST_ANSWERS) {
                    ceilings.add(new Ceiling(page.page(), mode.name(), bytes, load.perSecond()));
                } else {
                    listener.onMessage("the ceiling of " + page.page() + " in mode " + mode.name()
                            + " is not known: only " + load.ok() + " answers in " + run.toMillis() + " ms");
                }
            }
            return ceilings;
        }
    }

    private ChildProcess.Spec spec(RunFolder folder, long bytes, Home home) {
        List<String> command = new ArrayList<>(home.javaCommand());
        command.addAll(List.of(NAME, "--host", place.host(), "--body-bytes", Long.toString(bytes)));
        return new ChildProcess.Spec(
                NAME,
                place.command(command),
                Map.of(),
                folder.path(),
                folder.path().resolve(NAME + ".log"),
                "TERM",
                STOP_WITHIN);
    }

    private static URI address(ChildProcess server) throws ProcessException, InterruptedException {
        if (server.awaitLine("http://", START_WITHIN)) {
            Optional<String> line = server.lastLines(50).stream()
                    .filter(text -> text.startsWith("http://"))
                    .findFirst();
            if (line.isPresent()) {
                return URI.create(line.get());
            }
        }
        throw new ProcessException(server.failure().orElse(server + " does not answer"));
    }

    /** The mode with a length of our own; {@code round} 0 warms up. */
    private Step step(Mode mode, PageInfo page, int round) {
        Mode timed = new Mode(
                mode.name(),
                mode.http(),
                mode.keepAlive(),
                mode.connections(),
                mode.threads(),
                Optional.empty(),
                Optional.of(run));
        return new Step(timed, page.page(), round, NAME, run);
    }
}
