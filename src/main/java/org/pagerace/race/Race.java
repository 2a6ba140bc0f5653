package org.pagerace.race;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pagerace.config.Home;
import org.pagerace.load.BodyCheck;
import org.pagerace.network.Link;
import org.pagerace.process.Place;
import org.pagerace.result.Calibration;
import org.pagerace.result.MachineInfo;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.RaceResult;
import org.pagerace.result.StackInfo;

/** One race from the first start of a server to the last stop. Use it once. */
public final class Race {

    /*
     * The order is: plan (so that an impossible wish starts nothing), database, stacks, parity, the rig's own ceiling,
     * warm-up, rounds, the noise floor where it is not known (not before: now everything is warm), confirmations, stop.
     * Everything runs on the caller's thread. Whoever wants to end the race interrupts that thread: the run under way
     * is thrown away, since it is no whole round, what was measured before becomes an incomplete result, and the
     * servers are stopped in any case. A race that is killed can do none of that; so it offers its result after each block.
     */

    /** Each stack's own text with times, counts and ids in it: what it was, give or take. */
    private static final BodyCheck INFO_CHECK = new BodyCheck.SameLength(0.1);

    private static final String GOES_ON = "this was written during the race, which has not come to its end";

    private final RaceRequest request;
    private final Home home;
    private final RaceListener listener;
    private final Driver driver;
    private final RacePlan plan;

    /**
     * Makes the plan.
     *
     * @throws PlanException it is impossible, for instance within the time
     * @throws RaceException nobody is there to race, or the tool that is to make the load is not
     */
    public Race(RaceRequest request, Home home, RaceListener listener) throws RaceException, InterruptedException {
        if (request.entrants().isEmpty()) {
            throw new RaceException("no stack to race: none of those asked for is installed; try --install");
        }
        requirePlan(request);
        this.request = request;
        this.home = home;
        this.listener = listener;
        this.driver = Driver.of(request.load().tool());
        this.plan = plan(request, driver.name());
        if (plan.cores().size() > 1 && !Place.canHoldToCores()) {
            throw new RaceException(
                    "--protocol " + plan.info().protocol() + " holds the servers to 1, 2 and more cores in turn,"
                            + " for which it needs Linux and taskset, which is not here: apt-get install util-linux");
        }
    }

    /** Refuses what cannot be planned, before anything is done for it. */
    public static void requirePlan(RaceRequest request) throws PlanException {
        plan(request, request.load().tool().label());
    }

    /** Returns the whole plan: what is told of it later is told of its line and base as well. */
    static RacePlan plan(RaceRequest request, String driver) throws PlanException {
        request.entrants().requirePages(request.pages());
        request.compare().requireBase(request.entrants().names());
        RacePlan plan = Plans.of(new Plans.Wish(
                request.protocol(),
                request.entrants().names(),
                request.pages(),
                request.time(),
                request.rounds(),
                request.connections(),
                Runtime.getRuntime().availableProcessors(),
                request.seed(),
                request.load(),
                driver));
        PlanInfo info = plan.info()
                .withLink(request.link().map(Link::info))
                .withBase(request.compare().base());
        return new RacePlan(info, plan.timeout());
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
        Optional<Integer> cores = plan.cores().get(0);
        try (Servers servers =
                        Servers.start(request.database(), request.entrants(), home, request.link(), cores, listener);
                RoundSampling sampling = new RoundSampling(servers, plan.info().link(), driver::pids)) {
            EqualityCheck preflight = preflight(servers);
            List<Calibration.Ceiling> ceilings = ceilings(servers, preflight);
            List<Calibration.LineCeiling> lines = lines(preflight);
            RacePlan known = plan.over(LineCeilings.perSecond(lines));
            var noise = new NoiseFloors(request.compare().noise(), known, listener);
            Heat heat = heat(known, servers, preflight, sampling);
            Rounds rounds = new Rounds(known, heat, lives(servers), listener);
            var noFloor = new Calibration(ceilings, lines, Optional.empty());
            Optional<String> incomplete = rounds.run(() -> listener.onBlock(() ->
                    result(servers, rounds, startedAt, since(startNanos), Optional.of(GOES_ON), preflight, noFloor)));
            Duration elapsed = since(startNanos);
            boolean goesOn = incomplete.isEmpty()
                    && noise.measure(
                            rounds.lost(),
                            of -> new Rounds(
                                    of, heat(of, servers, preflight, Observer.NONE), lives(servers), listener));
            var calibration = new Calibration(ceilings, lines, noise.floor());
            RaceResult result = result(servers, rounds, startedAt, elapsed, incomplete, preflight, calibration);
            if (request.confirm() && goesOn) {
                var confirmer = new Confirmer(known, driver, heat, lives(servers), listener);
                result = result.withConfirmations(confirmer.run(result), confirmer.note());
            }
            listener.onMessage("stopping all servers");
            return result;
        } catch (IOException e) {
            throw interruptedOr(e);
        }
    }

    private static Duration since(long startNanos) {
        return Duration.ofNanos(System.nanoTime() - startNanos);
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
        boolean keepsConnections = plan.info().modes().stream().anyMatch(PlanInfo.Mode::keepAlive);
        var preflight = new EqualityCheck(servers, CheckedPage.of(request.pages(), home.root()), keepsConnections);
        preflight.run();
        preflight.statements().forEach(listener::onMessage);
        request.link()
                .ifPresent(rate ->
                        lines(preflight).forEach(ceiling -> listener.onMessage(LineCeilings.sentence(rate, ceiling))));
        List<String> differences = preflight.differences();
        boolean allowed = request.allowUnfair() && preflight.silences().isEmpty();
        if (!differences.isEmpty() && !allowed) { // a server that died explains more than what it led to
            throw new RaceException(servers.failure()
                    .map(died -> "a server died: " + died)
                    .orElseGet(() -> "not comparable: " + differences.get(0)
                            + (differences.size() == 1 ? "" : " (and " + (differences.size() - 1) + " more)")
                            + "; 'pagerace race equal' tells all, --allow-unfair races all the same and says so"));
        }
        differences.forEach(difference -> listener.onMessage("unfair, but allowed: " + difference));
        preflight.unknown().forEach(listener::onMessage);
        return preflight;
    }

    private List<Calibration.LineCeiling> lines(EqualityCheck preflight) {
        return request.link()
                .map(rate -> LineCeilings.of(rate, plan.info(), preflight.pages()))
                .orElse(List.of());
    }

    private List<Calibration.Ceiling> ceilings(Servers servers, EqualityCheck preflight) throws InterruptedException {
        if (!request.calibrated() || request.link().isPresent()) { // what a line carries has been said already
            return List.of();
        }
        return new RigCeilings(plan, driver, servers.place(), listener).measure(preflight.pages(), home);
    }

    private Heat heat(RacePlan of, Servers servers, EqualityCheck preflight, Observer observer) {
        return new Heat(of, driver, observer, (name, page) -> {
            String stack = NoiseFloorMeter.stack(name);
            return new Heat.Target(
                    servers.stack(stack).page(page), bodyCheck(preflight, page, stack), servers.route(stack));
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

            @Override
            public void restart(String stack, int cores) throws IOException {
                servers.restart(stack, cores);
            }
        };
    }

    private static BodyCheck bodyCheck(EqualityCheck preflight, String page, String stack) {
        if (preflight.isSteady(page, stack)) {
            return preflight.answer(page, stack).check();
        }
        return page.equals(CheckedPage.INFO) ? INFO_CHECK : new BodyCheck.None();
    }

    private RaceResult result(
            Servers servers,
            Rounds rounds,
            Instant startedAt,
            Duration elapsed,
            Optional<String> incomplete,
            EqualityCheck preflight,
            Calibration calibration) {
        MachineInfo machine = MachineProbe.read();
        List<String> notes = new ArrayList<>(Notes.of(request, plan, machine.cores()));
        preflight.unknown().forEach(what -> notes.add("Fairness: " + what + "."));
        rounds.note().ifPresent(notes::add);
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
                plan.info().withOverridden(preflight.differences()),
                stackInfos(servers, rounds, preflight),
                request.entrants().skipped(),
                rounds.lost(),
                preflight.pages(),
                calibration,
                rounds.warmups(),
                rounds.rounds(),
                List.of(),
                notes);
    }

    private List<StackInfo> stackInfos(Servers servers, Rounds rounds, EqualityCheck preflight) {
        return servers.stackInfos(request.entrants(), preflight.observed()).stream()
                .map(stack -> stack.withFact(
                        Fact.KEEP_ALIVE_USED.label(), KeepAlive.achieved(stack.name(), plan.info(), rounds.rounds())))
                .toList();
    }
}
