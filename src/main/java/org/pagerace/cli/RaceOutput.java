package org.pagerace.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.pagerace.report.OutputFolder;
import org.pagerace.report.RaceSummary;
import org.pagerace.report.ReportException;
import org.pagerace.report.TextReport;
import org.pagerace.result.Json;
import org.pagerace.result.RaceResult;

/** Where the result of a race goes: the folder and standard output, and only there what the folder does not take. */
final class RaceOutput {
    private final OutputFolder folder;
    private final PrintWriter out;
    private final PrintWriter err;

    RaceOutput(OutputFolder folder, PrintWriter out, PrintWriter err) {
        this.folder = folder;
        this.out = out;
        this.err = err;
    }

    /**
     * Writes and prints all of it, whatever fails.
     *
     * @param incomplete word for a race that has not all its rounds
     * @return the exit status
     */
    int write(RaceResult result, String incomplete) {
        Optional<String> noResult = failure(() -> folder.writeResult(result));
        Optional<String> noReport = failure(() -> folder.writeReport(result));
        var summary = new RaceSummary(result);
        out.print(new TextReport(summary).render());
        summary.missing().ifPresent(missing -> out.println(incomplete + ": " + missing));
        List<String> problems = summary.problems();
        out.println("results: " + (noResult.isPresent() ? "not written, see below" : folder.resultFile()));
        out.println("report:  " + (noReport.isPresent() ? "not written" : folder.reportFile()));
        if (noResult.isPresent()) {
            out.println("result.json, for 'pagerace report' in a folder with room:");
            out.print(Json.write(result));
        }
        out.flush();
        noResult.ifPresent(this::complain);
        noReport.ifPresent(this::complain);
        if (result.incomplete().isPresent() || !problems.isEmpty()) {
            complain(result.incomplete()
                    .orElseGet(() -> problems.get(0)
                            + (problems.size() > 1 ? " (and " + (problems.size() - 1) + " more, see above)" : "")));
            return ExitCode.FAILED.status();
        }
        return (noResult.isPresent() || noReport.isPresent() ? ExitCode.FAILED : ExitCode.OK).status();
    }

    private void complain(String what) {
        err.println("race: " + what);
        err.flush();
    }

    private interface Writing {
        void run() throws ReportException;
    }

    private static Optional<String> failure(Writing writing) {
        try {
            writing.run();
            return Optional.empty();
        } catch (ReportException e) {
            return Optional.of(e.getMessage());
        }
    }
}
