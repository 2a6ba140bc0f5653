package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Json;
import org.pagerace.result.RaceResult;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class HtmlReportTest {
    private static final String CANARY = "<script>alert('x')</script>\"'&{{style}}\u0000";

    private static String render(RaceResult race) {
        return new HtmlReport(new RaceSummary(race)).render();
    }

    private static Document parse(String html) throws Exception {
        String xml = html.substring(html.indexOf("<html")); // the doctype of HTML is not XML's
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)));
    }

    static RaceResult[] races() {
        return new RaceResult[] {Races.modern(), Races.ab(), Races.modern(CANARY, Map.of(FailureKind.HTTP_5XX, 3L))};
    }

    @ParameterizedTest
    @MethodSource("races")
    void render_anyRace_isWellFormed(RaceResult race) throws Exception {
        assertEquals("html", parse(render(race)).getDocumentElement().getTagName());
    }

    @Test
    void render_textFromOutside_isEscapedEverywhere() {
        String html = render(Races.modern(CANARY, Map.of()));
        assertFalse(html.contains("<script"), "an element of a canary came through");
        assertTrue(html.contains("&lt;script&gt;alert(&#39;x&#39;)"), "the canary is shown as text");
        assertFalse(html.contains("{{"), "a placeholder is left");
    }

    @Test
    void render_statementsCounted_areTold() {
        String html = render(Races.modern());
        assertTrue(html.contains("counted for one request of db: 1 SELECT, 1 connect on jetty, "), html);
        assertTrue(html.contains("; not counted: somebody else on last.</p>"), html);
    }

    @Test
    void render_anyRace_needsNoNetworkAndNoScript() {
        String html = render(Races.modern());
        for (String outside : new String[] {"<script", "<link", "src=", "href=", "@import", "url(", "https://"}) {
            assertFalse(html.contains(outside), outside);
        }
    }

    @Test
    void render_modern_hasAChartAndItsTablePerPage() throws Exception {
        Document page = parse(render(Races.modern()));
        assertEquals(2 * Races.PAGES.size(), page.getElementsByTagName("figure").getLength());
        String html = render(Races.modern());
        for (String key : Races.PAGES) {
            assertTrue(html.contains("aria-describedby=\"table-" + key + "-c32\""), key);
            assertTrue(html.contains("<table id=\"table-" + key + "-c32\""), key);
        }
    }

    @Test
    void render_failures_areNamedByCellAndKind() {
        String html = render(Races.modern("", Map.of(FailureKind.HTTP_5XX, 3L)));
        assertTrue(html.contains("jetty index c32: 18 of 24,795 requests failed: 18 http-5xx"), html);
    }

    @Test
    void render_resultOfAnotherRevision_namesThatOne() {
        String json = Json.write(Races.brief()).replaceAll("(\"measurementRevision\" : )\\d+", "$1" + 77);
        String html = render(Json.read(json, RaceResult.class));
        assertTrue(html.contains("measurement revision 77, seed 1."), html.substring(html.indexOf("<footer")));
    }

    @Test
    void render_ab_hasTheFiguresOfTheArticle() {
        String html = render(Races.ab());
        assertTrue(html.contains("2012: nginx-linux (tuned)"), "system");
        assertTrue(html.contains("<td class=\"num\">1,288.84</td>"), "first db round of tuned nginx, c100");
    }
}
