package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeighttpArgumentsTest {
    private static WeighttpOptions parse(String arguments) throws EarlyExit {
        return WeighttpArguments.parse(List.of(arguments.split("\\|", -1)));
    }

    @ParameterizedTest
    @CsvSource({
        "http://h/x?y, h, 80, /x?y",
        "h, h, 80, /",
        "h:81, h, 81, /",
        "h:81/x, h, 81, /x",
        "[::1]:81/x, [::1], 81, /x",
        "h/a:b, h, 80, /a:b"
    })
    void parse_url_isCut(String url, String host, int port, String path) throws EarlyExit {
        WeighttpOptions options = parse("-n|1|" + url);
        assertEquals(host, options.host());
        assertEquals(port, options.port());
        assertEquals(path, options.path());
    }

    @ParameterizedTest
    @CsvSource({
        "h, number of requests has to be > 0",
        "-n|0|h, number of requests has to be > 0",
        "-n|1k|h, insane arguments",
        "-n|2|-t|3|h, insane arguments",
        "-n|9|-t|3|-c|2|h, insane arguments",
        "-n|9|-c|10|h, insane arguments",
        "-n|9|-t|0|h, thread count has to be > 0",
        "-n|9|-c|0|h, number of concurrent clients has to be > 0",
        "-n|9, missing url argument",
        "-n|9|h|i, too many arguments",
        "-n, option requires an argument: -n",
        "-K|2|-n|1|h, unkown option: -K",
        "--help, unkown option: --"
    })
    void parse_refused_showsBannerHelpAndReason(String arguments, String reason) {
        EarlyExit exit = assertThrows(EarlyExit.class, () -> parse(arguments));
        assertEquals("error: " + reason + "\n\n", exit.err());
        assertEquals(1, exit.status());
        assertTrue(exit.out().startsWith("weighttp - a lightweight"), exit.out());
        assertTrue(exit.out().contains("\n  -n num   number of requests    (mandatory)\n"), exit.out());
    }

    @Test
    void parse_portZero_isNoUrl() {
        assertEquals(
                "error: could not parse url\n",
                assertThrows(EarlyExit.class, () -> parse("-n|1|h:x/")).err());
    }

    @Test
    void request_headers_keepTheirPlace() throws EarlyExit {
        assertEquals(
                "GET /x HTTP/1.1\r\nHost: h:81\r\nUser-Agent: weighttp/0.3\r\nA: b\r\nConnection: close\r\n\r\n",
                parse("-n|1|-H|A: b|h:81/x").request());
        assertEquals(
                "GET / HTTP/1.1\r\nHost: h\r\nUser-Agent: me\r\nConnection: keep-alive\r\n\r\n",
                parse("-n|1|-k|-H|User-Agent: me|h").request());
    }

    @Test
    void share_remainders_goToTheFirstThreads() throws EarlyExit {
        WeighttpOptions options = parse("-n|11|-c|5|-t|3|h");
        assertEquals(
                List.of(2, 2, 1),
                List.of(options.connectionsOf(0), options.connectionsOf(1), options.connectionsOf(2)));
        assertEquals(List.of(4L, 4L, 3L), List.of(options.requestsOf(0), options.requestsOf(1), options.requestsOf(2)));
    }
}
