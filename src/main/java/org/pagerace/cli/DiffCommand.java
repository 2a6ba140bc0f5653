package org.pagerace.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.pagerace.report.DiffText;
import org.pagerace.report.OutputFolder;
import org.pagerace.report.RaceDiff;
import org.pagerace.report.ReportException;
import org.pagerace.result.RaceResult;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two races. */
@Command(
        name = "diff",
        description = {
            "Compares two races, stack by stack and page by page: medians, difference, and whether it is more than noise.",
            "What differs between the races besides, such as the machine or the plan, is named."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing is significantly slower by more than the threshold",
            "1:something is",
            "2:wrong command line, or a file that is no result of a race that this Pagerace can read"
        })
final class DiffCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "OLD", description = "A result.json, or the --out folder of a race.")
    private Path before;

    @Parameters(index = "1", paramLabel = "NEW", description = "The same of the race to compare it with.")
    private Path after;

    @Option(
            names = "--threshold",
            paramLabel = "SHARE",
            converter = PercentConverter.class,
            defaultValue = "5%",
            description = "How much slower is too much. Default: ${DEFAULT-VALUE}.")
    private double threshold;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        var diff = new RaceDiff(read(before), read(after), threshold);
        var stdout = spec.commandLine().getOut();
        stdout.print(new DiffText(diff).render());
        stdout.flush();
        return (diff.hasRegression() ? ExitCode.FAILED : ExitCode.OK).status();
    }

    private static RaceResult read(Path path) {
        try {
            return OutputFolder.readFileOrFolder(path);
        } catch (ReportException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e); // 1 means slower, nothing else
        }
    }
}
