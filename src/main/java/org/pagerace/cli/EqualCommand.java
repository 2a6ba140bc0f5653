package org.pagerace.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.pagerace.config.Home;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.race.Entrants;
import org.pagerace.race.Equality;
import org.pagerace.race.PlanException;
import org.pagerace.race.RaceException;
import org.pagerace.race.RaceRequest;
import org.pagerace.report.ParityText;
import org.pagerace.result.ParityResult;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares stacks without racing them. */
@Command(
        name = "equal",
        description = {
            "Checks, without racing, that all stacks do the same work.",
            "Asks each for each page once in HTTP/1.0 and 1.1, with keep-alive and without, and for its head. Bodies must be"
                    + " alike in every byte (info, which tells each server's own story, in size class), status and"
                    + " Content-Type too, and each request of db must be one SELECT. How answers are framed may differ;"
                    + " the table shows it."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the stacks are equal",
            "1:they are not, and the last lines say where; or a server did not start or died",
            "2:wrong command line, stack file or setting; nothing was started",
            "130:Ctrl-C"
        })
final class EqualCommand implements Callable<Integer> {
    private static final Duration STOPPING = Duration.ofSeconds(30);

    @Mixin
    private StackOptions stacks;

    @Mixin
    private DatabaseOptions database;

    @Mixin
    private LinkOptions link;

    @Option(names = "--verbose", description = "Print every answer with its hash, not only what is alike in one line.")
    private boolean verbose;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        DatabaseChoice choice = database.choice();
        var progress = new RaceProgress(spec.commandLine().getErr());
        if (link.isStillOutside()) {
            return checkAtTheOtherEnd(choice, progress);
        }
        LinkedRun.endWithParent();
        Thread checking = Thread.currentThread();
        try (var interruption = Interruption.handledBy(checking::interrupt, STOPPING)) {
            try {
                ExitCode verdict = check(choice, progress) ? ExitCode.OK : ExitCode.FAILED;
                return (interruption.happened() ? ExitCode.INTERRUPTED : verdict).status();
            } catch (PlanException e) {
                throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
            } catch (StackException | RaceException e) {
                if (!interruption.explainsFailure()) {
                    throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
                }
            } catch (InterruptedException e) {
                // what is to be said of it follows
            }
            progress.onMessage("interrupted before everything was compared; nothing was left running");
            return ExitCode.INTERRUPTED.status();
        }
    }

    private boolean check(DatabaseChoice choice, RaceProgress progress)
            throws StackException, RaceException, InterruptedException {
        Entrants entrants = stacks.entrants(stacks.askedFor(progress), progress);
        ParityResult result = Equality.check(entrants, pages(choice), choice, Home.find(), link.rate(), progress);
        PrintWriter stdout = spec.commandLine().getOut();
        stdout.print(new ParityText(result).render(verbose));
        stdout.flush();
        return result.differences().isEmpty();
    }

    private int checkAtTheOtherEnd(DatabaseChoice choice, RaceProgress progress) {
        link.check(choice);
        List<StackDescriptor> asked = stacks.askedFor(progress);
        try {
            return link.run(spec, () -> stacks.installMissing(asked, progress));
        } catch (StackException | RaceException e) {
            throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
        } catch (InterruptedException e) {
            return ExitCode.INTERRUPTED.status();
        }
    }

    /** Without a database there is nothing to be alike on db but an error. */
    private static List<String> pages(DatabaseChoice choice) {
        return choice instanceof DatabaseChoice.None
                ? RaceRequest.PAGES.stream().filter(page -> !page.equals("db")).toList()
                : RaceRequest.PAGES;
    }
}
