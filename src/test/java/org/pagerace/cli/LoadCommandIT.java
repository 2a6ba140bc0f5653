package org.pagerace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.Peers;
import org.pagerace.load.ScriptedServer;
import org.pagerace.result.Json;
import org.pagerace.result.LoadDocument;
import org.pagerace.result.LoadResult;

@Timeout(60)
class LoadCommandIT {
    @Test
    void load_text_reportsRateLatencyAndOutcome() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Output output = load(server.uri() + "", "-n", "100", "-c", "4");
            assertEquals(0, output.status());
            assertTrue(output.out().startsWith("GET " + server.uri() + "\nat 127.0.0.1:"), output.out());
            for (String expected : List.of("4 connections", "requests/s", "MB/s", "p99.9", "first byte", "200: 100")) {
                assertTrue(output.out().contains(expected), expected + " in " + output.out());
            }
            assertFalse(output.out().contains("short-body"), "kinds that did not occur are left out");
            assertTrue(output.out().lines().allMatch(line -> line.length() <= 80), output.out());
            assertEquals("", output.err(), "no progress where standard error is no terminal");
        }
    }

    @Test
    void load_numberAndTime_endsWithTheFirst() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Output output = load(server.uri() + "", "-n", "20", "-d", "1h", "--format", "json");
            LoadResult byNumber = Json.read(output.out(), LoadDocument.class).result();
            assertEquals(20, byNumber.ok());
            assertEquals(20, byNumber.settings().requests());
            assertEquals(Duration.ofHours(1), byNumber.settings().duration());
            Output timed = load(server.uri() + "", "-n", "1000000000", "-d", "50ms", "--format", "json");
            LoadResult byTime = Json.read(timed.out(), LoadDocument.class).result();
            assertTrue(byTime.elapsed().toMillis() >= 50, byTime.elapsed().toString());
            assertFalse(byTime.stoppedEarly());
        }
    }

    @Test
    void load_json_isOneDocumentOnStandardOutput(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("result.json");
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Output output = load(server.uri() + "", "-n", "20", "--format", "json", "--json", file.toString());
            assertEquals(0, output.status());
            LoadDocument document = Json.read(output.out(), LoadDocument.class);
            assertEquals(20, document.result().ok());
            assertEquals(document, Json.read(file, LoadDocument.class));
            assertEquals(
                    0,
                    load(server.uri() + "", "-n", "5", "--json", file.toString())
                            .status(),
                    "ours may be replaced");
        }
        Path notes = Files.writeString(folder.resolve("notes.txt"), "remember the milk");
        Output refused = load("http://127.0.0.1:1/", "-n", "5", "--json", notes.toString());
        assertEquals(2, refused.status());
        assertEquals("remember the milk", Files.readString(notes));
    }

    /** Whether it is one of ours cannot be read from a pipe: that would wait for its writer, which is us. */
    @Test
    void load_csvToAPipe_comesOutAtItsOtherEnd(@TempDir Path folder) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        var text = new FutureTask<>(() -> Files.readString(pipe));
        var reader = new Thread(text, "reader");
        reader.setDaemon(true);
        reader.start();
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            assertEquals(
                    0,
                    load(server.uri() + "", "-n", "5", "--csv", pipe.toString()).status());
            assertTrue(text.get(20, TimeUnit.SECONDS).startsWith("run,connections,"), "the table came");
        }
    }

    @Test
    void load_insecure_isSaid() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Output output = load(server.uri() + "", "-n", "5", "--insecure");
            assertEquals("load: warning: --insecure: nobody checks who answers; the result says so\n", output.err());
        }
    }

    @Test
    void load_nothingAnsweredRight_fails() throws Exception {
        try (var server = ScriptedServer.answering("HTTP/1.1 500 x\r\nContent-Length: 0\r\n\r\n")) {
            Output output = load(server.uri() + "", "-n", "10");
            assertEquals(1, output.status());
            assertTrue(output.out().contains("http-5xx"), output.out());
        }
    }

    @Test
    void load_nobodyListens_isUnreachableInOneLine() throws Exception {
        var server = ScriptedServer.answering(ScriptedServer.OK);
        server.close();
        Output output = load(server.uri() + "");
        assertEquals(3, output.status());
        assertEquals("", output.out());
        assertEquals(1, output.err().lines().count(), output.err());
        assertTrue(output.err().startsWith("load: cannot reach 127.0.0.1:"), output.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://127.0.0.1/",
                "http://192.0.2.1/",
                "http://127.0.0.1/ -c 0",
                "http://127.0.0.1/ -d 10",
                "http://127.0.0.1/ -n 0",
                "http://127.0.0.1/ -n 5 -d 0s",
                "http://127.0.0.1/ -n 5 -c 6",
                "http://127.0.0.1/ -t 0",
                "http://127.0.0.1/ -c 2 -t 3",
                "http://127.0.0.1/ --http 2",
                "http://127.0.0.1/ -X get",
                "http://127.0.0.1/ -H x",
                "http://127.0.0.1/ --verify md5",
                "http://127.0.0.1/ --format xml",
                "http://127.0.0.1/ --timeout 2d",
                "http://127.0.0.1/ --json /nowhere/at/all.json",
                "http://[::1/",
                "http://127.0.0.1/ --frob",
                "http://127.0.0.1/ --rate 0",
                "http://127.0.0.1/ --rate 1..2",
                "http://127.0.0.1/ --rate 5 --pipeline 2",
                "http://127.0.0.1/ --pipeline 2 --no-keepalive",
                "http://127.0.0.1/ http://127.0.0.1:81/ --pipeline 2",
                "http://127.0.0.1/ --sweep d=1,2",
                "http://127.0.0.1/ --sweep c=1,x",
                "http://127.0.0.1/ --until-ci 2",
                "http://127.0.0.1/ --until-ci 2% -n 5",
                "http://127.0.0.1/ --until-ci 2% -d 5s",
                "http://127.0.0.1/ --verify length:200%",
                "http://127.0.0.1/ --expect-crc xyz",
                "http://127.0.0.1/ --expect-crc 12 --verify crc",
                "http://127.0.0.1/ --fail-if p99",
                "http://127.0.0.1/ --fail-if p99>50",
                "http://127.0.0.1/ --fail-if rate<5ms",
                "http://127.0.0.1/ --source localhost",
                "http://127.0.0.1/ --source 127.0.0.1 --unix /x",
                "http://127.0.0.1/ --resolve a:80",
                "http://127.0.0.1/ --resolve a:80:b",
                "http://127.0.0.1/ --order backwards",
                "http://127.0.0.1/ --urls /nowhere/at/all",
                "http://127.0.0.1/ --body /nowhere/at/all",
                "https://127.0.0.1/ --cacert x --insecure",
                "http://127.0.0.1/ --csv /nowhere/at/all.csv",
                "http://127.0.0.1/ --hdr /nowhere/at/all.hdr",
                "127.0.0.1:80",
                ""
            })
    void load_wrongCommandLine_isUsageWithoutStackTrace(String arguments) {
        Output output = load(arguments.isEmpty() ? new String[0] : arguments.split(" "));
        assertEquals(2, output.status(), output.err());
        assertEquals("", output.out());
        assertTrue(output.err().lines().count() <= 2, output.err());
    }

    @Test
    void load_threshold_failsTheRunByName() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            String url = server.uri() + "";
            assertEquals(
                    0,
                    load(url, "-n", "20", "--fail-if", "errors>0", "--fail-if", "p50>1m")
                            .status());
            Output failed = load(url, "-n", "20", "--fail-if", "rate<900000000", "--fail-if", "error-rate>1%");
            assertEquals(1, failed.status());
            assertEquals(1, failed.err().lines().count(), failed.err());
            assertTrue(failed.err().contains("--fail-if 'rate<900000000'"), failed.err());
            assertTrue(failed.out().contains("requests/s"), "the report comes all the same");
        }
    }

    @Test
    void load_sweep_reportsEachStep(@TempDir Path folder) throws Exception {
        Path csv = folder.resolve("x.csv");
        Path hdr = folder.resolve("x.hdr");
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            String[] arguments = {
                server.uri() + "",
                "-n",
                "30",
                "--sweep",
                "c=1,3",
                "--format",
                "json",
                "--csv",
                csv + "",
                "--hdr",
                hdr + ""
            };
            Output output = load(arguments);
            assertEquals(0, output.status(), output.err());
            List<LoadResult> results =
                    Json.read(output.out(), LoadDocument.class).results();
            assertEquals(
                    List.of(1, 3),
                    results.stream()
                            .map(result -> result.settings().connections())
                            .toList());
            assertEquals(0, load(arguments).status(), "our own files may be replaced");
        }
        List<String> rows = Files.readAllLines(csv);
        int columns = rows.get(0).split(",", -1).length;
        assertTrue(rows.stream().allMatch(row -> row.split(",", -1).length == columns), rows.toString());
        assertEquals(
                List.of("1,1,,all", "2,3,,all"),
                rows.stream()
                        .filter(row -> row.contains(",all,"))
                        .map(row -> row.substring(0, row.indexOf("all") + 3))
                        .toList());
        long recorded = 0;
        try (var reader = new HistogramLogReader(hdr.toFile())) {
            for (var next = reader.nextIntervalHistogram(); next != null; next = reader.nextIntervalHistogram()) {
                recorded += ((Histogram) next).getTotalCount();
                assertTrue(next.getTag().startsWith("run"), next.getTag());
            }
        }
        assertEquals(60, recorded);
    }

    @Test
    void load_urlFile_isReadWithWeightsAndComments(@TempDir Path folder) throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Path file = Files.writeString(
                    folder.resolve("urls"),
                    "# pages\n\n" + server.uri().resolve("/a") + " 2\n"
                            + server.uri().resolve("/b") + "\n");
            assertEquals(0, load("--urls", file + "", "-n", "6", "-c", "1").status());
            assertEquals(
                    4,
                    server.requests().stream()
                            .filter(request -> request.startsWith("GET /a "))
                            .count());
            Files.writeString(file, "http://127.0.0.1/\nhttp://127.0.0.1/ two\n");
            Output output = load("--urls", file + "");
            assertEquals(2, output.status());
            assertTrue(output.err().contains(", line 2: "), output.err());
        }
    }

    @Test
    void load_body_isPosted(@TempDir Path folder) throws Exception {
        Path body = Files.writeString(folder.resolve("body"), "a=1");
        try (var server = new ScriptedServer(peer -> {
            while (peer.request()) {
                peer.send(peer.body(3).equals("a=1") ? ScriptedServer.OK : "");
            }
        })) {
            Output output = load(server.uri() + "", "-n", "5", "--body", body + "", "--content-type", "text/plain");
            assertEquals(0, output.status(), output.err());
            assertTrue(server.firstRequest().startsWith("POST "), server.firstRequest());
            assertTrue(server.firstRequest().contains("\r\nContent-Type: text/plain\r\n"), server.firstRequest());
        }
    }

    @Test
    void load_rate_saysWhatBecameOfIt() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Output output = load(server.uri() + "", "--rate", "500", "-n", "100");
            assertTrue(output.out().contains("100.00 % of 100 requests that were due"), output.out());
            assertTrue(output.out().contains("timed from when they were due"), output.out());
            assertTrue(output.out().lines().allMatch(line -> line.length() <= 80), output.out());
        }
    }

    /** A whole process, since Ctrl-C ends one. */
    @Test
    void load_interrupted_printsWhatItHasAndExits130(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "org.pagerace.cli.Main",
                    "load",
                    server.uri().toString(),
                    "-d",
                    "1h"));
            Process process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(folder.resolve("err").toFile())
                    .start();
            try {
                while (server.requestCount() < 100) {
                    assertTrue(process.isAlive());
                    LockSupport.parkNanos(1_000_000); // between two looks
                }
                assertEquals(
                        0,
                        new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                                .start()
                                .waitFor());
                assertTrue(process.waitFor(20, TimeUnit.SECONDS));
                assertEquals(130, process.exitValue());
                assertTrue(Files.readString(out).contains("stopped early"), Files.readString(out));
                assertEquals("", Files.readString(folder.resolve("err"), UTF_8));
            } finally {
                process.destroyForcibly();
            }
        }
    }

    /** Before the first request goes to the server, which would show that the practice was over. */
    @Test
    void load_interruptedInPractice_printsAnEmptyResultAndExits130(@TempDir Path folder) throws Exception {
        Peers.require(System.getProperty("os.name").equals("Linux"), "names of threads are in Linux's /proc");
        Path out = folder.resolve("out");
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "org.pagerace.cli.Main",
                            "load",
                            server.uri().toString(),
                            "-d",
                            "1h")
                    .redirectOutput(out.toFile())
                    .redirectError(folder.resolve("err").toFile())
                    .start();
            try {
                while (!practises(process)) {
                    assertTrue(process.isAlive());
                    LockSupport.parkNanos(1_000_000); // between two looks
                }
                new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .start()
                        .waitFor();
                assertTrue(process.waitFor(20, TimeUnit.SECONDS));
                assertEquals(130, process.exitValue());
                assertEquals("", Files.readString(folder.resolve("err"), UTF_8));
                assertTrue(Files.readString(out).contains("stopped early"), Files.readString(out));
                assertFalse(Files.readString(out).contains("NaN"), Files.readString(out));
                assertEquals(0, server.connectionCount());
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private static boolean practises(Process process) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return tasks.anyMatch(task -> {
                try {
                    return Files.readString(task.resolve("comm")).equals("rehearsal\n");
                } catch (IOException e) {
                    return false; // the thread has ended meanwhile
                }
            });
        }
    }

    /** As on a machine without IPv6. */
    @Test
    void load_ipv6IsOff_isSaidInOneLine(@TempDir Path folder) throws Exception {
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.net.preferIPv4Stack=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.pagerace.cli.Main",
                        "load",
                        "http://[::1]:1/",
                        "-d",
                        "1s")
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertTrue(process.waitFor(20, TimeUnit.SECONDS));
            assertEquals(1, process.exitValue(), Files.readString(err));
            assertEquals(1, Files.readString(err).lines().count(), Files.readString(err));
            assertTrue(Files.readString(err).contains("IPv6 is off here; use"), Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }

    /** On a pseudo-terminal, which util-linux's script opens: one line that renews itself, never wraps and is gone at the end. */
    @Test
    void load_onATerminal_showsOneLineAndErasesIt(@TempDir Path folder) throws Exception {
        Peers.require(
                System.getProperty("os.name").equals("Linux") && Files.isExecutable(Path.of("/usr/bin/script")),
                "no script of util-linux here, which opens a terminal");
        Path out = folder.resolve("out");
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            String command = Path.of(System.getProperty("java.home"), "bin", "java") + " -cp '"
                    + System.getProperty("java.class.path") + "' org.pagerace.cli.Main load " + server.uri() + " -d 1s";
            Process process = new ProcessBuilder("script", "-qec", command, "/dev/null")
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            try {
                process.getOutputStream().close();
                assertTrue(process.waitFor(30, TimeUnit.SECONDS));
                assertEquals(0, process.exitValue(), Files.readString(out));
            } finally {
                process.destroyForcibly();
            }
        }
        String text = Files.readString(out);
        String progress = text.substring(0, text.indexOf("GET http"));
        String line = "\r\u001b\\[K\u001b\\[\\?7l[^\r\n\u001b]* requests/s [^\r\n\u001b]*\u001b\\[\\?7h";
        assertTrue(progress.matches("(?s).*(" + line + ")+\r\u001b\\[K"), progress);
        assertFalse(progress.contains("\n"), progress);
    }

    private static Output load(String... arguments) {
        return Output.of("load", arguments);
    }
}
