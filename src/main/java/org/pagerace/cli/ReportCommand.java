package org.pagerace.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.pagerace.report.OutputFolder;
import org.pagerace.report.RaceSummary;
import org.pagerace.report.ReportException;
import org.pagerace.report.TextReport;
import org.pagerace.result.RaceResult;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Renders the report of a race again. */
@Command(
        name = "report",
        description = "Renders report.html again from the result.json in a folder, and prints the table.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the report was written",
            "1:there is no result of a race, it cannot be read, or the report cannot be written",
            "2:wrong command line"
        })
final class ReportCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The --out folder of a race.")
    private Path folder;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        try {
            RaceResult result = OutputFolder.read(folder);
            OutputFolder out = OutputFolder.prepare(folder);
            out.writeReport(result);
            var stdout = spec.commandLine().getOut();
            stdout.print(new TextReport(new RaceSummary(result)).render());
            stdout.println("report:  " + out.reportFile());
            stdout.flush();
            return ExitCode.OK.status();
        } catch (ReportException e) {
            throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
        }
    }
}
