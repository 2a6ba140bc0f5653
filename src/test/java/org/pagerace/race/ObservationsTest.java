package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            <h1>PHP Version 8</h1>                                          | off, the extension is not loaded
            <h1>Java Version 17</h1>                                        | not applicable, no PHP
            """)
    void facts_ofTheInfoPage_tellWhetherPhpKeepsCompiledPages(String body, String expected) {
        var seen = new Observations();
        seen.onInfo(answer(body));
        assertEquals(Map.of("opcache seen", expected), seen.facts());
    }
}
