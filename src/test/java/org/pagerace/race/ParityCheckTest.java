package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.race.CheckedPage.Kind;
import org.pagerace.race.ParityCheck.Answers;
import org.pagerace.result.SqlCount;

class ParityCheckTest {
    private static final RightBody ANY = new RightBody.OfSize(0, Integer.MAX_VALUE);
    private static final RightBody INFO = new RightBody.OfSize(40_000, 200_000);
    private static final RightBody FILE = new RightBody.OfFile(answer(200, "the file"));
    private static final String HTML = "text/html";

    private static Answer answer(int status, String body) {
        return new Answer("/page", status, body.getBytes(StandardCharsets.UTF_8));
    }

    private static WireAnswer exchange(Answer answer, String type) {
        return new WireAnswer("HTTP/1.1", Map.of("Content-Type", type), Framing.SIZED, true, true, answer);
    }

    /** The same answer in every form. */
    private static Answers answers(Answer answer) {
        return answers(exchange(answer, HTML), exchange(answer, HTML), exchange(answer(answer.status(), ""), HTML));
    }

    private static Answers answers(WireAnswer first, WireAnswer last, WireAnswer head) {
        var got = new EnumMap<HttpForm, WireAnswer>(HttpForm.class);
        for (HttpForm form : HttpForm.values()) {
            got.put(form, first);
        }
        got.put(HttpForm.HTTP_1_1_CLOSE, last);
        return new Answers(got, head);
    }

    private static List<String> differences(String page, RightBody right, Answer jetty, Answer nginx) {
        return differences(page, right, answers(jetty), answers(nginx));
    }

    private static List<String> differences(String page, RightBody right, Answers jetty, Answers nginx) {
        Map<String, Answers> answers = new LinkedHashMap<>();
        answers.put("jetty", jetty);
        answers.put("nginx-fpm", nginx);
        Kind kind = page.equals("info") ? Kind.OWN : Kind.IDENTICAL;
        return ParityCheck.differences(new CheckedPage(page, right, kind, stack -> stack.page(page)), answers);
    }

    private static String only(List<String> differences) {
        assertEquals(1, differences.size(), differences::toString);
        return differences.get(0);
    }

    @Test
    void differences_sameBytes_none() {
        assertEquals(List.of(), differences("db", ANY, answer(200, "abc"), answer(200, "abc")));
    }

    @Test
    void differences_differentBytes_namesPageStacksSizesHashesAndFirstByte() {
        String message = only(differences("open", ANY, answer(200, "abc"), answer(200, "abX!")));
        // the hash is that of FIPS 180-2, appendix B.1
        assertTrue(message.startsWith("page open differs between jetty (3 bytes, SHA-256 ba7816bf8f01cfea…)"), message);
        assertTrue(message.contains("and nginx-fpm (4 bytes, SHA-256 "), message);
        assertTrue(message.contains("first differing byte is number 2 "), message);
    }

    @Test
    void differences_onePrefixOfTheOther_differsAtItsEnd() {
        String message = only(differences("db", ANY, answer(200, "abc"), answer(200, "abcd")));
        assertTrue(message.contains("first differing byte is number 3 "), message);
    }

    @Test
    void differences_oneFormOnly_isNamed() {
        Answers whole = answers(answer(200, "abc"));
        Answers cut = answers(exchange(answer(200, "abc"), HTML), exchange(answer(200, "ab"), HTML), whole.head());
        String message = only(differences("db", ANY, whole, cut));
        assertTrue(
                message.startsWith("page db of nginx-fpm differs between HTTP 1.1 close and other forms (2 bytes"),
                message);
        Answers missing = answers(exchange(answer(200, "abc"), HTML), exchange(answer(404, "abc"), HTML), whole.head());
        assertEquals(
                "nginx-fpm answers page db (/page) with status 404 instead of 200",
                only(differences("db", ANY, whole, missing)));
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 302, 404, 500, 503})
    void differences_anotherStatus_isNamed(int status) {
        assertEquals(
                "nginx-fpm answers page db (/page) with status " + status + " instead of 200",
                only(differences("db", ANY, answer(200, "x"), answer(status, "x"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text/html; charset=UTF-8 | Text/HTML;charset=utf-8  | 0
            text/html                | text/html; charset=UTF-8 | 1
            text/javascript          | application/javascript   | 1
            """)
    void differences_contentType_isComparedByMeaning(String one, String other, int expected) {
        WireAnswer mine = exchange(answer(200, "abc"), one);
        WireAnswer theirs = exchange(answer(200, "abc"), other);
        assertEquals(
                expected,
                differences("db", ANY, answers(mine, mine, mine), answers(theirs, theirs, theirs))
                        .size());
        assertEquals(
                2 * expected, // one on each stack
                differences("db", ANY, answers(mine, theirs, mine), answers(mine, theirs, mine))
                        .size());
    }

    @Test
    void differences_headUnlikeGet_isNamed() {
        WireAnswer get = exchange(answer(200, "abc"), HTML);
        Answers good = answers(answer(200, "abc"));
        assertEquals(
                "page db of nginx-fpm is 200 'text/html', but 405 'text/html' when asked for with HEAD",
                only(differences("db", ANY, good, answers(get, get, exchange(answer(405, ""), HTML)))));
        assertEquals(
                "page db of nginx-fpm is 200 'text/html', but 200 'text/plain' when asked for with HEAD",
                only(differences("db", ANY, good, answers(get, get, exchange(answer(200, ""), "text/plain")))));
    }

    @Test
    void differences_infoOfDifferentBytes_isJudgedBySizeClass() {
        Answer jetty = answer(200, "j".repeat(65_000));
        assertEquals(List.of(), differences("info", INFO, jetty, answer(200, "n".repeat(84_000))));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 39_999, 200_001})
    void differences_infoOutsideItsSizeClass_isNamed(int bytes) {
        String message =
                only(differences("info", INFO, answer(200, "j".repeat(65_000)), answer(200, "n".repeat(bytes))));
        assertTrue(message.startsWith("page info of nginx-fpm has "), message);
    }

    @Test
    void differences_sameWrongFileEverywhere_isNamedForEach() {
        List<String> messages = differences("index", FILE, answer(200, "the page"), answer(200, "the page"));
        assertEquals(2, messages.size());
        String message = messages.get(0);
        assertTrue(message.startsWith("page index of jetty (8 bytes, SHA-256 "), message);
        assertTrue(message.contains(") is not /page of the archive (8 bytes, SHA-256 "), message);
        assertTrue(message.contains("first differing byte is number 4 "), message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 19, 21})
    void differences_otherNumberOfRows_isNamed(int rows) {
        String body = "<table>\n<tr><th>No.</th></tr>\n" + "<tr><td>1</td></tr>\n".repeat(rows);
        var messages = differences("db", new RightBody.OfRows(20), answer(200, body), answer(200, body));
        assertTrue(
                messages.get(0).startsWith("page db of jetty has " + rows + " rows instead of 20"), messages::toString);
    }

    @Test
    void differences_otherNumberOfSelects_isNamed() {
        Map<String, SqlCount> counts = new LinkedHashMap<>();
        counts.put("jetty", new SqlCount(3, 3, 0, Map.of("stmt_execute", 3L), Optional.empty()));
        counts.put("nginx-fpm", new SqlCount(3, 6, 3, Map.of(), Optional.empty()));
        counts.put("apache-modphp", SqlCount.notCounted(3, "17 other statements"));
        assertEquals(
                "nginx-fpm runs 2 SELECT, 1 connect for a request of page db, which is 1 SELECT and at most 1 connect",
                only(ParityCheck.differences("db", counts)));
    }

    /** Each of them is work that the other stacks do not do. */
    @ParameterizedTest
    @CsvSource({
        "3, set_option, 1 set_option",
        "3, begin, 1 begin",
        "3, stmt_prepare, 1 stmt_prepare",
        "1, commit, 0.3 commit",
    })
    void differences_otherStatementsThanTheSelect_areNamed(long number, String kind, String words) {
        var count = new SqlCount(3, 3, 0, Map.of("stmt_execute", 3L, kind, number), Optional.empty());
        assertEquals(
                "jetty runs 1 SELECT (prepared), no connect, " + words
                        + " for a request of page db, which is 1 SELECT and at most 1 connect",
                only(ParityCheck.differences("db", Map.of("jetty", count))));
    }

    @Test
    void differences_moreConnectsThanRequests_areNamed() {
        var count = new SqlCount(3, 3, 6, Map.of(), Optional.empty());
        assertEquals(1, ParityCheck.differences("db", Map.of("jetty", count)).size());
    }
}
