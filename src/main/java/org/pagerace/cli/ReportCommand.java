package org.pagerace.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.pagerace.report.MarkdownReport;
import org.pagerace.report.OutputFolder;
import org.pagerace.report.RaceSummary;
import org.pagerace.report.ReportException;
import org.pagerace.report.TextReport;
import org.pagerace.result.RaceResult;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Renders the report of a race again. */
@Command(
        name = "report",
        description = "Renders report.html again from the result.json in a folder, and prints the table.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the report was written",
            "1:there is no result of a race, it cannot be read, or the report cannot be written",
            "2:wrong command line"
        })
final class ReportCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "DIR",
            description = "The --out folder of a race; with --markdown or --text also a result.json itself.")
    private Path path;

    @Option(names = "--markdown", description = "Only print the tables in Markdown, for a README; no file is written.")
    private boolean markdown;

    @Option(names = "--text", description = "Only print the tables; no file is written.")
    private boolean text;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        if (markdown && text) {
            throw new CommandException(ExitCode.USAGE, "give --markdown or --text, not both");
        }
        PrintWriter stdout = spec.commandLine().getOut();
        try {
            if (markdown) {
                stdout.print(new MarkdownReport(new RaceSummary(OutputFolder.readFileOrFolder(path))).render());
            } else if (text) {
                stdout.print(new TextReport(new RaceSummary(OutputFolder.readFileOrFolder(path))).render());
            } else {
                write(stdout);
            }
            stdout.flush();
            return ExitCode.OK.status();
        } catch (ReportException e) {
            throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
        }
    }

    private void write(PrintWriter stdout) throws ReportException {
        RaceResult result = OutputFolder.read(path);
        OutputFolder out = OutputFolder.prepare(path);
        out.writeReport(result);
        stdout.print(new TextReport(new RaceSummary(result)).render());
        stdout.println("report:  " + out.reportFile());
    }
}
