package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.HttpVersion;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Stop;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Json;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo.Mode;

/** What wrk 4.1.0 and ab 2.3 of Debian 12 really printed, against servers that answered well, badly and not at all. */
class ToolAdapterTest {
    private static final LoadSpec SPEC = LoadSpec.of(URI.create("http://127.0.0.1:8080/db?a=b"))
            .withConnections(8, 2)
            .withTimeout(Duration.ofSeconds(30));

    @TempDir
    Path folder;

    private static String printed(String name) {
        try (var in = ToolAdapterTest.class.getResourceAsStream("/tools/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private ToolReport wrk(String name) {
        return new Wrk().read(printed(name), folder);
    }

    private ToolReport ab(String name) {
        return new ApacheBench().read(printed(name), folder);
    }

    private static Map<FailureKind, Long> ended(ToolReport report) {
        Map<FailureKind, Long> some = new EnumMap<>(FailureKind.class);
        report.outcomes().forEach((kind, count) -> {
            if (count > 0) {
                some.put(kind, count);
            }
        });
        return some;
    }

    @Test
    void version_wrk_isItsNumber() {
        var wrk = new Wrk();
        assertEquals(Optional.of("4.1.0"), wrk.version("wrk debian/4.1.0-3+b2 [epoll] Copyright (C) 2012 Will Glozer"));
        assertEquals(Optional.of("4.2.0"), wrk.version("wrk 4.2.0 [kqueue] Copyright (C) 2012 Will Glozer"));
        assertEquals(Optional.empty(), wrk.version("Usage: wrk <options> <url>"));
    }

    @Test
    void version_ab_hasItsRevisionIfItKnowsIt() {
        var ab = new ApacheBench();
        assertEquals(Optional.of("2.3"), ab.version("This is ApacheBench, Version 2.3 <$Revision$>\n"));
        assertEquals(
                Optional.of("2.3 (revision 1903618)"),
                ab.version("This is ApacheBench, Version 2.3 <$Revision: 1903618 $>\n"));
    }

    @Test
    void arguments_wrk_askAsPlanned() {
        LoadSpec spec = SPEC.withStop(new Stop.AfterDuration(Duration.ofSeconds(3)));
        String url = "http://127.0.0.1:8080/db?a=b";
        List<String> kept = List.of("-t", "2", "-c", "8", "-d", "3s", "--timeout", "30s", "--latency", url);
        assertEquals(kept, new Wrk().arguments(spec, folder));
        assertEquals(
                List.of(
                        "-t",
                        "2",
                        "-c",
                        "8",
                        "-d",
                        "3s",
                        "--timeout",
                        "30s",
                        "--latency",
                        "-H",
                        "Connection: close",
                        url),
                new Wrk().arguments(spec.withKeepAlive(false), folder));
    }

    /** ab's -t sets -n, so it must come first; a page of changing length must not count as a failure. */
    @Test
    void arguments_ab_giveTheTimeBeforeTheNumber() {
        LoadSpec spec = SPEC.withVersion(HttpVersion.HTTP_1_0)
                .withKeepAlive(false)
                .withConnections(1, 1)
                .withStop(new Stop.FirstOf(
                        new Stop.AfterRequests(50_000), new Stop.AfterDuration(Duration.ofSeconds(10))));
        String csv = folder.resolve("percentiles.csv").toString();
        String url = "http://127.0.0.1:8080/db?a=b";
        assertEquals(
                List.of("-q", "-r", "-s", "30", "-t", "10", "-n", "50000", "-c", "1", "-l", "-e", csv, url),
                new ApacheBench().arguments(spec, folder));
        assertEquals(
                List.of("-q", "-r", "-s", "30", "-n", "1000", "-c", "1", "-e", csv, url),
                new ApacheBench()
                        .arguments(
                                spec.withStop(new Stop.AfterRequests(1000)).withBodyCheck(new BodyCheck.Expect(1, 1)),
                                folder));
    }

    @Test
    void arguments_abHead_asksForIt() {
        assertTrue(new ApacheBench().arguments(SPEC.withMethod("HEAD"), folder).contains("-i"));
        assertFalse(new ApacheBench().arguments(SPEC, folder).contains("-i"));
    }

    /** wrk gives each thread the same number of connections and would leave out the rest. */
    @ParameterizedTest
    @CsvSource({"8, 2, true", "6, 2, false", "1, 1, false"})
    void canChange_wrksThreads_mustDivideItsConnections(int connections, int threads, boolean expected) {
        Mode mode = mode(connections, threads);
        assertEquals(expected, new Wrk().canChange(mode, Change.TWICE_THE_THREADS));
        assertTrue(new Wrk().canChange(mode, Change.TWICE_THE_CONNECTIONS));
        assertFalse(new Wrk().canChange(mode, Change.HEAD));
    }

    @Test
    void canChange_ab_hasOneThread() {
        Mode mode = mode(8, 1);
        assertFalse(new ApacheBench().canChange(mode, Change.TWICE_THE_THREADS));
        assertTrue(new ApacheBench().canChange(mode, Change.TWICE_THE_CONNECTIONS));
        assertTrue(new ApacheBench().canChange(mode, Change.HEAD));
    }

    private static Mode mode(int connections, int threads) {
        return new Mode("c", "1.1", true, connections, threads, Optional.empty(), Optional.of(Duration.ofSeconds(1)));
    }

    @Test
    void read_wrk_takesRateTimesAndBytes() {
        ToolReport report = wrk("wrk-ok.txt");
        assertEquals(Map.of(FailureKind.OK, 100L), ended(report));
        assertEquals(1.1106, report.elapsed().toNanos() / 1e9, 0.0001); // 100 requests at 90.04 per second
        assertEquals(12_042, report.receivedBytes()); // 11.76 KB of 1,024
        assertEquals(
                Map.of(
                        "p50",
                        43_940_000L,
                        "p75",
                        44_010_000L,
                        "p90",
                        44_080_000L,
                        "p99",
                        44_570_000L,
                        "max",
                        44_570_000L),
                report.percentilesNanos());
    }

    @Test
    void read_wrkWithFailures_countsEachOnce() {
        assertEquals(Map.of(FailureKind.HTTP_5XX, 92L), ended(wrk("wrk-500.txt")));
        assertEquals(
                Map.of(FailureKind.OK, 13_328L, FailureKind.RESET_BEFORE_RESPONSE, 3332L), ended(wrk("wrk-reset.txt")));
        assertEquals(Map.of(FailureKind.OK, 104L, FailureKind.TOTAL_TIMEOUT, 8L), ended(wrk("wrk-stall.txt")));
    }

    @Test
    void read_ab_takesRateAndBytes() {
        ToolReport report = ab("ab-ok.txt");
        assertEquals(Map.of(FailureKind.OK, 950L), ended(report));
        assertEquals(1.000411, report.elapsed().toNanos() / 1e9, 0.000001); // 950 at 949.61 per second
        assertEquals(4750, report.bodyBytes());
        assertEquals(110_200, report.receivedBytes());
        assertEquals(0, report.reusedRequests());
        assertEquals(Map.of(), report.percentilesNanos(), "it has written no file");
    }

    @Test
    void read_abKeepAlive_takesPercentilesFromItsFile() throws IOException {
        Files.writeString(folder.resolve("percentiles.csv"), printed("ab-keep.csv"));
        ToolReport report = ab("ab-keep.txt");
        assertEquals(200, report.reusedRequests());
        assertEquals(Map.of(FailureKind.OK, 150L, FailureKind.HTTP_5XX, 50L), ended(report));
        assertEquals(
                List.of("min", "p50", "p75", "p90", "p95", "p99", "max"),
                List.copyOf(report.percentilesNanos().keySet()));
        assertTrue(
                report.percentilesNanos().get("max") > report.percentilesNanos().get("p50"));
    }

    /** In the last one the first answer was broken, so ab takes no bytes for the right length of all others. */
    @Test
    void read_abWithFailures_neverEndsMoreThanItCompleted() {
        assertEquals(Map.of(FailureKind.HTTP_5XX, 200L), ended(ab("ab-500.txt")));
        assertEquals(Map.of(FailureKind.OK, 67L, FailureKind.WRONG_BODY, 133L), ended(ab("ab-len.txt")));
        assertEquals(
                Map.of(FailureKind.OK, 41L, FailureKind.WRONG_BODY, 119L, FailureKind.RESET_MID_BODY, 40L),
                ended(ab("ab-reset.txt")));
    }

    @ParameterizedTest
    @CsvSource({"'', ab", "'unable to connect', wrk", "'apr_pollset_poll: The timeout specified has expired', ab"})
    void read_notAReport_isRefused(String output, String tool) {
        ToolAdapter adapter = tool.equals("ab") ? new ApacheBench() : new Wrk();
        assertThrows(IllegalArgumentException.class, () -> adapter.read(output, folder));
    }

    @Test
    void result_ofATool_saysWhoseItIsAndSurvivesJson() {
        LoadResult result = wrk("wrk-ok.txt").result(SPEC, "wrk 4.1.0");
        assertEquals(100, result.ok());
        assertEquals(90.04, result.perSecond(), 0.01);
        assertEquals("none", result.settings().bodyCheck());
        assertEquals(0, result.total().count());
        assertEquals("wrk 4.1.0", result.toolFigures().orElseThrow().tool());
        assertEquals(result, Json.read(Json.write(result), LoadResult.class));
    }
}
