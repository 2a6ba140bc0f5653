package org.pagerace.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.pagerace.config.ConfigException;
import org.pagerace.config.Home;
import org.pagerace.load.Doctor;
import org.pagerace.load.Finding;
import org.pagerace.load.LoadSpec;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code pagerace doctor}: says before a run whether it can work. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Says whether this machine can do a run: limits, ports, queues, and who could race.",
            "With a URL and options as for load it examines that run and sends one request, but puts no load on anything."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the run can work; warnings say what its figures may suffer from",
            "1:it cannot",
            "2:wrong command line"
        })
final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Mixin
    private RequestOptions requests;

    @Mixin
    private PaceOptions pace;

    @Mixin
    private RouteOptions route;

    @Override
    public Integer call() throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        print("this machine", Doctor.machine(), findings);
        if (requests.haveTargets()) {
            print("this run", Doctor.run(spec()), findings);
        }
        print("stacks that can race, and their programs", stacks(), findings);
        boolean possible = findings.stream().noneMatch(finding -> finding.level() == Finding.Level.IMPOSSIBLE);
        return (possible ? ExitCode.OK : ExitCode.FAILED).status();
    }

    private LoadSpec spec() {
        try {
            return pace.applyTo(requests.spec().withRoute(route.route()), OptionalInt.empty());
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        }
    }

    private void print(String title, List<Finding> findings, List<Finding> all) {
        PrintWriter out = command.commandLine().getOut();
        out.println(title);
        findings.forEach(finding -> out.printf(Locale.ROOT, "  %-10s %s%n", word(finding.level()), finding.text()));
        out.flush();
        all.addAll(findings);
    }

    private static String word(Finding.Level level) {
        return switch (level) {
            case FINE -> "ok";
            case DOUBTFUL -> "warning";
            case IMPOSSIBLE -> "FAILED";
            case UNSEEN -> "not seen";
        };
    }

    /** Nothing that is missing here stands in the way of a load run. */
    private static List<Finding> stacks() {
        try {
            StackCatalog catalog =
                    StackCatalog.load(Home.find().php().resolve("stacks"), Optional.of(StackCatalog.userFolder()));
            Map<String, Availability> stacks = new LinkedHashMap<>();
            catalog.all().forEach(stack -> stacks.put(stack.name(), Availability.of(stack)));
            return StackPrograms.findings(stacks);
        } catch (StackException | ConfigException e) {
            return List.of(new Finding(Finding.Level.UNSEEN, e.getMessage()));
        }
    }
}
