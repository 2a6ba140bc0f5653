package org.pagerace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Latency;
import org.pagerace.result.LoadResult;

class LoadReportTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0ns",
        "999, 999ns",
        "1000, 1.00us",
        "12345, 12.3us",
        "999499, 999us",
        "9994999, 9.99ms",
        "9996000, 10.0ms",
        "123456789, 123ms",
        "1500000000, 1.50s",
        "3600000000000, 3600s"
    })
    void time_anyValue_hasThreeDigits(long nanos, String expected) {
        assertEquals(expected, LoadReport.time(nanos));
    }

    /** 100 answers of 10 ms in 1 s, right or not, keep one of two connections busy. */
    @Test
    void render_idleConnections_areNoted() {
        String report = LoadReport.render(result(2));
        assertTrue(report.contains("by Little's law 1.0 of 2 connections were busy"), report);
        assertTrue(report.contains("short-body"), report);
        assertTrue(report.lines().allMatch(line -> line.length() <= 80), report);
    }

    @Test
    void render_busyConnections_needNoNote() {
        assertFalse(LoadReport.render(result(1)).contains("note:"));
    }

    /** Opened at 2 per second, two connections can be open for half of the two seconds that they have in one. */
    @Test
    void render_connectRate_judgesTheTimeSinceTheyOpened() {
        String report = LoadReport.render(result(2, true, Map.of("connect-rate", "2")));
        assertTrue(report.contains("connections busy                 49.99 % of the time, by Little's law\n"), report);
        assertTrue(
                report.contains("                                 99.98 % of the time since each was opened\n"),
                report);
        assertFalse(report.contains("note:"), report);
        assertTrue(
                LoadReport.render(result(2, true, Map.of("connect-rate", "50"))).contains("note:"));
    }

    /** Without keep-alive each request waits for its turn. */
    @Test
    void render_connectRateThatHoldsBack_isNamed() {
        String report = LoadReport.render(result(8, false, Map.of("connect-rate", "1.02")));
        assertTrue(report.contains("turn to connect: --connect-rate was the limit, not the server.\n"), report);
        assertTrue(report.lines().allMatch(line -> line.length() <= 80), report);
    }

    @Test
    void render_longLines_fitTheTerminal() {
        String report = LoadReport.render(result(
                2,
                true,
                Map.of(
                        "rate",
                        "100..5000/30s",
                        "source",
                        "10.0.0.1,10.0.0.2,10.0.0.3,10.0.0.4",
                        "urls",
                        "12, seed 4711")));
        assertTrue(report.lines().allMatch(line -> line.length() <= 80), report);
        assertTrue(report.replaceAll("\\s+", " ").contains("seed 4711"), report);
    }

    @Test
    void render_times_sayWhoseTheyAre() {
        String report = LoadReport.render(result(1));
        assertTrue(report.contains("first byte, total: right answers, timed from when they were sent"), report);
        assertTrue(report.contains("  not right "), report);
    }

    @Test
    void render_noHttp_saysWhy() {
        String report = LoadReport.render(result(1));
        assertTrue(report.contains("1.94 %\n    2: the status line is no good\n"), report);
    }

    @ParameterizedTest
    @CsvSource({
        "810, 0, 0, a thread was busy over 80 % of the time",
        "0, 11, 0, its GC took over 1 %",
        "0, 0, 2, its lag was over 1 ms"
    })
    void render_busyDriver_mayHaveBeenTheLimit(long cpuMillis, long pauseMillis, long lagMillis, String why) {
        String report = LoadReport.render(driven(cpuMillis, pauseMillis, lagMillis));
        assertTrue(
                report.contains("note: the driver may have been the limit, not the server:\n" + why
                        + "; raise -t if there are cores left.\n"),
                report);
        assertTrue(report.lines().allMatch(line -> line.length() <= 80), report);
    }

    @Test
    void render_easyDriver_needsNoNote() {
        String report = LoadReport.render(driven(790, 9, 0));
        assertTrue(report.contains("79.0 % busy"), report);
        assertFalse(report.contains("note:"), report);
    }

    /** In one second, on the busier of two threads. */
    private static LoadResult driven(long cpuMillis, long pauseMillis, long lagMillis) {
        var lag = new Histogram(3);
        lag.recordValue(lagMillis * 1_000_000);
        LoadResult like = result(1);
        return new LoadResult(
                like.measurementRevision(),
                like.settings(),
                like.address(),
                like.stoppedEarly(),
                like.elapsed(),
                like.started(),
                like.outcomes(),
                like.statuses(),
                like.protocolErrors(),
                like.bodyBytes(),
                like.receivedBytes(),
                like.sentBytes(),
                like.connectionsOpened(),
                like.reusedRequests(),
                like.retries(),
                like.connect(),
                like.firstByte(),
                like.total(),
                like.notRight(),
                like.pacing(),
                new LoadResult.DriverUse(
                        List.of(Duration.ofMillis(cpuMillis / 2), Duration.ofMillis(cpuMillis)),
                        Duration.ofMillis(pauseMillis),
                        Latency.of(lag)),
                List.of());
    }

    static LoadResult result(int connections) {
        return result(connections, true, Map.of());
    }

    private static LoadResult result(int connections, boolean keepAlive, Map<String, String> further) {
        var histogram = new Histogram(3);
        histogram.recordValueWithCount(10_000_000, 99);
        var times = Latency.of(histogram);
        var other = new Histogram(3);
        other.recordValue(10_000_000);
        var settings = new LoadResult.Settings(
                "http://127.0.0.1/",
                "GET",
                "HTTP/1.1",
                keepAlive,
                connections,
                1,
                103,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofSeconds(10),
                "none",
                further);
        return new LoadResult(
                1,
                settings,
                "127.0.0.1:80",
                false,
                Duration.ofSeconds(1),
                103,
                Map.of(
                        FailureKind.OK,
                        99L,
                        FailureKind.HTTP_5XX,
                        1L,
                        FailureKind.SHORT_BODY,
                        1L,
                        FailureKind.PROTOCOL,
                        2L),
                new TreeMap<>(Map.of(200, 99L, 503, 1L)),
                new TreeMap<>(Map.of("the status line is no good", 2L)),
                0,
                0,
                0,
                1,
                100,
                3,
                Latency.empty(),
                times,
                times,
                Latency.of(other));
    }
}
