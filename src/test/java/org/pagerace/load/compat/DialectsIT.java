package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.load.ScriptedServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

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

    /** -f: no answer is read, every request is a page, and no byte is counted. */
    @Test
    void webbench_force_readsNothing() throws Exception {
        try (var server = new ClassicServer()) {
            Outcome outcome = run("webbench", "-f", "-c", "2", "-t", "1", server.url("/page"));
            assertMatches("""

                    Benchmarking: GET http://127.0.0.1:\\d+/page
                    2 clients, running 1 sec, early socket close.

                    Speed=[1-9]\\d+ pages/min, 0 bytes/sec.
                    Requests: [1-9]\\d* susceed, 0 failed.
                    """, outcome.out());
            assertMatches(".*-f: each connection was closed as soon as its request was sent.*", outcome.truth());
        }
    }

    /** A hundred clients begin one fork after another; each runs for its second. */
    @Test
    void webbench_manyClients_beginOneAfterAnother() throws Exception {
        try (var server = new ClassicServer()) {
            Outcome outcome = run("webbench", "-c", "100", "-t", "1", server.url("/slow"));
            var spread = Pattern.compile("all clients within ([0-9,]+) us").matcher(outcome.truth());
            assertTrue(spread.find(), outcome.err());
            assertTrue(Long.parseLong(spread.group(1).replace(",", "")) >= 9_900, spread.group());
        }
    }

    /** The test connection finds out, before anybody sleeps. */
    @Test
    void webbench_nobodyListens_abortsWith1() throws Exception {
        String url;
        try (var server = new ClassicServer()) {
            url = server.url("/page");
        }
        Outcome outcome = run("webbench", "-t", "1", url);
        assertEquals(1, outcome.status());
        assertMatches(".*\nConnect to server failed. Aborting benchmark.\n", outcome.ownErr());
        assertFalse(outcome.out().contains("Speed="), outcome.out());
    }

    /** At 3,360 bytes/s a page of 5,000 bytes takes over a second, and without -throttle no time. */
    @Test
    void httpLoad_throttle_readsAsSlowlyAsAModem() throws Exception {
        try (var server =
                ScriptedServer.answering("HTTP/1.0 200 OK\r\nContent-Length: 5000\r\n\r\n" + "x".repeat(5000))) {
            Path urls = Files.writeString(folder.resolve("urls"), server.uri() + "\n");
            Outcome slow = run("http_load", "-throttle", "-p", "4", "-f", "4", urls.toString());
            assertMatches("4 fetches, 4 max parallel, 20000 bytes, in .*", slow.out());
            assertTrue(seconds(slow) > 0.9, slow.out());
            assertMatches(".*bodies were read at 3,360 bytes/s each.*", slow.truth());
            Outcome fast = run("http_load", "-Throttle", "5000000", "-p", "4", "-f", "4", urls.toString());
            assertTrue(seconds(fast) < 0.9, fast.out());
        }
    }

    /** 100 fetches at 100/s take a second whether the intervals vary or not. */
    @Test
    void httpLoad_jitter_keepsTheRate() throws Exception {
        try (var server = new ClassicServer()) {
            Path urls = Files.writeString(folder.resolve("urls"), server.url("/page") + "\n");
            Outcome outcome = run("http_load", "-rate", "100", "-jitter", "-fetches", "101", urls.toString());
            assertEquals(1.0, seconds(outcome), 0.1, outcome.out());
            assertFalse(outcome.truth().contains("jitter"), outcome.truth());
        }
    }

    private static double seconds(Outcome outcome) {
        var seconds = Pattern.compile("in ([0-9.]+) seconds").matcher(outcome.out());
        assertTrue(seconds.find(), outcome.out());
        return Double.parseDouble(seconds.group(1));
    }

    /** The output of 0.5 without its banner is one JSON object. */
    @Test
    void weighttp5_quiet_printsJson() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Outcome outcome = run(
                    "weighttp",
                    "-q",
                    "-n",
                    "100",
                    "-c",
                    "4",
                    "-t",
                    "2",
                    "-k",
                    "-S",
                    "-e",
                    "-",
                    server.uri().toString());
            int end = outcome.out().indexOf("\n}\n") + 3;
            JsonNode json = new ObjectMapper().readTree(outcome.out().substring(0, end));
            assertEquals(100, json.path("request_counts").path("retired").asInt(), outcome.out());
            assertEquals(96, json.path("request_counts").path("keep-alive").asInt(), outcome.out());
            assertEquals(100, json.path("response_counts").path("pass").asInt(), outcome.out());
            assertEquals(100, json.path("status_codes").path("2xx").asInt(), outcome.out());
            assertEquals(4, json.path("connect_times").path("num").asInt(), outcome.out());
            assertEquals("us", json.path("total_times").path("unit").asString());
            assertTrue(json.path("total_times").path("100%").asLong() > 0, outcome.out());
            assertEquals(102, outcome.out().substring(end).lines().count()); // the CSV: a head and 0 to 100
            assertEquals(0, outcome.status());
        }
    }

    @Test
    void weighttp5_pipeline_sendsAllAndNoMore() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            String url = server.uri().toString();
            Outcome outcome = run("weighttp", "-n", "1000", "-c", "2", "-K", "8", url);
            assertMatches("""

                    weighttp 0.5 - lightweight and simple webserver benchmarking tool

                    starting benchmark...
                    spawning thread #1: 2 concurrent requests, 1000 total requests
                    progress:  10% done
                    .*progress: 100% done
                    \\{
                      "reqs_per_sec": .*""", outcome.out());
            assertEquals(1000, server.requestCount());
            assertEquals(2, server.connectionCount());
        }
    }

    @Test
    void weighttp5_unixSocket_isReached() throws Exception {
        Path socket = folder.resolve("socket");
        try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(socket));
            var thread = new Thread(() -> serve(listener));
            thread.setDaemon(true);
            thread.start();
            Outcome outcome = run("weighttp", "-n", "3", "-X", socket.toString(), "http://rival.test/x");
            assertMatches(".*\"pass\": 3,.*", outcome.out());
        }
    }

    private static void serve(ServerSocketChannel listener) {
        try {
            while (true) {
                try (SocketChannel channel = listener.accept()) {
                    channel.read(ByteBuffer.allocate(4096));
                    channel.write(ByteBuffer.wrap(ScriptedServer.OK.getBytes(StandardCharsets.US_ASCII)));
                }
            }
        } catch (IOException e) {
            // The listener was closed: it is over.
        }
    }

    /** Requests that are younger than the cut-off when the time is over are in no figure; older ones have failed. */
    @ParameterizedTest
    @CsvSource({"4, 0", "0, 2"})
    void weighttp5_longestTime_cutsOffByAge(int cutOff, int failed) throws Exception {
        try (var server = new ScriptedServer(ScriptedServer.Peer::hang)) {
            Outcome outcome = run(
                    "weighttp",
                    "-n",
                    "10",
                    "-c",
                    "2",
                    "-a",
                    "1",
                    "-s",
                    "" + cutOff,
                    server.uri().toString());
            assertEquals(failed > 0, outcome.out().contains("\"fail\": " + failed), outcome.out());
            assertEquals(failed == 0, outcome.err().contains("error: request_count 0"), outcome.err());
            assertEquals(
                    failed == 0, outcome.truth().contains("2 requests were under way for less than"), outcome.err());
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
