package org.pagerace.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.pagerace.config.Home;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.race.Entrants;
import org.pagerace.race.PlanException;
import org.pagerace.race.Protocol;
import org.pagerace.race.Race;
import org.pagerace.race.RaceException;
import org.pagerace.race.RaceRequest;
import org.pagerace.report.OutputFolder;
import org.pagerace.report.RaceSummary;
import org.pagerace.report.ReportException;
import org.pagerace.report.TextReport;
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

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            defaultValue = "modern",
            description =
                    "modern: keep-alive, warmed up, interleaved rounds (default); ab: what the article of 2012 did.")
    private String protocol;

    @Mixin
    private StackOptions stacks;

    @Option(
            names = "--pages",
            split = ",",
            paramLabel = "PAGE",
            description = "Which pages: index, jquery, info, db, open. Default: all.")
    private List<String> pages = RaceRequest.PAGES;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long the driver may work, for instance 90s or 5m; starting servers comes on top."
                    + " Less than 1.4s (ab: 3.7s) for each stack on each page is refused, and so is less than what"
                    + " --rounds needs. Default: 2m, with --protocol ab as long as it takes.")
    private Duration time;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds per stack and page. Default: as many as fit, with --protocol ab 3.")
    private Integer rounds;

    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N",
            description = "Connections of the driver, protocol modern only. Default: 32.")
    private Integer connections;

    @Mixin
    private DatabaseOptions database;

    @Mixin
    private ComparisonOptions comparison;

    @Option(names = "--seed", paramLabel = "N", description = "Order of the stacks in the rounds. Default: random.")
    private Long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for result.json and report.html. Default: a new one, out-race-TIME.")
    private Path out;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        Protocol chosen = protocol();
        checkNumbers();
        DatabaseChoice choice = database.choice();
        checkPages();
        if (choice instanceof DatabaseChoice.None && pages.contains("db")) {
            throw usage("page db needs a database: leave out --db none, or give --pages index,jquery,info,open");
        }
        var progress = new RaceProgress(spec.commandLine().getErr());
        Thread racing = Thread.currentThread();
        try (var interruption = Interruption.handledBy(racing::interrupt, STOPPING)) {
            int status = race(chosen, choice, progress, interruption);
            return interruption.happened() ? ExitCode.INTERRUPTED.status() : status;
        }
    }

    private int race(Protocol chosen, DatabaseChoice choice, RaceProgress progress, Interruption interruption) {
        try {
            List<StackDescriptor> asked = stacks.askedFor(progress);
            OutputFolder folder = OutputFolder.prepare(out == null ? freshFolder() : out);
            if (folder.holdsResult()) {
                progress.onMessage("the results of an earlier race in " + out + " will be replaced");
            }
            try {
                RaceResult result = race(chosen, choice, asked, progress);
                folder.write(result);
                return print(result, folder, interruption.happened() ? "interrupted" : "incomplete");
            } finally {
                folder.discardIfEmpty();
            }
        } catch (PlanException e) {
            throw usage(e.getMessage());
        } catch (StackException | RaceException | ReportException e) {
            progress.end();
            throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
        } catch (InterruptedException e) {
            // here and not by the caller: the JVM may end as soon as this method has
            progress.onMessage("interrupted before anything was measured; nothing was left running");
            return ExitCode.INTERRUPTED.status();
        }
    }

    private RaceResult race(Protocol chosen, DatabaseChoice choice, List<StackDescriptor> asked, RaceProgress progress)
            throws StackException, RaceException, InterruptedException {
        if (stacks.install()) {
            Race.requirePlan(request(chosen, new Entrants(asked, List.of()), choice)); // or it would install in vain
        }
        Entrants entrants = stacks.entrants(asked, progress);
        RaceResult result = new Race(request(chosen, entrants, choice), Home.find(), progress).run();
        progress.end();
        return result;
    }

    private int print(RaceResult result, OutputFolder folder, String incomplete) {
        PrintWriter stdout = spec.commandLine().getOut();
        var summary = new RaceSummary(result);
        stdout.print(new TextReport(summary).render());
        summary.missing().ifPresent(missing -> stdout.println(incomplete + ": " + missing));
        List<String> problems = summary.problems();
        problems.forEach(problem -> stdout.println("failed: " + problem));
        stdout.println("results: " + folder.resultFile());
        stdout.println("report:  " + folder.reportFile());
        stdout.flush();
        if (result.incomplete().isPresent() || !problems.isEmpty()) {
            String what = result.incomplete()
                    .orElseGet(() -> problems.get(0)
                            + (problems.size() > 1 ? " (and " + (problems.size() - 1) + " more, see above)" : ""));
            spec.commandLine().getErr().println("race: " + what);
            return ExitCode.FAILED.status();
        }
        return ExitCode.OK.status();
    }

    private RaceRequest request(Protocol chosen, Entrants entrants, DatabaseChoice choice) {
        long order = seed == null ? System.nanoTime() & 0xFFFF_FFFFL : seed;
        return new RaceRequest(
                chosen,
                entrants,
                List.copyOf(new LinkedHashSet<>(pages)),
                Optional.ofNullable(time),
                rounds == null ? OptionalInt.empty() : OptionalInt.of(rounds),
                connections == null ? OptionalInt.empty() : OptionalInt.of(connections),
                choice,
                order,
                CommandWords.repeating(spec.commandLine().getParseResult().originalArgs(), order),
                new Main.Version().getVersion()[0].replace("pagerace ", ""),
                comparison.options());
    }

    private Protocol protocol() {
        return Protocol.find(protocol)
                .orElseThrow(() -> usage("there is no protocol '" + protocol + "', only " + Protocol.labels()));
    }

    private void checkNumbers() {
        if (time != null && (time.isNegative() || time.isZero())) {
            throw usage("--time must be above 0, for instance 90s");
        }
        if (rounds != null && (rounds < 1 || rounds > 1000)) {
            throw usage("--rounds must be 1 to 1000, but is " + rounds);
        }
        if (connections != null && (connections < 1 || connections > 10_000)) {
            throw usage("-c must be 1 to 10000, but is " + connections);
        }
    }

    private static Path freshFolder() {
        String name = "out-race-" + STAMP.format(LocalDateTime.now(ZoneId.systemDefault()));
        Path folder = Path.of(name);
        for (int i = 2; folder.toFile().exists(); i++) {
            folder = Path.of(name + "-" + i);
        }
        return folder;
    }

    private void checkPages() {
        for (String page : pages) {
            if (!RaceRequest.PAGES.contains(page)) {
                throw usage("there is no page '" + page + "', only " + String.join(", ", RaceRequest.PAGES));
            }
        }
    }

    private static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }
}
