package org.pagerace.race;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.pagerace.config.Home;
import org.pagerace.load.BodyCheck;
import org.pagerace.result.Calibration;
import org.pagerace.result.MachineInfo;
import org.pagerace.result.PageInfo;
import org.pagerace.result.RaceResult;

/** One race from the first start of a server to the last stop. Use it once. */
public final class Race {

    /*
     * The order is: plan (so that an impossible wish starts nothing), database, stacks, parity, warm-up, rounds, the noise
     * floor where it is not known (last, since then everything is warm), stop.
     * Everything runs on the caller's thread. Whoever wants to end the race interrupts that thread: the run under way
     * is thrown away, since it is no whole round, what was measured before becomes an incomplete result, and the
     * servers are stopped in any case.
     */

    private final RaceRequest request;
    private final Home home;
    private final RaceListener listener;
    private final RacePlan plan;

    /**
     * Makes the plan.
     *
     * @throws PlanException it is impossible, for instance within the time
     * @throws RaceException nobody is there to race
     */
    public Race(RaceRequest request, Home home, RaceListener listener) throws RaceException {
        if (request.entrants().racing().isEmpty()) {
            throw new RaceException("no stack to race: none of those asked for is installed; try --install");
        }
        this.request = request;
        this.home = home;
        this.listener = listener;
        this.plan = plan(request);
    }

    /** Refuses what cannot be planned, before anything is done for it. */
    public static void requirePlan(RaceRequest request) throws PlanException {
        plan(request);
    }

    private static RacePlan plan(RaceRequest request) throws PlanException {
        request.entrants().requirePages(request.pages());
        request.compare().requireBase(request.entrants().names());
        return Plans.of(new Plans.Wish(
                request.protocol(),
                request.entrants().names(),
                request.pages(),
                request.time(),
                request.rounds(),
                request.connections(),
                Runtime.getRuntime().availableProcessors(),
                request.seed()));
    }

    /**
     * Races.
     *
     * @return the result, marked incomplete if it was interrupted after the first start of the driver
     * @throws RaceException a server did not start, or the stacks are not comparable
     * @throws InterruptedException before anything was measured
     */
    public RaceResult run() throws RaceException, InterruptedException {
        plan.info().remarks().forEach(listener::onMessage);
        Instant startedAt = Instant.now();
        long startNanos = System.nanoTime();
        try (Servers servers = Servers.start(request.database(), request.entrants(), home, listener)) {
            EqualityCheck preflight = preflight(servers);
            var noise = new NoiseFloors(request.compare().noise(), plan, listener);
            Rounds rounds = rounds(plan, servers, preflight);
            Optional<String> incomplete = rounds.run();
            Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
            if (incomplete.isEmpty()) {
                noise.measure(rounds.lost(), noisePlan -> rounds(noisePlan, servers, preflight));
            }
            listener.onMessage("stopping all servers");
            var calibration = new Calibration(List.of(), noise.floor());
            return result(servers, rounds, startedAt, elapsed, incomplete, preflight.pages(), calibration);
        } catch (IOException e) {
            throw interruptedOr(e);
        }
    }

    /** Tells a start that failed from one that was interrupted. */
    static RaceException interruptedOr(IOException e) throws InterruptedException {
        if (Thread.interrupted()) {
            var interrupted = new InterruptedException("interrupted while the servers were starting");
            interrupted.initCause(e);
            throw interrupted;
        }
        return new RaceException(e.getMessage(), e);
    }

    /** Refuses to race stacks that do not do the same work. */
    private EqualityCheck preflight(Servers servers) throws RaceException, InterruptedException {
        listener.onMessage("checking that all stacks give the right answers");
        var preflight = new EqualityCheck(servers, CheckedPage.of(request.pages(), home.root()));
        preflight.run();
        preflight.statements().forEach(listener::onMessage);
        List<String> differences = preflight.differences();
        if (!differences.isEmpty()) { // a server that died explains more than what it led to
            throw new RaceException(servers.failure()
                    .map(died -> "a server died: " + died)
                    .orElseGet(() -> "not comparable: " + differences.get(0)
                            + (differences.size() == 1 ? "" : " (and " + (differences.size() - 1) + " more)")
                            + "; 'pagerace race equal' tells all"));
        }
        return preflight;
    }

    private Rounds rounds(RacePlan of, Servers servers, EqualityCheck preflight) {
        return new Rounds(of, heat(of, servers, preflight), lives(servers), listener);
    }

    private static Heat heat(RacePlan of, Servers servers, EqualityCheck preflight) {
        return new Heat(of, Driver.builtIn(), Observer.NONE, (name, page) -> {
            String stack = NoiseFloorMeter.stack(name);
            return new Heat.Target(servers.stack(stack).page(page), bodyCheck(preflight, page, stack));
        });
    }

    private static Rounds.Lives lives(Servers servers) {
        return new Rounds.Lives() {
            @Override
            public Optional<String> databaseFailure() {
                return servers.databaseFailure();
            }

            @Override
            public Optional<String> failure(String stack) {
                return servers.stack(NoiseFloorMeter.stack(stack)).failure();
            }

            @Override
            public void drop(String stack) {
                servers.stack(NoiseFloorMeter.stack(stack))
                        .close(); // what is left of it would take its part of the machine
            }
        };
    }

    private static BodyCheck bodyCheck(EqualityCheck preflight, String page, String stack) {
        boolean identical =
                preflight.pages().stream().anyMatch(info -> info.page().equals(page) && info.identical());
        return identical ? preflight.answer(page, stack).check() : new BodyCheck.None();
    }

    private RaceResult result(
            Servers servers,
            Rounds rounds,
            Instant startedAt,
            Duration elapsed,
            Optional<String> incomplete,
            List<PageInfo> pages,
            Calibration calibration) {
        MachineInfo machine = MachineProbe.read();
        return new RaceResult(
                RaceResult.FORMAT,
                RaceResult.VERSION,
                request.version(),
                startedAt,
                elapsed,
                incomplete,
                request.commandLine(),
                machine,
                servers.databaseInfo(request.database()),
                plan.info().withBase(request.compare().base()),
                servers.stackInfos(request.entrants()),
                request.entrants().skipped(),
                rounds.lost(),
                pages,
                calibration,
                rounds.warmups(),
                rounds.rounds(),
                List.of(),
                Notes.of(request, plan, machine.cores()));
    }
}
