package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlTest {

    private static String text(String text) {
        return new String(new Html(1).text(text).toByteArray(), StandardCharsets.UTF_8);
    }

    @Test
    void text_specialCharacters_areEscapedAsPhpDoes() {
        assertEquals(
                "&lt;a href=&quot;x&quot;&gt;Tom &amp; &#039;Jerry&#039;&lt;/a&gt;",
                text("<a href=\"x\">Tom & 'Jerry'</a>"));
        assertEquals("&amp;amp;", text("&amp;"));
    }

    @Test
    void text_null_isEmpty() {
        assertEquals("", text(null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "plain", "héllo 😀", "\u007F\u0080\u07FF\u0800\uFFFD\uFFFF", "\uD800\uDC00\uDBFF\uDFFF"})
    void text_unicode_isUtf8(String text) {
        assertArrayEquals(
                text.getBytes(StandardCharsets.UTF_8), new Html(1).text(text).toByteArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "\uDE00", "a\uD83Db", "\uDE00\uD83D"})
    void text_halfASurrogatePair_isReplaced(String text) {
        String clean = text(text);
        assertEquals(text.length(), clean.length());
        assertEquals(text.replace('\uD83D', '\uFFFD').replace('\uDE00', '\uFFFD'), clean);
    }

    @Test
    void length_afterText_countsBytes() throws IOException {
        Html html = new Html(2).text("é").raw(Html.bytes("<b>")).number(-12);
        assertEquals(8, html.length());
        var out = new ByteArrayOutputStream();
        html.writeTo(out);
        assertEquals("é<b>-12", out.toString(StandardCharsets.UTF_8));
    }
}
