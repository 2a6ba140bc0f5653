package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpLoadArgumentsTest {
    @TempDir
    private Path folder;

    private HttpLoadOptions parse(String arguments) throws EarlyExit, IOException {
        var words = new ArrayList<>(List.of(arguments.split(" ", -1)));
        words.add(Files.writeString(folder.resolve("urls"), "http://h/x\nhttp://h:81\n")
                .toString());
        return HttpLoadArguments.parse(words, 1021);
    }

    /** -p is parallel, not proxy; -f fetches; -s seconds, not sip; -t throttle, not timeout; -v verbose; -c checksum. */
    @Test
    void parse_prefixes_meanTheFirstInTheList() throws EarlyExit, IOException {
        HttpLoadOptions options = parse("-p 200 -f 1000 -v -c");
        assertEquals(200, options.parallel());
        assertEquals(1000, options.fetches());
        assertTrue(options.verbose());
        assertTrue(options.checksum());
        assertEquals(3360, parse("-t -p 1 -f 1").throttle());
        assertEquals(7, parse("-ti 7 -p 1 -s 1").timeoutSeconds());
    }

    /** -Throttle takes bits on the line, ten for a byte; the last of both wins. */
    @Test
    void parse_throttle_isInBytes() throws EarlyExit, IOException {
        assertEquals(0, parse("-p 1 -f 1").throttle());
        assertEquals(5600, parse("-throttle -Throttle 56000 -p 1 -f 1").throttle());
        assertEquals(
                "http_load: Throttle must be at least 10, but is 9\n",
                assertThrows(EarlyExit.class, () -> parse("-T 9 -p 1 -f 1")).err());
    }

    @Test
    void parse_cipher_isJavasSuiteOrRefused() throws EarlyExit, IOException {
        assertEquals(
                List.of("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"),
                parse("-cipher ECDHE-RSA-AES128-GCM-SHA256 -p 1 -f 1").ciphers().suites());
        EarlyExit weak = assertThrows(EarlyExit.class, () -> parse("-ci fastsec -p 1 -f 1"));
        assertTrue(weak.err().startsWith("http_load: cannot set cipher list\npagerace: "), weak.err());
        assertTrue(weak.err().contains("RC4-MD5"), weak.err());
        assertEquals(1, weak.status());
    }

    @Test
    void parse_optionTwice_theLastWins() throws EarlyExit, IOException {
        HttpLoadOptions options = parse("-parallel 3 -rate 5 -fetches 9 -seconds 2");
        assertEquals(0, options.parallel());
        assertEquals(5, options.rate());
        assertEquals(0, options.fetches());
        assertEquals(2, options.seconds());
    }

    @ParameterizedTest
    @CsvSource({
        "-parallel 0 -fetches 1, http_load: parallel must be at least 1",
        "-parallel 1022 -fetches 1, http_load: parallel may be at most 1021",
        "-rate 1001 -fetches 1, http_load: rate may be at most 1000",
        "-rate x -fetches 1, http_load: rate must be at least 1",
        "-parallel 1 -fetches 0, http_load: fetches must be at least 1",
        "-parallel 1 -seconds -1, http_load: seconds must be at least 1",
        "-sip /nonexistent -parallel 1 -fetches 1, /nonexistent: No such file or directory"
    })
    void parse_numberOutOfRange_exits1(String arguments, String message) {
        EarlyExit exit = assertThrows(EarlyExit.class, () -> parse(arguments));
        assertEquals(message + "\n", exit.err());
        assertEquals(1, exit.status());
    }

    @ParameterizedTest
    @CsvSource({"-parallel 1", "-fetches 1", "-parallel 1 -fetches 1 -jitter", "-nonsense -parallel 1 -fetches 1", "-"})
    void parse_incomplete_showsUsage(String arguments) {
        EarlyExit exit = assertThrows(EarlyExit.class, () -> parse(arguments));
        assertTrue(exit.err().startsWith("usage:  http_load [-checksum]"), exit.err());
        assertEquals(1, exit.status());
    }

    @Test
    void parse_urlFile_isReadLineByLine() throws EarlyExit, IOException {
        List<HttpLoadUrl> urls = parse("-p 1 -f 1").urls();
        assertEquals(new HttpLoadUrl("http://h/x", false, "h", 80, "/x"), urls.get(0));
        assertEquals(new HttpLoadUrl("http://h:81", false, "h", 81, "/"), urls.get(1));
    }

    /** An empty line is an unknown protocol too. */
    @Test
    void parse_emptyLineInUrlFile_exits() throws IOException {
        Path file = Files.writeString(folder.resolve("bad"), "http://h/\n\n");
        EarlyExit exit = assertThrows(
                EarlyExit.class, () -> HttpLoadArguments.parse(List.of("-p", "1", "-f", "1", file.toString()), 1021));
        assertEquals("http_load: unknown protocol - \n", exit.err());
    }

    @Test
    void request_hasNoPortAndNoAccept() {
        var url = HttpLoadUrl.parse("http://h:81/p?q").orElseThrow();
        assertEquals("GET /p?q HTTP/1.0\r\nHost: h\r\nUser-Agent: http_load 12mar2006\r\n\r\n", url.request(false));
        assertTrue(url.request(true).startsWith("GET http://h:81/p?q HTTP/1.0\r\n"));
        assertThrows(
                IllegalArgumentException.class,
                () -> HttpLoadUrl.parse("http://" + "h".repeat(600) + "/")
                        .orElseThrow()
                        .request(false));
    }

    @ParameterizedTest
    @CsvSource({"600, 1000", "1000, 1000", "3, 3.003003", "500, 500", "334, 500"})
    void trueRate_wholeMilliseconds_isOftenAnother(int rate, double expected) throws EarlyExit, IOException {
        assertEquals(expected, parse("-rate " + rate + " -seconds 1").trueRate(), 1e-6);
    }
}
