package org.pagerace.race;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pagerace.config.Home;
import org.pagerace.config.Reason;
import org.pagerace.load.BodyCheck;
import org.pagerace.result.MachineInfo;
import org.pagerace.result.PageInfo;
import org.pagerace.result.RaceResult;
import org.pagerace.stacks.RunningStack;

/** One race from the first start of a server to the last stop. Use it once. */
public final class Race {

    /*
     * The order is: plan (so that an impossible wish starts nothing), database, stacks, parity, warm-up, rounds, stop.
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
        try (Servers servers = Servers.start(request, home, listener)) {
            listener.onMessage("checking that all stacks give the right answers");
            Map<String, Map<String, Answer>> answers = fetch(servers);
            List<PageInfo> pages = check(answers, servers);
            Heat heat = heat(servers, answers);
            Optional<String> incomplete = heat.run();
            Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
            listener.onMessage("stopping all servers");
            return result(servers, heat, startedAt, elapsed, incomplete, pages);
        } catch (IOException e) {
            if (Thread.interrupted()) {
                var interrupted = new InterruptedException("interrupted while the servers were starting");
                interrupted.initCause(e);
                throw interrupted;
            }
            throw new RaceException(e.getMessage(), e);
        }
    }

    private Heat heat(Servers servers, Map<String, Map<String, Answer>> answers) {
        return new Heat(
                plan,
                Driver.builtIn(),
                listener,
                (stack, page) -> new Heat.Target(servers.stack(stack).page(page), bodyCheck(answers, page, stack)),
                servers::failure);
    }

    private Map<String, Map<String, Answer>> fetch(Servers servers) throws RaceException, InterruptedException {
        var fetcher = new PageFetcher();
        Map<String, Map<String, Answer>> answers = new LinkedHashMap<>();
        for (String page : request.pages()) {
            Map<String, Answer> byStack = new LinkedHashMap<>();
            for (RunningStack stack : servers.stacks()) {
                URI address = stack.page(page);
                try {
                    byStack.put(stack.name(), fetcher.fetch(address));
                } catch (IOException e) {
                    String silent = "not comparable: " + stack.name() + " does not answer page " + page + " ("
                            + address.getPath() + "): " + Reason.of(e, "");
                    throw new RaceException(diedOr(silent, servers), e);
                }
            }
            answers.put(page, byStack);
        }
        return answers;
    }

    /** A server that died explains more than what it led to. */
    private static String diedOr(String problem, Servers servers) {
        return servers.failure().map(died -> "a server died: " + died).orElse(problem);
    }

    private List<PageInfo> check(Map<String, Map<String, Answer>> answers, Servers servers) throws RaceException {
        List<PageInfo> pages = new ArrayList<>();
        for (Map.Entry<String, Map<String, Answer>> page : answers.entrySet()) {
            RightBody right = RightBodies.of(page.getKey(), home.root());
            try {
                pages.add(ParityCheck.check(page.getKey(), right, page.getValue()));
            } catch (RaceException e) {
                throw new RaceException(diedOr(e.getMessage(), servers), e);
            }
        }
        return pages;
    }

    private static BodyCheck bodyCheck(Map<String, Map<String, Answer>> answers, String page, String stack) {
        return ParityCheck.isIdentical(page) ? answers.get(page).get(stack).check() : new BodyCheck.None();
    }

    private RaceResult result(
            Servers servers,
            Heat heat,
            Instant startedAt,
            Duration elapsed,
            Optional<String> incomplete,
            List<PageInfo> pages) {
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
                servers.databaseInfo(request),
                plan.info(),
                servers.stackInfos(request.entrants()),
                request.entrants().skipped(),
                pages,
                heat.warmups(),
                heat.rounds(),
                Notes.of(request, plan, machine.cores()));
    }
}
