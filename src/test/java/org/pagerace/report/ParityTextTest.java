package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pagerace.result.PageInfo;
import org.pagerace.result.ParityResult;
import org.pagerace.result.ParityResult.Row;
import org.pagerace.result.SkippedStack;
import org.pagerace.result.SqlCount;

class ParityTextTest {
    private static final String HASH = "0123456789abcdef".repeat(4);

    private static ParityResult result(List<String> differences) {
        return result(differences, List.of());
    }

    private static ParityResult result(List<String> differences, List<String> unknown) {
        List<PageInfo> pages = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        for (String page : List.of("info", "db", "a.html", "b.html")) {
            Map<String, PageInfo.Body> bodies = new LinkedHashMap<>();
            Map<String, SqlCount> sql = new LinkedHashMap<>();
            for (String stack : List.of("jetty", "nginx-fpm")) {
                String hash = page.equals("info") && stack.equals("jetty") ? "f" + HASH.substring(1) : HASH;
                bodies.put(stack, new PageInfo.Body("/" + page, 4_321, hash));
                boolean chunked = stack.equals("nginx-fpm") && !page.endsWith("html");
                rows.add(row(page, stack, "1.0", chunked ? "close" : "sized", false));
                rows.add(row(page, stack, "1.1", chunked ? "chunked" : "sized", true));
                if (page.equals("db")) {
                    sql.put(stack, new SqlCount(3, 3, 0, Map.of(), Optional.empty()));
                }
            }
            pages.add(new PageInfo(page, !page.equals("info"), "", bodies, sql));
        }
        return new ParityResult(
                pages,
                rows,
                differences,
                unknown,
                List.of(new SkippedStack("caddy", "not found: caddy", "install it")));
    }

    private static Row row(String page, String stack, String form, String framing, boolean kept) {
        return new Row(page, stack, form, 200, "text/html", framing, kept, 4_321, HASH);
    }

    @Test
    void render_equalStacks_summarisesWhatIsAlike() {
        assertEquals("""
            page    bytes  SHA-256        answered by
            ------  -----  -------------  -----------
            info    4,321  f123456789ab…  jetty
            info    4,321  0123456789ab…  nginx-fpm
            db      4,321  0123456789ab…  all 2 alike
            a.html  4,321  0123456789ab…  all 2 alike
            b.html  4,321  0123456789ab…  all 2 alike

            How answers are framed in each form of HTTP (+: the connection was kept)
            stack      1.0    1.1        pages
            ---------  -----  ---------  --------
            jetty      sized  sized +    all
            nginx-fpm  close  chunked +  info, db
            nginx-fpm  sized  sized +    static

            What one request costs the database
            stack      db
            ---------  --------------------
            jetty      1 SELECT, no connect
            nginx-fpm  1 SELECT, no connect

            skipped: caddy (not found: caddy); install it
            EQUAL: two stacks, four pages, 16 answers, 51,852 bytes compared
            """, new ParityText(result(List.of())).render(false));
    }

    @Test
    void render_verbose_hasALineForEachAnswer() {
        String text = new ParityText(result(List.of())).render(true);
        assertTrue(text.contains("page    stack      HTTP  status  framing    bytes  SHA-256"), text);
        assertTrue(text.contains("db      nginx-fpm  1.1   200     chunked +  4,321  0123456789ab…"), text);
        assertEquals(16, text.split("0123456789ab…", -1).length - 1);
    }

    @Test
    void render_differences_endsWithThemAndTheVerdict() {
        String text = new ParityText(result(List.of("page db differs", "page a differs"))).render(false);
        assertTrue(text.endsWith("""
            differs: page db differs
            differs: page a differs
            NOT EQUAL: two differences, see above
            """), text);
    }

    @Test
    void render_thingsNotKnown_areSaidAndCounted() {
        String text = new ParityText(result(List.of(), List.of("access log of iis was not compared"))).render(false);
        assertTrue(text.contains("not known: access log of iis was not compared\nEQUAL: two stacks, "), text);
        assertTrue(text.endsWith(" bytes compared; one thing not known, see above\n"), text);
    }
}
