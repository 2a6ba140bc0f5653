package org.pagerace.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.pagerace.load.engine.LoadPlan;
import org.pagerace.result.LoadResult;

/** Looks at the machine, and at what a run would need of it, without putting load on anything. */
public final class Doctor {
    private static final int STOLEN_PERCENT = 5;
    /** So many pages are asked for, each once: an examination is no load. */
    private static final int MOST_PAGES = 10;

    private Doctor() {}

    /** Returns what is to be said of this machine, whatever the run. */
    public static List<Finding> machine() {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.fine("Java " + Runtime.version() + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + ", " + Runtime.getRuntime().availableProcessors() + " cores"));
        findings.add(known(Kernel.mostDescriptors(), "files a process may open"));
        findings.add(known(Kernel.localPorts(), "local ports"));
        findings.add(known(Kernel.portsInTimeWait(), "ports of closed connections that are not free yet"));
        findings.add(known(Kernel.longestBacklog(), "connections that may wait for a server, at most"));
        findings.add(governor(Kernel.governor()));
        findings.add(stolen(Kernel.stolenPercent()));
        return findings;
    }

    private static Finding known(OptionalLong value, String what) {
        return value.isPresent() ? Finding.fine(what + ": " + value.getAsLong()) : Finding.unseen(what);
    }

    static Finding governor(String governor) {
        if (governor.isEmpty()) {
            return Finding.unseen("whether the cores change their clock");
        }
        return governor.equals("performance")
                ? Finding.fine("the cores keep their clock")
                : Finding.doubtful("the cores change their clock (governor " + governor
                        + "): times vary; choose the governor performance");
    }

    static Finding stolen(OptionalLong percent) {
        if (percent.isEmpty()) {
            return Finding.unseen("whether other machines take CPU time away");
        }
        return percent.getAsLong() < STOLEN_PERCENT
                ? Finding.fine("CPU time that other machines took away since the boot: " + percent.getAsLong() + " %")
                : Finding.doubtful("other machines took away " + percent.getAsLong()
                        + " % of the CPU time since the boot: figures vary with their load; use a machine of your own");
    }

    /** Returns what is to be said of a run, among it what its target answers to a single request. */
    public static List<Finding> run(LoadSpec spec) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        try {
            LoadPlan plan = new Planner(spec, new TargetGuard(InetAddress::getAllByName)).plan(Optional.empty());
            findings.addAll(new Preflight(spec, plan).findings());
            boolean possible = findings.stream().noneMatch(finding -> finding.level() == Finding.Level.IMPOSSIBLE);
            if (possible) {
                for (int i = 0; i < Math.min(MOST_PAGES, spec.targets().size()); i++) {
                    LoadResult result = ask(spec, spec.targets().get(i));
                    findings.add(answer(result));
                    line(spec, plan.aims().get(i).endpoint().address(), result).ifPresent(findings::add);
                }
            }
        } catch (LoadException e) {
            findings.add(Finding.impossible(e.getMessage()));
        }
        return findings;
    }

    private static LoadResult ask(LoadSpec spec, Target target) throws LoadException, InterruptedException {
        LoadSpec one = spec.withRate(new Rate.Closed())
                .withTargets(List.of(target), new TargetOrder.InTurn())
                .withPipeline(1)
                .withConnections(1, 1)
                .withWarmup(Duration.ZERO)
                .withStop(new Stop.AfterRequests(1));
        return new LoadRunner(one, Progress.NONE).run();
    }

    private static Finding answer(LoadResult result) {
        String text = String.format(
                Locale.ROOT,
                "%s answered one request: %s, body of %,d bytes, %.1f ms",
                result.settings().target(),
                result.statuses().isEmpty()
                        ? result.outcomes().entrySet().stream()
                                .filter(kind -> kind.getValue() > 0)
                                .map(kind -> kind.getKey().label())
                                .findFirst()
                                .orElse("nothing")
                        : "status " + result.statuses().firstKey(),
                result.bodyBytes(),
                result.total().mean() / 1e6);
        return result.ok() == 1 ? Finding.fine(text) : Finding.doubtful(text + "; this is what would be measured");
    }

    /** What the line to another machine means for the page; nothing of this machine's own servers. */
    private static Optional<Finding> line(LoadSpec spec, SocketAddress address, LoadResult result) {
        if (!(address instanceof InetSocketAddress inet) || inet.getAddress().isLoopbackAddress()) {
            return Optional.empty();
        }
        double wanted = Preflight.highestRate(spec.rate());
        return Line.towards(inet)
                .filter(line -> !line.name().equals("lo")) // an address of our own
                .map(line -> line.ceiling(result.settings().target(), result.receivedBytes(), wanted));
    }
}
