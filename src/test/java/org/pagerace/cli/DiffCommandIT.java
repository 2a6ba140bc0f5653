package org.pagerace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.report.OutputFolder;
import org.pagerace.report.Races;

/** On result files that the product itself has written. */
class DiffCommandIT {
    @TempDir
    Path folder;

    private String race(String name, double rate) throws IOException {
        Path out = folder.resolve(name);
        OutputFolder.prepare(out)
                .write(Races.of(List.of("jetty"), List.of("db"), 6, (stack, page, round) -> rate + round));
        return out.toString();
    }

    @Test
    void diff_folderAndFile_areReadAlike() throws IOException {
        Output output = Output.of("diff", race("old", 1000), race("new", 1000) + "/result.json");
        assertEquals(0, output.status(), output.err());
        assertTrue(output.out().contains("  jetty  "), output.out());
        assertTrue(output.out().contains("nothing is significantly slower by more than 5.0 %"), output.out());
    }

    @Test
    void diff_slower_endsWithOne() throws IOException {
        Output output = Output.of("diff", race("old", 1000), race("new", 900));
        assertEquals(1, output.status(), output.out());
        assertTrue(output.out().contains("slower: jetty/db, by 10 %"), output.out());
        assertEquals(
                0,
                Output.of("diff", race("old", 1000), race("new", 900), "--threshold", "12.5%")
                        .status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "\u0000",
                "{\"name\": \"npm\"}",
                "{\"format\": \"pagerace-race\", \"version\": 2, \"pagerace\": \"0.1\"",
                "{\"format\": \"pagerace-race\", \"version\": 1}"
            })
    void diff_damagedForeignOrOld_isRefusedNamingTheFile(String content) throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.json"), content);
        Output output = Output.of("diff", race("old", 1000), bad.toString());
        assertEquals(2, output.status(), output.out());
        assertTrue(output.err().startsWith("diff: " + bad + " is "), output.err());
        assertEquals(content.contains("1}"), output.err().contains("layout version 1"), output.err());
        assertEquals("", output.out());
    }

    @Test
    void diff_noText_isRefusedNamingTheFile() throws IOException {
        Path bad = Files.write(folder.resolve("bad.json"), new byte[] {(byte) 0xFF, (byte) 0xFE, 0});
        Output output = Output.of("diff", bad.toString(), race("new", 1000));
        assertEquals(2, output.status(), output.out());
        assertEquals("diff: " + bad + " is no text, so no result of a race\n", output.err());
    }

    @Test
    void diff_missingOrWrongThreshold_isUsage() throws IOException {
        Output missing =
                Output.of("diff", race("old", 1000), folder.resolve("none").toString());
        assertEquals(2, missing.status());
        assertTrue(missing.err().contains("name a result.json or the --out folder of a race"), missing.err());
        Output wrong = Output.of("diff", race("old", 1000), race("new", 900), "--threshold", "5");
        assertEquals(2, wrong.status());
        assertTrue(wrong.err().contains("'5' is no share"), wrong.err());
        assertEquals(2, Output.of("diff", race("old", 1000)).status());
    }

    @Test
    void report_markdown_isATableAndWritesNothing() throws IOException {
        String out = race("old", 1000);
        Files.delete(Path.of(out, "report.html"));
        Output output = Output.of("report", out, "--markdown");
        assertEquals(0, output.status(), output.err());
        assertTrue(output.out().startsWith("| answers per second | db |\n| --- | ---: |\n| jetty | "), output.out());
        assertFalse(Files.exists(Path.of(out, "report.html")));
        assertEquals(2, Output.of("report", out, "--markdown", "--text").status());
    }
}
