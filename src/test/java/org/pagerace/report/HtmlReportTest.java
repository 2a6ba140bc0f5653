package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Json;
import org.pagerace.result.RaceResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
        return new RaceResult[] {
            Races.modern(),
            Races.ab(),
            Races.modern(CANARY, Map.of(FailureKind.HTTP_5XX, 3L)),
            FullRaces.thirteen(),
            FullRaces.sweep(),
            FullRaces.with(CANARY)
        };
    }

    @ParameterizedTest
    @MethodSource("races")
    void render_anyRace_isWellFormed(RaceResult race) throws Exception {
        assertEquals("html", parse(render(race)).getDocumentElement().getTagName());
    }

    @Test
    void render_textFromOutside_isEscapedEverywhere() {
        for (RaceResult race : List.of(Races.modern(CANARY, Map.of()), FullRaces.with(CANARY))) {
            String html = render(race);
            assertEquals(2, html.split("<script", -1).length, "an element of a canary came through");
            assertTrue(html.contains("&lt;script&gt;alert(&#39;x&#39;)"), "the canary is shown as text");
            assertFalse(html.contains("{{"), "a placeholder is left");
        }
    }

    /** A field that is not shown is no danger today, and a trap for whoever shows it tomorrow. */
    @Test
    void render_textFromOutside_isShownFromEveryField() {
        String html = render(FullRaces.with("@canary"));
        for (String shown : List.of(
                "driven by wrk 4.1.0@canary",
                "a veth shaped by tbf@canary",
                "compression: on in one, off in the others@canary",
                "jetty@canary",
                "round 6@canary",
                "php-fpm ended with status 139@canary",
                "http://192.0.2.1/@canary",
                "no pool that tells@canary",
                "caddy@canary",
                "a stack died@canary",
                "mode == &quot;c32@canary&quot;",
                "protocol modern@canary")) {
            assertTrue(html.contains(shown), shown);
        }
    }

    @Test
    void render_statementsCounted_areTold() {
        String html = render(Races.modern());
        assertTrue(html.contains("counted for one request of db: 1 SELECT, 1 connect on jetty, "), html);
        assertTrue(html.contains("; not counted: somebody else on last.</p>"), html);
    }

    @Test
    void render_anyRace_needsNoNetwork() {
        String html = render(FullRaces.thirteen());
        for (String outside : new String[] {"<link", "src=", "@import", "url(", "https://"}) {
            assertFalse(html.contains(outside), outside);
        }
        for (String link : html.split("href=\"", -1)) {
            assertTrue(link.equals(html.substring(0, link.length())) || link.startsWith("#"), link);
        }
    }

    @Test
    void render_anyLinkAndReference_hasItsTarget() throws Exception {
        for (RaceResult race : races()) {
            Document page = parse(render(race));
            Set<String> ids = new HashSet<>();
            Set<String> wanted = new HashSet<>();
            NodeList all = page.getElementsByTagName("*");
            for (int i = 0; i < all.getLength(); i++) {
                var element = (Element) all.item(i);
                assertTrue(
                        !element.hasAttribute("id") || ids.add(element.getAttribute("id")), element.getAttribute("id"));
                wanted.addAll(
                        Arrays.asList(element.getAttribute("aria-describedby").split(" ")));
                wanted.addAll(
                        Arrays.asList(element.getAttribute("aria-labelledby").split(" ")));
                wanted.add(element.getAttribute("href").replace("#", ""));
            }
            wanted.remove("");
            wanted.removeAll(ids);
            assertEquals(Set.of(), wanted, race.plan().protocol());
        }
    }

    /** The policy names the hashes of what lies between the tags: a change of one byte, and the browser refuses it. */
    @Test
    void render_anyRace_namesTheHashesOfItsStyleAndScript() throws Exception {
        String html = render(Races.modern());
        for (String tag : List.of("style", "script")) {
            String text =
                    html.substring(html.indexOf("<" + tag + ">") + tag.length() + 2, html.indexOf("</" + tag + ">"));
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            String hash = "sha256-" + Base64.getEncoder().encodeToString(digest);
            assertTrue(html.contains(tag + "-src '" + hash + "'"), tag);
        }
        assertTrue(html.contains("default-src 'none'"));
        assertFalse(html.contains("style=\""), "the policy would ignore it");
    }

    @Test
    void render_thirteenStacks_isNoLargeFile() {
        int bytes = render(FullRaces.thirteen()).getBytes(StandardCharsets.UTF_8).length;
        assertTrue(bytes < 2_000_000, bytes + " bytes");
        int sweep = render(FullRaces.sweep()).getBytes(StandardCharsets.UTF_8).length;
        assertTrue(sweep < 2_000_000, sweep + " bytes");
    }

    /** Follows the words of the report with nothing but the JSON, as a distrustful reader would. */
    @Test
    void render_printedRate_canBeRecomputedFromTheJson() {
        RaceResult race = FullRaces.thirteen();
        JsonNode json = JsonMapper.shared().readTree(Json.write(race));
        List<Double> rates = new ArrayList<>();
        for (JsonNode round : json.path("rounds")) {
            if (round.path("stack").asString().equals("tomcat")
                    && round.path("page").asString().equals("info")) {
                JsonNode load = round.path("load");
                double seconds = Duration.parse(load.path("elapsed").asString()).toNanos() / 1e9;
                double perSecond = load.path("outcomes").path("ok").asLong() / seconds;
                assertEquals(perSecond, load.path("perSecond").asDouble(), 1e-6);
                rates.add(perSecond);
            }
        }
        Collections.sort(rates);
        assertEquals(10, rates.size());
        double median = (rates.get(4) + rates.get(5)) / 2;
        String html = render(race);
        String row = html.substring(html.indexOf("id=\"table-info-c32\""));
        row = row.substring(row.indexOf("tomcat"), row.indexOf("</tr>", row.indexOf("tomcat")));
        assertTrue(row.contains(String.format(Locale.ROOT, ">%,.0f<", median)), median + " in " + row);
    }

    @Test
    void render_lostStackAndOverriddenDifference_areInTheHeadline() {
        String html = render(FullRaces.four());
        String header = html.substring(html.indexOf("<header>"), html.indexOf("</header>"));
        assertTrue(header.contains("compression: on in one, off in the others"), header);
        assertTrue(header.contains("apache-modphp (round 10): php-fpm ended with status 139"), header);
    }

    /** Both runs of the cell were equally fast, while its rounds were not. */
    @Test
    void render_confirmations_areComparedWithTheRunWithoutAChange() {
        String html = render(FullRaces.four());
        String table = html.substring(html.indexOf("aria-label=\"Confirmations\""));
        table = table.substring(0, table.indexOf("</table>"));
        assertEquals(2, table.split("<tr", -1).length - 1, table);
        assertTrue(table.contains(">HEAD<"), table);
        assertTrue(table.contains(">1.00<"), table);
    }

    /** 4,037 and 4,074 a second of the fastest stack are 67 % of 6,031. */
    @Test
    void render_raceBehindALine_showsWhatTheLineCarries() {
        RaceResult race = Races.behindLine(Races.webbench(), 100_000_000, 6031);
        RaceResult read = Json.read(Json.write(race), RaceResult.class);
        assertEquals(race.calibration(), read.calibration());
        String html = render(read);
        String table = html.substring(html.indexOf("aria-label=\"Ceilings of the line\""));
        table = table.substring(0, table.indexOf("</table>"));
        assertEquals(2, table.split("<tr", -1).length - 1, table);
        for (String figure : List.of(">welcome<", ">1,456<", ">6,031<", ">4,056<", ">67 %<")) {
            assertTrue(table.contains(figure), figure + " is not in " + table);
        }
        assertTrue(html.contains("The null server was not asked, as always behind a line, so"));
        assertFalse(render(Races.webbench()).contains("Ceilings of the line"));
    }

    @Test
    void render_factThatDiffers_isMarkedWhereItIsUnusual() {
        String html = render(FullRaces.four());
        String sheet = html.substring(html.indexOf("id=\"fairness\""));
        String row =
                sheet.substring(sheet.indexOf(">compression<"), sheet.indexOf("</tr>", sheet.indexOf(">compression<")));
        assertEquals(1, row.split("class=\"differs\"", -1).length - 1, row);
        assertEquals(3, row.split("class=\"alike\"", -1).length - 1, row);
    }

    @Test
    void render_samples_areMicrosecondsAndMemory() {
        String html = render(FullRaces.four());
        assertTrue(html.contains("id=\"usage-index-c32\""));
        assertTrue(html.contains(" of one processor, samplers and our own /status;"), "the samplers' own cost");
        assertTrue(html.contains("pool-active: no pool that tells (all stacks)"), "what was not seen");
    }

    @Test
    void render_modern_hasAChartAndItsTablePerPage() throws Exception {
        Document page = parse(render(Races.modern()));
        assertEquals(
                4 * Races.PAGES.size(),
                page.getElementsByTagName("figure").getLength(),
                "rate, p50 and p99, curve, seconds");
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
