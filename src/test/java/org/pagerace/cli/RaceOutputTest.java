package org.pagerace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.process.FileTree;
import org.pagerace.report.OutputFolder;
import org.pagerace.result.Json;
import org.pagerace.result.RaceResult;

class RaceOutputTest {
    private static final Path COMMITTED = Path.of("src", "results", "2026-11-30-amd-epyc-2-cores.json");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path temporary;

    private RaceResult result;
    private Path folder;
    private RaceOutput output;

    @BeforeEach
    void prepare() throws IOException {
        result = Json.read(COMMITTED, RaceResult.class);
        folder = temporary.resolve("out");
        output = new RaceOutput(OutputFolder.prepare(folder), new PrintWriter(out), new PrintWriter(err));
    }

    @Test
    void write_folderIsThere_namesBothFiles() {
        assertEquals(0, output.write(result, "incomplete"), err::toString);
        assertTrue(out.toString().endsWith("report:  " + folder.resolve("report.html") + "\n"), out::toString);
        assertEquals("", err.toString());
    }

    /** It is the only copy: what the folder does not take must be whole on standard output. */
    @Test
    void write_folderWentAway_printsReportAndResult() throws IOException {
        FileTree.delete(folder);
        assertEquals(1, output.write(result, "incomplete"));
        String printed = out.toString();
        assertTrue(printed.startsWith("answers/s"), printed);
        assertEquals(result, Json.read(printed.substring(printed.indexOf("\n{") + 1), RaceResult.class));
        assertTrue(
                err.toString().startsWith("race: cannot write " + folder.resolve("result.json") + ": no such file\n"),
                err::toString);
    }

    @Test
    void write_onlyTheReportFails_keepsTheFileAndPrintsNoJson() throws IOException {
        Files.createDirectories(folder.resolve("report.html").resolve("in-its-way"));
        assertEquals(1, output.write(result, "incomplete"));
        assertEquals(result, OutputFolder.read(folder));
        assertTrue(out.toString().endsWith("report:  not written\n"), out::toString);
        assertTrue(err.toString().startsWith("race: cannot write " + folder.resolve("report.html")), err::toString);
    }
}
