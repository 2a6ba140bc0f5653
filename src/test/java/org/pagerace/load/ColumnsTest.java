package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ColumnsTest {
    @Test
    void wrap_shortLine_staysAsItIs() {
        assertEquals("  a   b", Columns.wrap("  a   b", 4));
        assertEquals("x".repeat(80), Columns.wrap("x".repeat(80), 4));
    }

    @Test
    void wrap_longLine_breaksAtBlanksAndLosesNoWord() {
        String line = "  name  " + "word ".repeat(40) + "end";
        String wrapped = Columns.wrap(line, 8);
        assertTrue(wrapped.lines().allMatch(part -> part.length() <= 80), wrapped);
        assertTrue(wrapped.lines().skip(1).allMatch(part -> part.startsWith("        word")), wrapped);
        assertEquals(line.replaceAll(" +", " "), wrapped.replaceAll("\\s+", " "));
    }

    /** An address is there to be copied. */
    @Test
    void wrap_wordThatIsTooLong_staysWhole() {
        String url = "http://" + "x".repeat(100) + "/";
        assertEquals("  GET\n    " + url + "\n    end", Columns.wrap("  GET " + url + " end", 4));
        assertEquals(url, Columns.wrap(url, 4));
    }
}
