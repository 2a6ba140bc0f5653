package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.Peers;
import org.pagerace.load.Certificates;
import org.pagerace.load.ScriptedServer;

/** Apache's own ab and ours, on the same command line and the same server. */
@Timeout(180)
class RealAbIT {
    /** Lines that say how fast it went; all others must be the same to the last digit. */
    private static final Pattern TIMES = Pattern.compile("Time taken|Time per|Requests per second|Transfer rate|kb/s"
            + "|^(Connect|Processing|Waiting|Total): |^ *\\d+%|>(Connect|Processing|Total):<");

    private static final Pattern NUMBER = Pattern.compile(" *\\d+(\\.\\d+)?");
    private static final Pattern DOUBTS = Pattern.compile("(?m)^(ERROR|WARNING): The median.*\n.*\n");

    @TempDir
    private Path folder;

    @BeforeEach
    void abIsInstalled() {
        boolean installed = Arrays.stream(System.getenv("PATH").split(":", -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "ab")));
        Peers.require(installed, "ab is not installed: apt-get install apache2-utils");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-n 1 /page",
                "-n 20 /page",
                "-n 20 -k /page",
                "-n 20 -k /unsaid",
                "-c 10 -n 500 /page",
                "-c 10 -n 500 -q -k /page",
                "-n 20 -S /page",
                "-n 20 -d /page",
                "-n 20 -S -d -l /page",
                "-n 20 -w /page",
                "-n 200 -w -k /page",
                "-n 20 -w -p BODY -x border=1 -y align=left -z bgcolor=red /page",
                "-n 20 -i /page",
                "-n 20 -i -k -w /page",
                "-n 20 -p BODY /page",
                "-n 20 -k -u BODY -T a/b /page",
                "-n 200 -c 2 /error",
                "-n 20 -w /error",
                "-n 30 /vary",
                "-n 30 -l /vary",
                "-n 30 -w /vary",
                "-n 30 /reset",
                "-n 30 -r /reset",
                "-n 30 /close",
                "-n 30 -c 3 /close",
                "-n 30 -r -w /reset",
                "-n 2 -v 2 -i /page",
                "-n 2 -v 3 -i -k /error",
                "-n 2 -v 2 /page",
                "-n 2 -v 4 -k /page",
                "-n 2 -v 4 /error",
                "-n 5 -b 2048 /page",
                "-m PATCH -n 3 /page",
                "-H X-A:b -H host:other -C a=b -A u:p -P x:y -n 3 /page",
                "-t 1 -n 50 -c 5 /page",
                "-Q -n 5 /page",
                "-Q /page"
            })
    void ab_sameArguments_printTheSame(String line) throws Exception {
        Outcome real = real(line);
        Outcome ours = ours(line);
        assertEquals(masked(real.out()), masked(ours.out()));
        assertEquals(real.err(), ours.ownErr());
        assertEquals(real.status(), ours.status());
    }

    /** A port at which nobody listens; the server was there and has gone. */
    @ParameterizedTest
    @ValueSource(strings = {"-n 20 /page", "-n 20 -r /page", "-n 20 -c 5 -r /page", "-n 300 -c 2 -r -k /page"})
    void ab_nobodyListens_printsTheSame(String line) throws Exception {
        List<String> arguments;
        try (var server = new ClassicServer()) {
            arguments = arguments(line, server);
        }
        Outcome real = real(arguments);
        Outcome ours = ours(arguments);
        assertEquals(masked(real.out()), masked(ours.out()));
        assertEquals(real.err(), ours.ownErr());
        assertEquals(real.status(), ours.status());
    }

    /** Over real TLS, the lines about it included; what OpenSSL says of its own errors is its own. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-n 20 -c 3",
                "-n 20 -k",
                "-n 20 -i",
                "-n 5 -f TLS1.2",
                "-n 5 -f tls1.3 -k",
                "-n 5 -f ALL",
                "-n 5 -f nonsense",
                "-n 5 -f TLS1.2 -Z ECDHE-ECDSA-AES128-GCM-SHA256",
                "-n 5 -f TLS1.2 -Z ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-GCM-SHA256",
                "-n 5 -Z ECDHE-ECDSA-AES128-GCM-SHA256",
                "-n 5 -f TLS1.3 -Z TLS_AES_128_GCM_SHA256",
                "-n 5 -H Host:rival.test",
                "-n 5 -I -H Host:rival.test",
                "-n 5 -w",
                "-n 5 -b 4096",
                "-n 5 -E IDENTITY",
                "-n 3 -f TLS1.2 -Z ECDHE-RSA-AES128-GCM-SHA256",
                "-n 1 -Z RC4-MD5",
                "-n 1 -E /nonexistent"
            })
    void ab_https_printsTheSame(String line) throws Exception {
        var certificates = new Certificates(folder, "ip:127.0.0.1");
        Path identity = Files.writeString(
                folder.resolve("identity"),
                Files.readString(certificates.pem())
                        + Certificates.pem("PRIVATE KEY", certificates.key().getEncoded()));
        boolean asks = line.contains("IDENTITY");
        try (var server =
                ScriptedServer.secured(asks ? certificates.askingServer() : certificates.server("TLS"), peer -> {
                    ((SSLSocket) peer.socket()).setNeedClientAuth(asks);
                    answer(peer, line);
                })) {
            List<String> arguments = new ArrayList<>(
                    List.of(line.replace("IDENTITY", identity.toString()).split(" ", -1)));
            arguments.add(server.uri().toString());
            Outcome real = real(arguments);
            Outcome ours = ours(arguments);
            assertEquals(masked(real.out()), masked(ours.out()));
            assertEquals(withoutOpenSsl(real.err()), ours.ownErr());
            assertEquals(real.status(), ours.status());
            assertTrue(line.contains("-Z RC4") || line.contains("nonexistent") || server.connectionCount() > 0);
        }
    }

    private static void answer(ScriptedServer.Peer peer, String line) throws IOException {
        while (peer.request()) {
            peer.send("HTTP/1.1 200 OK\r\nServer: x\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\n"
                    + (line.contains("-i") ? "" : "ok"));
            if (!line.contains("-k")) {
                return;
            }
        }
    }

    private static String withoutOpenSsl(String err) {
        return err.lines()
                .filter(text -> !text.matches("[0-9A-F]{8,}:error:.*"))
                .map(text -> text + "\n")
                .collect(Collectors.joining());
    }

    /** ab speaks TLS with the proxy itself, and names the whole URL in the request. */
    @ParameterizedTest
    @ValueSource(strings = {"-n 5", "-n 5 -k -P u:p"})
    void ab_httpsThroughAProxy_isTheSame(String line) throws Exception {
        var certificates = new Certificates(folder, "ip:127.0.0.1");
        List<Outcome> outcomes = new ArrayList<>();
        List<String> requests = new ArrayList<>();
        for (boolean real : new boolean[] {true, false}) {
            try (var server = ScriptedServer.secured(certificates.server("TLS"), peer -> answer(peer, line))) {
                List<String> arguments = new ArrayList<>(List.of(line.split(" ", -1)));
                String port = Integer.toString(server.uri().getPort());
                arguments.addAll(List.of("-X", "127.0.0.1:" + port, "https://rival.test/page?q=1"));
                Outcome outcome = real ? real(arguments) : ours(arguments);
                outcomes.add(new Outcome(outcome.status(), outcome.out().replace(port, "PORT"), outcome.ownErr()));
                requests.add(server.firstRequest());
            }
        }
        assertEquals(masked(outcomes.get(0).out()), masked(outcomes.get(1).out()));
        assertEquals(outcomes.get(0).err(), outcomes.get(1).err());
        assertEquals(outcomes.get(0).status(), outcomes.get(1).status());
        assertEquals(requests.get(0), requests.get(1));
        assertTrue(requests.get(0).startsWith("GET https://rival.test/page?q=1 HTTP/1.0\r\n"), requests.get(0));
    }

    /** The certificate goes to standard output; of the rest, Java does not know the session's keys. */
    @Test
    void ab_httpsVerbose_showsTheCertificate() throws Exception {
        var certificates = new Certificates(folder, "ip:127.0.0.1");
        try (var server = ScriptedServer.secured(certificates.server("TLS"), peer -> answer(peer, ""))) {
            List<String> arguments = List.of("-n", "2", "-v", "2", server.uri().toString());
            Outcome real = real(arguments);
            Outcome ours = ours(arguments);
            assertEquals(masked(real.out()), masked(ours.out()));
            String start = real.err().substring(0, real.err().indexOf("SSL-Session:"));
            assertEquals(start, ours.ownErr().substring(0, start.length()));
            assertTrue(ours.err().startsWith("pagerace: of https, -v shows"), ours.err());
        }
    }

    /** Java speaks no TLS that is broken; the reason is told before anything is sent. */
    @ParameterizedTest
    @ValueSource(strings = {"TLS1", "TLS1.1", "SSL3"})
    void ab_brokenProtocol_isRefused(String protocol) throws Exception {
        Outcome ours = ours(List.of("-n", "1", "-f", protocol, "https://127.0.0.1:1/"));
        assertEquals(1, ours.status());
        assertTrue(ours.err().startsWith("ab: -f: Java speaks TLS1.2 and TLS1.3 only"), ours.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-h",
                "-V",
                "-w -V",
                "",
                "-n",
                "-n 0 /page",
                "-n x /page",
                "-c 5 /page",
                "-c -1 /page",
                "-Qk /page",
                "/page /page",
                "/page -n 5",
                "-i -p BODY /page",
                "-p BODY -u BODY /page",
                "-p /nonexistent /page",
                "-p / /page",
                "http://127.0.0.1",
                "http://:80/",
                "http://127.0.0.1:99999/",
                "http://nohost.invalid/",
                "-X nohost.invalid:80 http://127.0.0.1/"
            })
    void ab_whatNeedsNoServer_isTheSame(String line) throws Exception {
        Outcome real = real(line);
        Outcome ours = ours(line);
        assertEquals(real.out(), ours.out());
        assertEquals(real.err(), ours.ownErr());
        assertEquals(real.status(), ours.status());
    }

    @Test
    void ab_request_isTheSameByteForByte() throws Exception {
        String line = "-k -n 1 -p BODY -T a/b -H X-A:b -H aCCept:x -C a=b -C c=d -A u:p -P x:y /page?q=1";
        try (var first = new ClassicServer();
                var second = new ClassicServer()) {
            real(arguments(line, first));
            ours(arguments(line, second));
            String port = ":" + first.port() + "\r";
            assertEquals(first.firstHead(), second.firstHead().replace(":" + second.port() + "\r", port));
            assertTrue(first.firstHead().contains(port), first.firstHead());
        }
    }

    /** The files' rows are sorted times: the same number of rows, and the same first words. */
    @Test
    void ab_files_haveTheSameShape() throws Exception {
        Path csv = folder.resolve("csv");
        Path tsv = folder.resolve("tsv");
        String line = "-q -n 200 -c 5 -e " + csv + " -g " + tsv + " /page";
        real(line);
        String realCsv = maskedRow(Files.readString(csv));
        String realTsv = Files.readString(tsv).replaceAll("\\d+", "N").replaceAll("\\w{3} \\w{3} N", "DATE");
        ours(line);
        assertEquals(realCsv, maskedRow(Files.readString(csv)));
        assertEquals(realTsv, Files.readString(tsv).replaceAll("\\d+", "N").replaceAll("\\w{3} \\w{3} N", "DATE"));
    }

    private static String maskedRow(String csv) {
        return csv.replaceAll(",\\d+\\.\\d{3}\n", ",T\n");
    }

    @Test
    void ab_fileThatCannotBeWritten_endsAfterTheReport() throws Exception {
        String line = "-n 2 -e /nonexistent/x /page";
        Outcome real = real(line);
        Outcome ours = ours(line);
        assertEquals(masked(real.out()), masked(ours.out()));
        assertTrue(ours.err().contains("Cannot open CSV output file: No such file or directory\n"), ours.err());
        assertEquals(real.status(), ours.status());
    }

    /**
     * The server takes 50 ms for an answer, so the rates must agree. Both are measured in turn, and of each seven runs the
     * middle one counts; a machine that is busy elsewhere gets three tries, which a wrong clock would not pass either.
     */
    @ParameterizedTest
    @ValueSource(strings = {"-q -d -n 20 /slow", "-q -d -c 10 -n 100 /slow"})
    void ab_fixedLatency_ratesAgreeWithin3Percent(String line) throws Exception {
        var tried = new ArrayList<String>();
        try (var server = new ClassicServer()) {
            List<String> arguments = arguments(line, server);
            var dialect = new AbDialect(); // practises once
            for (int i = 0; i < 3; i++) {
                var real = new double[7];
                var ours = new double[7];
                for (int round = 0; round < real.length; round++) {
                    real[round] = rate(real(arguments));
                    ours[round] = rate(Outcome.of(dialect, arguments));
                }
                Arrays.sort(real);
                Arrays.sort(ours);
                tried.add(Arrays.toString(real) + " against ours " + Arrays.toString(ours));
                if (Math.abs(ours[3] / real[3] - 1) <= 0.03) {
                    return;
                }
            }
        }
        fail("requests per second of ab and of ours: " + tried);
    }

    private static double rate(Outcome outcome) {
        Matcher rate = Pattern.compile("Requests per second: +([0-9.]+)").matcher(outcome.out());
        assertTrue(rate.find(), outcome.out());
        return Double.parseDouble(rate.group(1));
    }

    /** Each run gets a fresh server, so that its n-th answer is the n-th of the run. */
    private Outcome real(String line) throws IOException, InterruptedException {
        try (var server = new ClassicServer()) {
            return withoutPort(real(arguments(line, server)), server);
        }
    }

    private Outcome ours(String line) throws IOException, InterruptedException {
        try (var server = new ClassicServer()) {
            return withoutPort(ours(arguments(line, server)), server);
        }
    }

    private Outcome real(List<String> arguments) throws IOException, InterruptedException {
        return Outcome.of(Stream.concat(Stream.of("ab"), arguments.stream()).toList(), folder);
    }

    private static Outcome ours(List<String> arguments) throws InterruptedException {
        return Outcome.of(new AbDialect(), arguments);
    }

    private List<String> arguments(String line, ClassicServer server) throws IOException {
        Path body = Files.writeString(folder.resolve("body"), "a=b&c=d");
        return line.isEmpty()
                ? List.of()
                : Arrays.stream(line.split(" ", -1))
                        .map(word -> word.matches("/(page|error|vary|reset|close|slow).*") ? server.url(word) : word)
                        .map(word -> word.equals("BODY") ? body.toString() : word)
                        .toList();
    }

    private static Outcome withoutPort(Outcome outcome, ClassicServer server) {
        String port = Integer.toString(server.port());
        return new Outcome(outcome.status(), outcome.out().replace(port, "PORT"), outcome.err());
    }

    /** Replaces the numbers of lines about time, and leaves out ab's doubts, which depend on them. */
    private static String masked(String out) {
        return DOUBTS.matcher(out)
                .replaceAll("")
                .lines()
                .map(line -> TIMES.matcher(line).find() ? NUMBER.matcher(line).replaceAll(" N") : line)
                .collect(Collectors.joining("\n"));
    }
}
