package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dialects as users start them, in a process of their own, against a real server on loopback. */
@Timeout(120)
class DialectsIT {
    @TempDir
    private Path folder;

    private Process start(List<String> arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                absoluteClassPath(),
                "org.pagerace.cli.Main"));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    private static String absoluteClassPath() {
        return String.join(
                ":",
                Arrays.stream(System.getProperty("java.class.path").split(":", -1))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }

    private Outcome finish(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("did not end");
        }
        return new Outcome(
                process.exitValue(), Files.readString(folder.resolve("out")), Files.readString(folder.resolve("err")));
    }

    private Outcome run(String... arguments) throws IOException, InterruptedException {
        return finish(start(List.of(arguments)));
    }

    private static void assertMatches(String pattern, String text) {
        assertTrue(Pattern.compile(pattern, Pattern.DOTALL).matcher(text).matches(), text);
    }

    /** picocli must find nothing of its own in them. */
    @Test
    void cli_arguments_arePassedOnUntouched() throws Exception {
        assertMatches("Usage: ab .*", run("ab", "-h").err());
        assertEquals(22, run("ab", "--help").status());
        assertEquals("1.5\n", run("webbench", "--version").out());
        assertMatches("weighttp - .*version: .*", run("weighttp", "-v").out());
        assertMatches("usage:  http_load .*", run("http_load", "-h").err());
        assertMatches(".*\\* bad range.*", run("abc", "[1]", "127.0.0.1/").err());
        assertMatches(
                "ab: Could not open POST data file \\(@file\\).*",
                run("ab", "-p", "@file", "h/").err());
    }

    @Test
    void ab_publicTarget_isRefusedAsItsOwnError() throws Exception {
        Outcome outcome = run("ab", "-n", "1", "http://192.0.2.1/");
        assertEquals(1, outcome.status());
        assertMatches("ab: 192.0.2.1 is a public address; .* PAGERACE_PUBLIC_TARGET_OK=192.0.2.1\n", outcome.err());
    }

    /** ab prints its whole report at SIGINT and exits 1. */
    @Test
    void ab_interrupted_reportsAndExits1() throws Exception {
        try (var server = new ClassicServer()) {
            Outcome outcome = interrupted(server, "ab", "-n", "1000000", "-c", "4", server.url("/page"));
            assertEquals(1, outcome.status(), outcome.err());
            assertMatches(".*\nComplete requests:      [1-9]\\d+\n.*100%.*", outcome.out());
            assertMatches(".*Finished \\d+ requests\n", outcome.ownErr());
            assertMatches("what really happened.*aborted-at-end.*", outcome.truth());
        }
    }

    /** The others die without a word; ours still say what happened. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "webbench -t 60 -c 4 URL",
                "http_load -p 4 -s 60 FILE",
                "weighttp -n 1000000 -c 4 URL",
                "abc [4-5:1000000+1x1] ADDRESS"
            })
    void others_interrupted_tellTheTruthAndExit130(String line) throws Exception {
        try (var server = new ClassicServer()) {
            String url = server.url("/page");
            Files.writeString(folder.resolve("urls"), url + "\n");
            String[] command = line.replace("URL", url)
                    .replace("FILE", folder.resolve("urls").toString())
                    .replace("ADDRESS", url.substring("http://".length()))
                    .split(" ", -1);
            Outcome outcome = interrupted(server, command);
            assertEquals(130, outcome.status(), outcome.err());
            assertMatches("what really happened.*(aborted-at-end|interrupted).*", outcome.truth());
            assertFalse(Pattern.compile("Speed=|fetches/sec|finished in|\nmin:")
                    .matcher(outcome.out())
                    .find());
        }
    }

    /** What is sent to a process after a few requests, as Ctrl-C sends it. */
    private Outcome interrupted(ClassicServer server, String... command) throws IOException, InterruptedException {
        Process process = start(List.of(command));
        try {
            assertTrue(server.awaitRequests(200));
            assertEquals(
                    0,
                    new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                            .start()
                            .waitFor());
            return finish(process);
        } finally {
            process.destroyForcibly();
        }
    }

    /** The originals fail their way through all requests. */
    @Test
    void httpLoadAndWeighttp_nobodyListens_failThroughAll() throws Exception {
        String url;
        try (var server = new ClassicServer()) {
            url = server.url("/page");
        }
        Path urls = Files.writeString(folder.resolve("urls"), url + "\n");
        Outcome fetches = run("http_load", "-p", "2", "-f", "100", urls.toString());
        assertMatches("100 fetches, 2 max parallel, 0 bytes, in .*", fetches.out());
        assertMatches(".*100 started = 100 refused.*", fetches.truth());
        assertEquals(0, fetches.status());
        Outcome requests = run("weighttp", "-n", "100", "-c", "2", url);
        assertMatches(
                ".*requests: 100 total, 100 started, 100 done, 0 succeeded, 100 failed, 0 errored.*", requests.out());
        assertEquals(0, requests.status());
    }

    @Test
    void webbench_twoClients_printsSpeedAndExitsWithPages() throws Exception {
        try (var server = new ClassicServer()) {
            Outcome outcome = run("webbench", "-2", "-c", "2", "-t", "1", server.url("/page"));
            assertMatches("""

                    Benchmarking: GET http://127.0.0.1:\\d+/page \\(using HTTP/1.1\\)
                    2 clients, running 1 sec.

                    Speed=\\d+ pages/min, \\d+ bytes/sec.
                    Requests: \\d+ susceed, 0 failed.
                    """, outcome.out());
            var status = Pattern.compile("the exit status (\\d+) is").matcher(outcome.truth());
            assertTrue(status.find(), outcome.err());
            assertEquals(Integer.parseInt(status.group(1)), outcome.status());
            assertEquals(
                    "GET /page HTTP/1.1\r\nUser-Agent: WebBench 1.5\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                    server.firstHead());
        }
    }

    @Test
    void httpLoad_fetches_areCountedAndCompared() throws Exception {
        try (var server = new ClassicServer()) {
            Path urls = Files.writeString(folder.resolve("urls"), server.url("/vary") + "\n");
            Outcome outcome = run("http_load", "-p", "1", "-f", "30", urls.toString());
            assertMatches("""
                    30 fetches, 1 max parallel, 353 bytes, in \\S+ seconds
                    11.7667 mean bytes/connection
                    .*29 bad byte counts
                    HTTP response codes:
                      code 200 -- 30
                    """, outcome.out());
            assertEquals(
                    29,
                    outcome.ownErr()
                            .lines()
                            .filter(line -> line.endsWith(": byte count wrong"))
                            .count());
            assertEquals(0, outcome.status());
        }
    }

    @Test
    void weighttp_twoThreads_shareTheRequests() throws Exception {
        try (var server = new ClassicServer()) {
            Outcome outcome = run("weighttp", "-n", "100", "-c", "4", "-t", "2", "-k", server.url("/page"));
            assertMatches("""
                    .*spawning thread #2: 2 concurrent requests, 50 total requests
                    progress:  10% done
                    .*progress: 100% done

                    finished in .*
                    requests: 100 total, 100 started, 100 done, 100 succeeded, 0 failed, 0 errored
                    status codes: 100 2xx, 0 3xx, 0 4xx, 0 5xx
                    .*""", outcome.out());
            assertEquals(0, outcome.status());
            assertEquals(100, server.requests());
        }
    }

    @Test
    void abc_sweep_printsTableAndWritesItsFile() throws Exception {
        try (var server = new ClassicServer()) {
            Outcome outcome = run("abc", "[0-2:50A+1x2]", "127.0.0.1:" + server.port() + "/page");
            assertMatches(
                    " \n=====.*=> HTTP/1.1 200 OK\n   server: Classic/1.0 \\(test\\)\n.*=> hello world\n...\n\n Number .*"
                            + "\n      1, +\\d+, +\\d+, +\\d+,   \\d\\d:\\d\\d:\\d\\d\n.*\n      2, .*min:\\d+   avg:.*",
                    outcome.out());
            assertEquals(0, outcome.status(), outcome.err());
            String file = Files.readString(folder.resolve("x_page[0-2:50A+1x2].csv"));
            assertEquals(outcome.out(), " \n" + file + "\n");
            assertEquals(2 + 3 * 2 * 50, server.requests());
        }
    }

    /** The first failed answer ends the sweep, and the number that is printed is the rate. */
    @Test
    void abc_failures_endTheSweep() throws Exception {
        try (var server = new ClassicServer()) {
            Outcome outcome = run("abc", "[1-5:20+1x1]", "127.0.0.1:" + server.port() + "/error");
            assertMatches(".*\n\\* failed responses:\\d+\n-----.*\nmin:0   avg:0   max:0 Time:.*", outcome.out());
            assertMatches(".*the sweep ended at \\d+ connections because 20 of 20 requests failed.*", outcome.truth());
            assertFalse(outcome.out().contains("\n      2, "), outcome.out());
            assertEquals(0, outcome.status());
        }
    }

    @Test
    void abc_noServer_exits2() throws Exception {
        int port;
        try (var server = new ClassicServer()) {
            port = server.port();
        }
        Outcome outcome = run("abc", "127.0.0.1:" + port + "/");
        assertEquals(2, outcome.status());
        assertMatches(".*Can't find a server listening on '127.0.0.1:\\d+'.*", outcome.err());
    }
}
