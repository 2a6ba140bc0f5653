package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FixedTableTest {

    private static String written(InfoWriter out, FixedTable table) {
        table.write(out);
        return new String(out.finish().toByteArray(), StandardCharsets.UTF_8);
    }

    @Test
    void write_cells_areEscapedOnceInHtmlAndNotInText() {
        var table = new FixedTable(
                List.of("<A>", "B", "C"),
                Stream.of(List.of(Redaction.fact("a&b"), Redaction.fact(null), Redaction.fact("é \uD83D"))));
        assertTrue(written(new HtmlInfoWriter(), table)
                .contains("<th>&lt;A&gt;</th><th>B</th><th>C</th></tr>\n<tr><td class=\"e\">a&amp;b </td>"
                        + "<td class=\"v\"><i>no value</i> </td><td class=\"v\">é \uFFFD </td></tr>\n</table>"));
        assertTrue(written(new TextInfoWriter(), table).endsWith("\n<A> => B => C\na&b => no value => é ?\n"));
    }

    @Test
    void write_noRows_saysSo() {
        var table = new FixedTable(List.of("A", "B"), Stream.of());
        assertEquals(0, table.size());
        assertTrue(written(new HtmlInfoWriter(), table)
                .contains("<tr><td class=\"e\">none </td><td class=\"v\"><i>no value</i> </td></tr>\n</table>"));
        assertTrue(written(new TextInfoWriter(), table).endsWith("\nA => B\nnone => no value\n"));
    }
}
