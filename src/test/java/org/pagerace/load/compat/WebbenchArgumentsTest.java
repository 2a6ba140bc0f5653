package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebbenchArgumentsTest {
    private static WebbenchOptions parse(String arguments) throws EarlyExit {
        return WebbenchArguments.parse(List.of(arguments.split(" ", -1)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-c 500 -t 5 -2 http://h/x",
                "http://h/x -2c500 -t5",
                "--clients 500 --time=5 --http11 http://h/x",
                "--cl=500 --ti 5 --http11 -- http://h/x"
            })
    void parse_formsOfTheSame_areTheSame(String arguments) throws EarlyExit {
        WebbenchOptions options = parse(arguments);
        assertEquals(500, options.clients());
        assertEquals(5, options.seconds());
        assertEquals("1.1", options.version());
        assertEquals("http://h/x", options.url());
    }

    @Test
    void parse_zero_isTheDefault() throws EarlyExit {
        WebbenchOptions options = parse("-c 0 -t 0 http://h/");
        assertEquals(1, options.clients());
        assertEquals(30, options.seconds());
    }

    @ParameterizedTest
    @CsvSource({
        "-9 http://h/, 0.9",
        "http://h/, 1.0",
        "-9 --head http://h/, 1.0",
        "-2 --head http://h/, 1.1",
        "--options http://h/, 1.1",
        "-9 --trace http://h/, 1.1"
    })
    void parse_method_raisesTheVersion(String arguments, String version) throws EarlyExit {
        assertEquals(version, parse(arguments).version());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-c 5",
                "-x http://h/",
                "--nothing http://h/",
                "--http http://h/",
                "--get=1 http://h/",
                "-c",
                "-p :80 http://h/",
                "-p h: http://h/",
                "https://h/",
                "http://h",
                "http:///",
                "h/x",
                "-h"
            })
    void parse_refused_exits2(String arguments) {
        EarlyExit exit = assertThrows(EarlyExit.class, () -> parse(arguments));
        assertEquals(2, exit.status());
        assertTrue(exit.err().startsWith("webbench"), exit.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-f http://h/", "--force http://h/", "--fo -c 2 http://h/"})
    void parse_force_doesNotRead(String arguments) throws EarlyExit {
        assertTrue(parse(arguments).force());
    }

    @Test
    void parse_nothing_isHelp() {
        assertEquals(
                2,
                assertThrows(EarlyExit.class, () -> WebbenchArguments.parse(List.of()))
                        .status());
    }

    @Test
    void parse_urlOf1501Characters_isRefused() throws EarlyExit {
        assertEquals(1500, parse("http://h/" + "x".repeat(1491)).url().length());
        assertEquals(
                2,
                assertThrows(EarlyExit.class, () -> parse("http://h/" + "x".repeat(1492)))
                        .status());
    }

    @Test
    void request_versions_differ() throws EarlyExit {
        assertEquals("GET /x\r\n", parse("-9 http://h:81/x").request());
        assertEquals(
                "GET /x HTTP/1.0\r\nUser-Agent: WebBench 1.5\r\nHost: h\r\n\r\n",
                parse("-r http://h:81/x").request());
        assertEquals(
                "HEAD /x HTTP/1.1\r\nUser-Agent: WebBench 1.5\r\nHost: h\r\nConnection: close\r\n\r\n",
                parse("-2 --head http://h/x").request());
        assertEquals(
                "GET http://h:81/x HTTP/1.0\r\nUser-Agent: WebBench 1.5\r\nPragma: no-cache\r\n\r\n",
                parse("-r -p proxy:3128 http://h:81/x").request());
        assertEquals(
                Optional.of(new WebbenchOptions.WebbenchProxy("proxy", 80)),
                parse("-p proxy http://h/").proxy());
    }
}
