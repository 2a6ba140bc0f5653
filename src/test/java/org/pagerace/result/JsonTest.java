package org.pagerace.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTest {
    private static final LoadResult RESULT = result(Map.of(FailureKind.OK, 9L, FailureKind.SHORT_BODY, 1L));

    @Test
    void read_whatWriteWrote_isEqual() {
        var document = new LoadDocument(List.of(RESULT));
        LoadDocument back = Json.read(Json.write(document), LoadDocument.class);
        assertEquals(document, back);
        assertEquals(99, back.result().total().count());
        assertEquals(RESULT.total().percentile(99), back.result().total().percentile(99));
    }

    @Test
    void write_result_isForPeopleToo() {
        String json = Json.write(new LoadDocument(List.of(RESULT)));
        assertTrue(json.startsWith("{\n  \"version\" : 2,\n"), json);
        assertTrue(json.contains("\"short-body\" : 1"), json);
        assertTrue(json.contains("\"elapsed\" : \"PT2S\""), json);
        assertTrue(json.contains("\"perSecond\" : 4.5"), json);
        assertTrue(json.contains("\"p99.9\" : "), json);
        assertTrue(json.endsWith("}\n"), json);
    }

    @Test
    void read_unknownMember_isRefusedByName() {
        String json = Json.write(new LoadDocument(List.of(RESULT)))
                .replace("\"version\" : 2", "\"version\" : 2,\n  \"verison\" : 2");
        var e = assertThrows(IllegalArgumentException.class, () -> Json.read(json, LoadDocument.class));
        assertTrue(e.getMessage().contains("verison"), e.getMessage());
    }

    /** The race that the README shows, written before results had seconds. */
    @Test
    void read_committedRace_isStillUnderstood() throws IOException {
        try (var files = Files.list(Path.of("src/results"))) {
            List<Path> races =
                    files.filter(file -> file.toString().endsWith(".json")).toList();
            assertFalse(races.isEmpty());
            for (Path race : races) {
                RaceResult result = Json.read(race, RaceResult.class);
                assertEquals(RaceResult.VERSION, result.version());
                assertFalse(result.rounds().isEmpty());
            }
        }
    }

    /** Written before there were given rates, sweeps and seconds. */
    @Test
    void read_version1_isStillUnderstood() throws IOException {
        String json;
        try (var in = JsonTest.class.getResourceAsStream("load-version-1.json")) {
            json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        LoadDocument document = Json.read(json, LoadDocument.class);
        assertEquals(1, document.version());
        assertEquals(5, document.result().ok());
        assertEquals(List.of(), document.result().seconds());
        assertEquals(1, document.result().pacing().achieved());
        assertEquals(Map.of(), document.result().settings().further());
    }

    @Test
    void read_otherFile_namesIt(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("notes.json"), "remember the milk");
        var e = assertThrows(IOException.class, () -> Json.read(file, LoadDocument.class));
        assertTrue(e.getMessage().startsWith(file + " is not readable: line 1:"), e.getMessage());
    }

    @Test
    void loadResult_kindsDoNotSumToStarted_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> result(Map.of(FailureKind.OK, 9L)));
    }

    @Test
    void loadResult_figures_followFromItsCounts() {
        assertEquals(4.5, RESULT.perSecond());
        assertEquals(1, RESULT.failed());
        assertEquals(0.8, RESULT.keepAliveAchieved());
        assertEquals(0, RESULT.count(FailureKind.REFUSED));
        // 99 values with a mean of 50 us in 2 s on 2 connections
        assertEquals(99 * 50e-6 / 2 / 2, RESULT.littleRatio(), 1e-5);
    }

    private static LoadResult result(Map<FailureKind, Long> outcomes) {
        var settings = new LoadResult.Settings(
                "http://127.0.0.1:8080/",
                "GET",
                "HTTP/1.1",
                true,
                2,
                1,
                10,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofSeconds(10),
                "none");
        return new LoadResult(
                LoadResult.MEASUREMENT_REVISION,
                settings,
                "127.0.0.1:8080",
                false,
                Duration.ofSeconds(2),
                10,
                outcomes,
                new TreeMap<>(Map.of(200, 9L)),
                new TreeMap<>(),
                72,
                2000,
                1000,
                2,
                8,
                0,
                Latency.empty(),
                LatencyTest.uniform(1, 99),
                LatencyTest.uniform(1, 99),
                Latency.empty());
    }
}
