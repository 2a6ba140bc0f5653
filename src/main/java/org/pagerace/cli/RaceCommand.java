package org.pagerace.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.pagerace.config.Home;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.race.Entrants;
import org.pagerace.race.LoadOptions;
import org.pagerace.race.PlanException;
import org.pagerace.race.Race;
import org.pagerace.race.RaceException;
import org.pagerace.race.RaceRequest;
import org.pagerace.report.OutputFolder;
import org.pagerace.report.ReportException;
import org.pagerace.result.RaceResult;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Races stacks against each other. */
@Command(
        name = "race",
        description = {
            "Starts one database and all stacks, checks that they do the same work, and races them.",
            "Results go to stdout and to result.json and report.html in the --out folder, progress to stderr."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = EqualCommand.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every round was run, and no request failed",
            "1:a request failed, a server did not start or died, or something cannot be installed or written; the results"
                    + " tell what was measured until then",
            "2:wrong command line, stack file or setting; nothing was started",
            "130:Ctrl-C; the results tell what was measured until then"
        })
final class RaceCommand implements Callable<Integer> {
    /** Longer than all servers together need to stop; after that the guardian ends them. */
    private static final Duration STOPPING = Duration.ofSeconds(30);

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    @Mixin
    private PlanOptions plan;

    @Mixin
    private DriverOptions driver;

    @Mixin
    private StackOptions stacks;

    @Mixin
    private FairnessOptions fairness;

    @Mixin
    private DatabaseOptions database;

    @Mixin
    private CalibrationOptions calibration;

    @Mixin
    private ConfirmOptions confirmation;

    @Mixin
    private ComparisonOptions comparison;

    @Mixin
    private LinkOptions link;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for result.json and report.html. Default: a new one, out-race-TIME.")
    private Path out;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        plan.check();
        LoadOptions load = driver.options();
        DatabaseChoice choice = database.choice();
        plan.checkDatabase(choice);
        var progress = new RaceProgress(spec.commandLine().getErr());
        if (link.isStillOutside()) {
            return raceAtTheOtherEnd(load, choice, progress);
        }
        LinkedRun.endWithParent();
        Thread racing = Thread.currentThread();
        try (var interruption = Interruption.handledBy(racing::interrupt, STOPPING)) {
            int status = race(load, choice, progress, interruption);
            return interruption.happened() ? ExitCode.INTERRUPTED.status() : status;
        }
    }

    /** Stacks are installed first: at the client's end there is no way to the machine's network any more. */
    private int raceAtTheOtherEnd(LoadOptions load, DatabaseChoice choice, RaceProgress progress) {
        link.check(choice);
        stacks.refuseExternal(
                "--link: a server of somebody else cannot be reached from there; leave out --stack or --link");
        List<StackDescriptor> asked = stacks.askedFor(progress);
        try {
            return link.run(spec, () -> {
                if (stacks.install()) {
                    Race.requirePlan(request(load, stacks.all(asked), choice));
                    stacks.installMissing(asked, progress);
                }
            });
        } catch (PlanException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        } catch (StackException | RaceException e) {
            throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
        } catch (InterruptedException e) {
            return ExitCode.INTERRUPTED.status();
        }
    }

    private int race(LoadOptions load, DatabaseChoice choice, RaceProgress progress, Interruption interruption) {
        try {
            List<StackDescriptor> asked = stacks.askedFor(progress);
            OutputFolder folder = OutputFolder.prepare(out == null ? freshFolder() : out);
            if (folder.holdsResult()) {
                progress.onMessage("the results of an earlier race in " + out + " will be replaced");
            }
            progress.keepResultIn(folder);
            try {
                RaceResult result = race(load, choice, asked, progress);
                var commandLine = spec.commandLine();
                return new RaceOutput(folder, commandLine.getOut(), commandLine.getErr())
                        .write(result, interruption.happened() ? "interrupted" : "incomplete");
            } finally {
                folder.discardIfEmpty();
            }
        } catch (PlanException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        } catch (StackException | RaceException | ReportException e) {
            progress.end();
            if (interruption.explainsFailure()) {
                return interrupted(progress);
            }
            throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
        } catch (InterruptedException e) {
            return interrupted(progress);
        }
    }

    /** Said here and not by the caller: the JVM may end as soon as {@link #race} has. */
    private static int interrupted(RaceProgress progress) {
        progress.onMessage("interrupted before anything was measured; nothing was left running");
        return ExitCode.INTERRUPTED.status();
    }

    private RaceResult race(LoadOptions load, DatabaseChoice choice, List<StackDescriptor> asked, RaceProgress progress)
            throws StackException, RaceException, InterruptedException {
        if (stacks.install()) {
            Race.requirePlan(request(load, stacks.all(asked), choice)); // or it would install in vain
        }
        Entrants entrants = stacks.entrants(asked, progress);
        RaceResult result = new Race(request(load, entrants, choice), Home.find(), progress).run();
        progress.end();
        return result;
    }

    private RaceRequest request(LoadOptions load, Entrants entrants, DatabaseChoice choice) {
        long order = plan.seed();
        return new RaceRequest(
                plan.protocol(),
                entrants,
                plan.pages(),
                plan.time(),
                plan.rounds(),
                plan.connections(),
                choice,
                order,
                CommandWords.repeating(spec.commandLine().getParseResult().originalArgs(), order),
                new Main.Version().getVersion()[0].replace("pagerace ", ""),
                fairness.allowUnfair(),
                load,
                calibration.wanted(),
                confirmation.confirm(),
                comparison.options(),
                link.rate());
    }

    private static Path freshFolder() {
        String name = "out-race-" + STAMP.format(LocalDateTime.now(ZoneId.systemDefault()));
        Path folder = Path.of(name);
        for (int i = 2; folder.toFile().exists(); i++) {
            folder = Path.of(name + "-" + i);
        }
        return folder;
    }
}
