package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.result.SqlCount;

class ObservationsTest {
    private static Answer answer(String body) {
        return new Answer("/page", Answer.OK, body.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<HttpForm, WireAnswer> answers(boolean kept, boolean keptIn10, Map<String, String> headers) {
        Map<HttpForm, WireAnswer> answers = new EnumMap<>(HttpForm.class);
        for (HttpForm form : HttpForm.values()) {
            boolean lasts = form == HttpForm.HTTP_1_1 ? kept : form == HttpForm.HTTP_1_0_KEPT && keptIn10;
            answers.put(form, new WireAnswer("HTTP/1.1", headers, Framing.SIZED, lasts, lasts, answer("")));
        }
        return answers;
    }

    @Test
    void facts_ofAnswers_sayWhatWasSeen() {
        var seen = new Observations();
        seen.onAnswers("db", answers(true, false, Map.of()));
        seen.onAnswers("index", answers(true, true, Map.of()));
        seen.onCompressible(
                answers(true, true, Map.of("Content-Encoding", "gzip")).get(HttpForm.HTTP_1_1));
        Map<String, String> facts = seen.facts();
        assertEquals("HTTP/1.1", facts.get("HTTP version"));
        assertEquals("on every page", facts.get("keep-alive achieved"));
        assertEquals("closes after db", facts.get("keep-alive of HTTP/1.0"));
        assertEquals("none", facts.get("compression unasked"));
        assertEquals("gzip", facts.get("compression when asked"));
    }

    @Test
    void facts_encodingNobodyAskedFor_isSeen() {
        var seen = new Observations();
        seen.onAnswers("db", answers(false, false, Map.of("content-encoding", "br")));
        assertEquals("br", seen.facts().get("compression unasked"));
        assertEquals("closes after db", seen.facts().get("keep-alive achieved"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <h1>PHP Version 8</h1><tr><td class="e">Opcode Caching </td><td class="v">Up and Running </td></tr> | on
            <h1>PHP Version 8</h1><tr><td class="e">Opcode Caching </td><td class="v">Disabled </td></tr>       | off
            <h1>PHP Version 8</h1>                                          | off (the extension is not loaded)
            <h1>Java Version 17</h1>                                        | not applicable (no PHP)
            """)
    void facts_ofTheInfoPage_tellWhetherPhpKeepsCompiledPages(String body, String expected) {
        var seen = new Observations();
        seen.onInfo(answer(body));
        assertEquals(Map.of("opcache seen", expected), seen.facts());
    }

    private static SqlCount count(long connects) {
        return new SqlCount(3, 3, connects, Map.of(), Optional.empty());
    }

    @Test
    void facts_ofCounts_tellHowEachPageCameToItsConnection() {
        var php = new Observations();
        php.onSql("db", count(3));
        php.onSql("db?persistent=1", count(0));
        assertEquals("1 SELECT, 1 connect", php.facts().get("SQL per request"));
        assertEquals(
                "db: 1 opened for each request; db?persistent=1: none opened for a request, kept open between them",
                php.facts().get("database connections"));
        var pool = new Observations();
        pool.onSql("db", count(0));
        pool.onSql("db?persistent=1", count(0));
        assertEquals(
                "none opened for a request, kept open between them",
                pool.facts().get("database connections"));
        var foreign = new Observations();
        foreign.onSql("db", SqlCount.notCounted(1, "its database is not ours"));
        assertEquals("not counted (its database is not ours)", foreign.facts().get("database connections"));
    }

    @Test
    void facts_ofListenQueues_nameTheFrontServerFirst() {
        Map<String, String> listeners = new LinkedHashMap<>();
        listeners.put("php-fpm", "/run/fpm.sock");
        listeners.put("nginx", "127.0.0.1:8080");
        assertEquals(
                "511 at nginx, 128 at php-fpm",
                backlog(listeners, Map.of("/run/fpm.sock", 128L, "127.0.0.1:8080", 511L)));
        assertEquals("511 at nginx, not seen at php-fpm", backlog(listeners, Map.of("127.0.0.1:8080", 511L)));
        assertEquals("4096", backlog(Map.of("jetty", "127.0.0.1:8080"), Map.of("127.0.0.1:8080", 4096L)));
        assertEquals("not seen (ss of iproute2 does not list its sockets)", backlog(listeners, Map.of()));
    }

    private static String backlog(Map<String, String> listeners, Map<String, Long> lengths) {
        var seen = new Observations();
        seen.onListenQueues(listeners, lengths);
        return seen.facts().get("backlog");
    }
}
