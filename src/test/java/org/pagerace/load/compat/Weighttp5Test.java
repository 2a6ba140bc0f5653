package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command line and request of version 0.5; words are separated by {@code |}. */
class Weighttp5Test {
    private static Weighttp5Options parse(String line) throws EarlyExit {
        return Weighttp5Arguments.parse(List.of(line.split("\\|", -1)));
    }

    private static String request(String line) throws EarlyExit {
        return new String(parse(line).bytes(), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-K|2",
                "-i",
                "-m|GET",
                "-b|1",
                "-B|127.0.0.1",
                "-F",
                "-C|a=b",
                "-T|x/y",
                "-A|u:p",
                "-P|u:p",
                "-X|h:1",
                "-p|f",
                "-u|f",
                "-d",
                "-S",
                "-l",
                "-r",
                "-e|-",
                "-a|1",
                "-s|1",
                "-q",
                "-V",
                "-kq"
            })
    void areMeant_optionOfThisVersionAlone_isEnough(String option) {
        assertTrue(Weighttp5Arguments.areMeant(List.of(("-n|1|" + option + "|h/").split("\\|", -1))));
    }

    @Test
    void areMeant_optionsOfBoth_meanTheOlder() {
        assertFalse(
                Weighttp5Arguments.areMeant(List.of("-n", "1", "-c", "1", "-t", "1", "-k", "-6", "-H", "a: b", "h/")));
        assertFalse(Weighttp5Arguments.areMeant(List.of("-v")));
        assertFalse(Weighttp5Arguments.areMeant(List.of("-H", "-q", "-n", "1", "h/")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "-q#missing URI argument",
                "-q|-n|1|h/|h/#too many arguments",
                "-q|h/#num of requests has to be > 0",
                "-q|-n|1|-t|2|h/#thread_count > req_count",
                "-q|-n|1|-c|2|h/#concur_count > req_count",
                "-q|-n|9|-c|2|-t|3|h/#thread_count > concur_count",
                "-q|-n|1|https://h/#no ssl support yet",
                "-q|-n|1|h:x/#could not parse URI",
                "-q|-n|1|-H|Connection: close|h/#Connection request header not allowed; use -k param to enable keep-alive",
                "-q|-n|1|-H|Host: a|-H|host: b|h/#duplicate Host header",
                "-q|-v#unknown option: -v",
                "-q|-n#option requires an argument: -n",
                "-q|-n|1|-p|/nonexistent|h/#open(/nonexistent): (2) No such file or directory"
            })
    void parse_refused_showsHelpAndExits1(String line, String message) {
        EarlyExit exit = assertThrows(EarlyExit.class, () -> parse(line));
        assertEquals("\nerror: " + message + "\n\n", exit.err());
        assertTrue(exit.out().startsWith("\nweighttp 0.5 - lightweight"), exit.out());
        assertEquals(1, exit.status());
    }

    /** -s sets n to 50000, but only if it was not given before. */
    @Test
    void parse_cutOff_setsTheNumberOfRequests() throws EarlyExit {
        assertEquals(50_000, parse("-s|1|h/").run().requests());
        assertEquals(7, parse("-n|7|-s|1|h/").run().requests());
        assertEquals(7, parse("-s|1|-n|7|h/").run().requests());
        assertEquals(4, parse("-q|-n|7|h/").cutOffSeconds());
    }

    @Test
    void parse_pipeline_keepsConnections() throws EarlyExit {
        assertTrue(parse("-n|9|-K|2|h/").run().keepAlive());
        assertFalse(parse("-n|9|-K|1|h/").run().keepAlive());
        assertEquals(1, parse("-n|9|-K|0|h/").pipeline());
    }

    @Test
    void request_usual_hasNoConnectionHeaderWhenKept() throws EarlyExit {
        assertEquals(
                "GET /x HTTP/1.1\r\nHost: h:81\r\nConnection: close\r\nUser-Agent: weighttp/0.5\r\n\r\n",
                request("-q|-n|1|http://h:81/x"));
        assertEquals("GET / HTTP/1.1\r\nHost: h\r\nUser-Agent: weighttp/0.5\r\n\r\n", request("-q|-k|-n|1|h"));
        assertEquals("HEAD / HTTP/1.1\r\nHost: h\r\nUser-Agent: weighttp/0.5\r\n\r\n", request("-i|-k|-n|1|h"));
    }

    @Test
    void request_everything_isInItsPlace(@TempDir Path folder) throws EarlyExit, IOException {
        Path body = Files.writeString(folder.resolve("body"), "a=b");
        assertEquals(
                """
                PUT http://h/x HTTP/1.1\r
                Host: other\r
                Connection: close\r
                Content-Length: 3\r
                Content-Type: t/u\r
                A: b\r
                User-Agent: me\r
                Authorization: Basic dTpw\r
                Proxy-Authorization: Basic eDp5\r
                Cookie: a=1\r
                Cookie: b=2\r
                \r
                a=b""",
                request("-n|1|-X|proxy:3128|-u|" + body
                        + "|-T|t/u|-H|Host: other|-H|A: b|-H|User-Agent: me|-A|u:p|-P|x:y"
                        + "|-C|a=1|-C|b=2|http://h/x"));
    }

    /** A slash makes a unix socket of a proxy, which then gets no full URL. */
    @Test
    void request_unixSocket_hasThePath() throws EarlyExit {
        assertTrue(request("-n|1|-X|/run/x.sock|http://h/x").startsWith("GET /x HTTP/1.1\r\n"));
        assertEquals(
                Optional.of("/run/x.sock"),
                parse("-n|1|-X|/run/x.sock|http://h/x").proxy());
    }
}
