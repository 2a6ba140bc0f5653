package org.pagerace.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pagerace.result.Json;
import org.pagerace.result.LoadDocument;
import org.pagerace.result.LoadResult;
import picocli.CommandLine.Option;

/** The options that say where the figures go and what they must be. */
final class LoadOutput {
    private static final String JSON_BEGINNING = "{\n  \"version\" : ";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, json or csv on standard output (default ${DEFAULT-VALUE})")
    private String format;

    @Option(names = "--json", paramLabel = "FILE", description = "write the JSON document to a file as well")
    private Path json;

    @Option(names = "--csv", paramLabel = "FILE", description = "write a CSV row for each second to a file as well")
    private Path csv;

    @Option(
            names = "--hdr",
            paramLabel = "FILE",
            description = "write the response times of each second to a file in HdrHistogram's log format")
    private Path hdr;

    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            converter = Threshold.Converter.class,
            description =
                    "exit with 1 if a run is like this, as in 'p99>50ms', 'rate<1000', 'errors>0', 'error-rate>1%%';"
                            + " mean, max and any p; may be repeated")
    private List<Threshold> thresholds = new ArrayList<>();

    /** Before anything is started. */
    void check() {
        if (!List.of("text", "json", "csv").contains(format)) {
            throw new IllegalArgumentException(
                    "the format is text, json or csv, but is '" + format + "'; check --format");
        }
        jsonFile().check();
        csvFile().check();
        new OutputFile(hdr, "--hdr", HdrLog.BEGINNING).check();
    }

    private OutputFile jsonFile() {
        return new OutputFile(json, "--json", JSON_BEGINNING);
    }

    private OutputFile csvFile() {
        return new OutputFile(csv, "--csv", LoadCsv.COLUMNS);
    }

    Optional<HdrLog> openHdrLog() {
        return hdr == null ? Optional.empty() : Optional.of(new HdrLog(hdr));
    }

    /** Returns what standard output gets as soon as one of several runs has ended. */
    String perRun(LoadResult result) {
        return format.equals("text") ? LoadReport.render(result) : "";
    }

    /** Writes the files and returns what standard output gets at the end. */
    String atEnd(List<LoadResult> results) {
        String document = format.equals("json") || json != null ? Json.write(new LoadDocument(results)) : "";
        jsonFile().write(document);
        csvFile().write(csv == null ? "" : LoadCsv.render(results));
        return switch (format) {
            case "json" -> document;
            case "csv" -> LoadCsv.render(results);
            default -> "";
        };
    }

    /** Returns the thresholds that the results break, in words. */
    List<String> failures(List<LoadResult> results) {
        List<String> failures = new ArrayList<>();
        for (LoadResult result : results) {
            String run = results.size() == 1 ? "" : LoadReport.step(result) + ": ";
            thresholds.forEach(
                    threshold -> threshold.failure(result).ifPresent(failure -> failures.add(run + failure)));
        }
        return failures;
    }
}
