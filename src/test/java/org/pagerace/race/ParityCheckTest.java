package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParityCheckTest {
    private static final RightBody ANY = new RightBody.OfSize(0, Integer.MAX_VALUE);
    private static final RightBody INFO = new RightBody.OfSize(40_000, 200_000);
    private static final RightBody FILE = new RightBody.OfFile(answer(200, "the file"));

    private static Answer answer(int status, String body) {
        return new Answer("/page", status, body.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Answer> both(Answer jetty, Answer nginx) {
        Map<String, Answer> answers = new LinkedHashMap<>();
        answers.put("jetty", jetty);
        answers.put("nginx-fpm", nginx);
        return answers;
    }

    @Test
    void check_sameBytes_recordsSizeAndHash() throws RaceException {
        var page = ParityCheck.check("db", ANY, both(answer(200, "abc"), answer(200, "abc")));
        assertTrue(page.identical());
        assertEquals(3, page.bodies().get("jetty").bytes());
        // FIPS 180-2, appendix B.1
        assertEquals(
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                page.bodies().get("nginx-fpm").sha256());
    }

    @Test
    void check_differentBytes_namesPageStacksSizesHashesAndFirstByte() {
        var refused = assertThrows(
                RaceException.class,
                () -> ParityCheck.check("open", ANY, both(answer(200, "abc"), answer(200, "abX!"))));
        String message = refused.getMessage();
        assertTrue(message.contains("page open differs between jetty (3 bytes, SHA-256 ba7816bf8f01cfea…)"), message);
        assertTrue(message.contains("and nginx-fpm (4 bytes, SHA-256 "), message);
        assertTrue(message.contains("first differing byte is number 2 "), message);
    }

    @Test
    void check_onePrefixOfTheOther_differsAtItsEnd() {
        var refused = assertThrows(
                RaceException.class, () -> ParityCheck.check("db", ANY, both(answer(200, "abc"), answer(200, "abcd"))));
        assertTrue(refused.getMessage().contains("first differing byte is number 3 "), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 302, 404, 500, 503})
    void check_anotherStatus_isRefusedByName(int status) {
        var refused = assertThrows(
                RaceException.class, () -> ParityCheck.check("db", ANY, both(answer(200, "x"), answer(status, "x"))));
        assertTrue(
                refused.getMessage().contains("nginx-fpm answers page db (/page) with status " + status),
                refused.getMessage());
    }

    @Test
    void check_infoOfDifferentBytes_isJudgedBySizeClass() throws RaceException {
        var page =
                ParityCheck.check("info", INFO, both(answer(200, "j".repeat(65_000)), answer(200, "n".repeat(84_000))));
        assertFalse(page.identical());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 39_999, 200_001})
    void check_infoOutsideItsSizeClass_isRefused(int bytes) {
        var refused = assertThrows(
                RaceException.class,
                () -> ParityCheck.check(
                        "info", INFO, both(answer(200, "j".repeat(65_000)), answer(200, "n".repeat(bytes)))));
        assertTrue(refused.getMessage().contains("page info of nginx-fpm has "), refused.getMessage());
    }

    @Test
    void check_sameWrongFileEverywhere_isRefused() {
        var refused = assertThrows(
                RaceException.class,
                () -> ParityCheck.check("index", FILE, both(answer(200, "the page"), answer(200, "the page"))));
        String message = refused.getMessage();
        assertTrue(message.contains("page index of jetty (8 bytes, SHA-256 "), message);
        assertTrue(message.contains(") is not /page of the archive (8 bytes, SHA-256 "), message);
        assertTrue(message.contains("first differing byte is number 4 "), message);
    }

    @Test
    void check_oneStackWithTheFile_passesAndRecordsWhatIsRight() throws RaceException {
        var page = ParityCheck.check("open", FILE, Map.of("jetty", answer(200, "the file")));
        assertEquals("the bytes of /page in the archive", page.right());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 19, 21})
    void check_otherNumberOfRows_isRefused(int rows) {
        String body = "<table>\n<tr><th>No.</th></tr>\n" + "<tr><td>1</td></tr>\n".repeat(rows);
        var refused = assertThrows(
                RaceException.class,
                () -> ParityCheck.check("db", new RightBody.OfRows(20), both(answer(200, body), answer(200, body))));
        assertTrue(
                refused.getMessage().contains("page db of jetty has " + rows + " rows instead of 20"),
                refused.getMessage());
    }
}
