package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.Peers;
import org.pagerace.load.ScriptedServer;

/** A run that cannot work says so before its start, whichever command makes it. */
@Timeout(120)
class ForewarnedIT {
    @TempDir
    private Path folder;

    /** With 400 files 350 connections are too many: a hundred stay in reserve. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "load -n 350 -c 350 URL",
                "ab -n 350 -c 350 URL",
                "webbench -t 1 -c 350 URL",
                "http_load -parallel 350 -fetches 350 FILE",
                "weighttp -n 350 -c 350 URL",
                "weighttp -q -n 350 -c 350 URL",
                "abc [350-350:350A+1x1] ADDRESS"
            })
    void tooFewDescriptors_refusesBeforeAnyLoad(String line) throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Outcome outcome = run("ulimit -n 400 && exec \"$@\"", line, server);
            assertNotEquals(0, outcome.status(), outcome.err());
            String why = line.startsWith("http_load")
                    ? "parallel may be at most 300" // as the original puts it
                    : "350 connections need more than the 400 files this process may open; lower -c or raise ulimit -n";
            assertTrue(outcome.err().replaceAll("\\s+", " ").contains(why), outcome.err());
            assertTrue(server.requestCount() <= (line.startsWith("abc") ? 2 : 0), server.requestCount() + " requests");
        }
    }

    /** 1,010 connections for a queue of 1,000: it can work, so it is a warning, and it comes first. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "load -n 1010 -c 1010 URL",
                "ab -n 1010 -c 1010 -q URL",
                "webbench -t 1 -c 1010 URL",
                "http_load -parallel 1010 -fetches 1010 FILE",
                "weighttp -n 1010 -c 1010 URL",
                "weighttp -q -n 1010 -c 1010 URL",
                "abc [1010-1010:1010A+1x1] ADDRESS"
            })
    void backlogTooShort_warnsFirst(String line) throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Outcome outcome = run("exec \"$@\"", line, server);
            String err = outcome.err().replaceAll("\\s+", " ");
            int warning = err.indexOf("1010 connections come at once, but no more than 1000 may wait for the server");
            assertTrue(warning >= 0, outcome.err());
            int truth = err.indexOf("what really happened");
            assertTrue(truth < 0 || warning < truth, outcome.err());
        }
    }

    /** Four local ports for ten connections; in a network of its own, where the server is not needed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "load -n 10 -c 10 URL",
                "ab -n 10 -c 10 URL",
                "webbench -t 1 -c 10 URL",
                "http_load -parallel 10 -fetches 10 FILE",
                "weighttp -n 10 -c 10 URL",
                "weighttp -q -n 10 -c 10 URL"
            })
    void tooFewPorts_refusesBeforeAnyLoad(String line) throws Exception {
        Peers.require(
                Outcome.of(List.of("unshare", "-n", "ip", "link", "set", "lo", "up"), folder)
                                .status()
                        == 0,
                "no network namespaces here: they need root, util-linux and iproute2");
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            String narrow = "exec unshare -n sh -c \"ip link set lo up"
                    + " && echo '40000 40003' > /proc/sys/net/ipv4/ip_local_port_range && exec \\\"\\$@\\\"\" sh \"$@\"";
            Outcome outcome = run(narrow, line, server);
            assertNotEquals(0, outcome.status(), outcome.err());
            assertTrue(
                    outcome.err()
                            .replaceAll("\\s+", " ")
                            .contains("10 connections need a local port each, but there are 4"),
                    outcome.err());
            assertEquals(0, server.requestCount());
        }
    }

    private Outcome run(String script, String line, ScriptedServer server) throws Exception {
        String url = server.uri().toString();
        Path urls = Files.writeString(folder.resolve("urls"), url + "\n");
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "cd '" + folder + "' && " + script,
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Arrays.stream(System.getProperty("java.class.path").split(":", -1))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .collect(Collectors.joining(":")),
                "org.pagerace.cli.Main"));
        for (String word : line.split(" ", -1)) {
            command.add(word.replace("URL", url)
                    .replace("FILE", urls.toString())
                    .replace("ADDRESS", url.substring("http://".length())));
        }
        return Outcome.of(command, folder);
    }
}
