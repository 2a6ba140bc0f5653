package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** What is expected was recorded from ab 2.3 of Debian's apache2-utils. */
class AbArgumentsTest {
    private static AbOptions parse(String... arguments) {
        try {
            return AbArguments.parse(List.of(arguments));
        } catch (EarlyExit e) {
            throw new AssertionError(e.err(), e);
        }
    }

    private static EarlyExit exit(String... arguments) {
        return assertThrows(EarlyExit.class, () -> AbArguments.parse(List.of(arguments)));
    }

    /** -t sets the number of requests where it stands. */
    @Test
    void parse_timeAndNumber_theLaterOneDecides() {
        assertEquals(50_000, parse("-n", "1000000", "-t", "1", "http://h/").requests());
        AbOptions later = parse("-t", "1", "-n", "1000000", "http://h/");
        assertEquals(1_000_000, later.requests());
        assertEquals(1, later.seconds());
    }

    @Test
    void parse_nothing_isOneRequest() {
        AbOptions options = parse("h/");
        assertEquals(1, options.requests());
        assertEquals(1, options.concurrency());
        assertEquals("GET", options.method());
        assertEquals(30, options.timeoutSeconds());
    }

    @ParameterizedTest
    @CsvSource({
        "-n|0|h/, 1, Invalid number of requests",
        "-n|abc|h/, 1, Invalid number of requests",
        "-c|5|h/, 22, ab: Cannot use concurrency level greater than total number of requests",
        "-c|-1|h/, 22, ab: Invalid Concurrency [Range 0..200000]",
        "h/|h/, 22, ab: wrong number of arguments",
        "h/|-n|5, 22, ab: wrong number of arguments",
        "h, 22, ab: invalid URL",
        "http://:80/x, 22, ab: invalid URL",
        "http://h:99999/x, 22, ab: invalid URL",
        "-n, 22, ab: option requires an argument -- n",
        "-Qk|h/, 22, ab: illegal option -- Q",
        "-p|/nonexistent/file|h/, 1, ab: Could not open POST data file (/nonexistent/file): No such file or directory",
        "-p|/|h/, 1, ab: Could not read POST data file: Is a directory",
        "-h, 22, Usage: ab [options] [http[s]://]hostname[:port]/path"
    })
    void parse_refused_exitsAsAb(String arguments, int status, String firstLine) {
        EarlyExit exit = exit(arguments.split("\\|"));
        assertEquals(firstLine, exit.err().lines().findFirst().orElse(""));
        assertEquals(status, exit.status());
        assertEquals("", exit.out());
    }

    /** An unknown letter ends the options; if the URL follows, ab goes on after its complaint. */
    @Test
    void parse_unknownLetterBeforeUrl_complainsAndRuns() {
        assertEquals("ab: illegal option -- Q\n", parse("-Q", "h/").warnings());
    }

    @Test
    void parse_version_isBannerOnStdout() {
        EarlyExit exit = exit("-V");
        assertEquals(0, exit.status());
        assertTrue(exit.out().startsWith("This is ApacheBench, Version 2.3 <"), exit.out());
        assertTrue(exit("-w", "-V").out().startsWith("<p>\n This is ApacheBench"));
    }

    @Test
    void parse_methodsMixed_exits(@TempDir Path folder) throws IOException {
        String file = Files.writeString(folder.resolve("body"), "x").toString();
        assertEquals(
                "Cannot mix HEAD with other methods\n\n",
                exit("-p", file, "-i", "h/").err());
        assertEquals(
                "Cannot mix PUT with other methods\n\n",
                exit("-i", "-u", file, "h/").err());
        assertEquals("FOO", parse("-i", "-m", "FOO", "h/").method()); // without a word
    }

    @Test
    void parse_body_isRead(@TempDir Path folder) throws IOException {
        String file = Files.writeString(folder.resolve("body"), "a=b").toString();
        AbOptions options = parse("-p", file, "-T", "application/json", "h/");
        assertArrayEquals("a=b".getBytes(StandardCharsets.UTF_8), options.body().orElseThrow());
        assertEquals("POST", options.method());
    }

    @Test
    void parse_htmlAttributes_implyHtml() {
        AbOptions options = parse("-x", "border=1", "h/");
        assertEquals(Optional.of(new AbOptions.AbHtmlAttributes("border=1", "", "bgcolor=white")), options.html());
    }

    @Test
    void heartbeat_fewRequestsOrQuiet_isNone() {
        assertEquals(0, parse("-n", "150", "h/").heartbeat());
        assertEquals(100, parse("-n", "151", "h/").heartbeat());
        assertEquals(0, parse("-q", "-n", "151", "h/").heartbeat());
        assertEquals(5000, parse("-t", "1", "h/").heartbeat());
    }

    @ParameterizedTest
    @CsvSource({
        "http://h/p?q=1, h, 80, /p?q=1, h",
        "h:8080/, h, 8080, /, h:8080",
        "https://h/, h, 443, /, h",
        "http://[::1]:81/x, ::1, 81, /x, [::1]:81",
        "http://h:80/, h, 80, /, h"
    })
    void parse_url_isCut(String url, String host, int port, String path, String hostHeader) {
        AbUrl parsed = parse(url).url();
        assertEquals(host, parsed.host());
        assertEquals(port, parsed.port());
        assertEquals(path, parsed.path());
        assertEquals(hostHeader, parsed.hostHeader());
    }
}
