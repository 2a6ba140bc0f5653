package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.result.Json;

class OutputFolderTest {
    @TempDir
    Path temporary;

    @Test
    void write_thenRead_isTheSameRace() throws IOException {
        OutputFolder.prepare(temporary.resolve("new/out")).write(Races.brief());
        var read = OutputFolder.read(temporary.resolve("new/out"));
        assertEquals(Races.brief(), read);
        assertEquals(List.of("report.html", "result.json"), names(temporary.resolve("new/out")));
    }

    @Test
    void prepare_ourOwnFiles_mayBeReplaced() throws IOException {
        OutputFolder first = OutputFolder.prepare(temporary);
        assertFalse(first.holdsResult());
        first.write(Races.brief());
        OutputFolder second = OutputFolder.prepare(temporary);
        assertTrue(second.holdsResult());
        second.write(Races.ab());
        assertEquals("ab", OutputFolder.read(temporary).plan().protocol());
    }

    @ParameterizedTest
    @ValueSource(strings = {"result.json", "report.html"})
    void prepare_foreignFileOfOurName_isRefusedAndKept(String name) throws IOException {
        Path foreign = Files.writeString(temporary.resolve(name), "{\"mine\": true}");
        var refused = assertThrows(ReportException.class, () -> OutputFolder.prepare(temporary));
        assertTrue(refused.getMessage().contains(foreign.toString()), refused.getMessage());
        assertEquals("{\"mine\": true}", Files.readString(foreign));
    }

    @Test
    void prepare_otherFiles_areLeftAlone() throws IOException {
        Path other = Files.writeString(temporary.resolve("notes.txt"), "mine");
        OutputFolder.prepare(temporary).write(Races.brief());
        assertEquals("mine", Files.readString(other));
    }

    @Test
    void prepare_fileOfARunThatWasKilledWhileItWrote_isRemoved() throws IOException {
        long nobody = Long.MAX_VALUE / 100; // more than any system gives out
        Files.writeString(temporary.resolve(".result.json." + nobody + ".tmp"), "{");
        Files.writeString(temporary.resolve(".report.html." + nobody + ".tmp"), "<");
        String living = ".result.json." + ProcessHandle.current().pid() + ".tmp";
        for (String kept : List.of(living, ".result.json.mine.tmp", "result.json.1.tmp")) {
            Files.writeString(temporary.resolve(kept), "mine");
        }
        OutputFolder.prepare(temporary);
        assertEquals(
                List.of(living, ".result.json.mine.tmp", "result.json.1.tmp").stream()
                        .sorted()
                        .toList(),
                names(temporary));
    }

    @Test
    void discardIfEmpty_nothingWritten_takesOnlyAFolderMadeHereAway() throws IOException {
        Path mine = Files.createDirectory(temporary.resolve("mine"));
        OutputFolder.prepare(mine).discardIfEmpty();
        assertTrue(Files.exists(mine), "was there before");
        OutputFolder.prepare(temporary.resolve("made")).discardIfEmpty();
        assertTrue(Files.notExists(temporary.resolve("made")), "was made here");
    }

    @Test
    void discardIfEmpty_resultWritten_keepsIt() throws IOException {
        OutputFolder folder = OutputFolder.prepare(temporary.resolve("made"));
        folder.write(Races.brief());
        folder.discardIfEmpty();
        assertTrue(Files.exists(folder.resultFile()));
    }

    @Test
    void prepare_aFile_isRefused() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "");
        assertThrows(ReportException.class, () -> OutputFolder.prepare(file));
    }

    @Test
    void prepare_belowAFile_isRefusedWithAReason() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "");
        var refused = assertThrows(ReportException.class, () -> OutputFolder.prepare(file.resolve("out")));
        assertTrue(refused.getMessage().endsWith("(Not a directory); name another one"), refused.getMessage());
    }

    @Test
    void read_noResult_saysWhatIsMissing() {
        var refused = assertThrows(ReportException.class, () -> OutputFolder.read(temporary));
        assertTrue(refused.getMessage().contains("there is no result.json in"), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{\"name\": \"npm\"}",
                "{\"format\": \"pagerace-race\", \"version\": 2}",
                "{\"format\": \"pagerace-race\", \"version\": 2, \"stacks\": 7}",
                "{\"format\": \"pagerace-race\", \"version\": 2, \"more\": 7}",
                "{\"format\": \"pagerace-race\", \"version\": 1, \"pagerace\": \"0.1.0\", \"rounds\": []}",
                "{\"format\": \"pagerace-race\", \"version\": 99, \"more\": 7}"
            })
    void read_damagedResult_namesTheFileAndNoClass(String json) throws IOException {
        Files.writeString(temporary.resolve("result.json"), json);
        var refused = assertThrows(ReportException.class, () -> OutputFolder.read(temporary));
        assertTrue(refused.getMessage().contains("result.json"), refused.getMessage());
        assertFalse(
                refused.getMessage().matches("(?s).*(org\\.|java\\.|RaceResult|problem:|null|\n).*"),
                refused::getMessage);
        assertEquals(json.contains("99"), refused.getMessage().contains("layout version 99"), refused::getMessage);
    }

    @Test
    void read_resultOfVersion1_namesItAndTheRemedy() throws IOException {
        Files.writeString(
                temporary.resolve("result.json"),
                "{\"format\": \"pagerace-race\", \"version\": 1, \"pagerace\": \"0.1.0\", \"rounds\": []}");
        var refused = assertThrows(ReportException.class, () -> OutputFolder.read(temporary));
        assertTrue(
                refused.getMessage()
                        .endsWith("it has layout version 1, but this Pagerace reads 2; use the Pagerace that wrote it"),
                refused::getMessage);
    }

    /** As a full disk leaves it, cut anywhere. */
    @Test
    void read_truncatedResult_isRefused() throws IOException {
        String json = Json.write(Races.brief());
        for (int length : new int[] {json.length() - 2, json.length() / 2, 300, 20}) {
            Files.writeString(temporary.resolve("result.json"), json.substring(0, length));
            var refused = assertThrows(ReportException.class, () -> OutputFolder.read(temporary));
            assertTrue(refused.getMessage().contains("result.json is not readable: "), refused::getMessage);
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
