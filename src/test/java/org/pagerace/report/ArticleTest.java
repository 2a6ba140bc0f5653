package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.result.RaceResult;
import tools.jackson.databind.node.JsonNodeFactory;

class ArticleTest {

    private static Article article(RaceResult race) {
        return Article.of(new RaceSummary(race)).orElseThrow();
    }

    private static String text(RaceResult race) {
        return new TextReport(new RaceSummary(race)).render();
    }

    private static void assertHolds(String part, String text) {
        assertTrue(text.contains(part), () -> "not found:\n" + part + "\nin:\n" + text);
    }

    @ParameterizedTest
    @CsvSource({"ab, 2012", "webbench, 2006", "http_load, 2008", "weighttp, 2017"})
    void of_protocolOfAnArticle_findsItAndWhatLimitedIt(String protocol, String year) {
        ArticleSource source = ArticleSource.of(protocol).orElseThrow();
        assertEquals(year, source.year());
        assertTrue(source.limits().size() >= 4, source.limits()::toString);
    }

    @Test
    void of_modern_hasNone() {
        assertEquals(Optional.empty(), Article.of(new RaceSummary(Races.modern())));
        assertEquals(Optional.empty(), ArticleSource.find(JsonNodeFactory.instance.objectNode(), "ab"));
    }

    @Test
    void ab_anyRace_hasSevenSystemsWithThreeRoundsInEachMode() {
        List<ArticleTable> tables = article(Races.ab()).tables();
        assertEquals(2, tables.size());
        for (ArticleTable table : tables) {
            assertEquals(List.of("index", "jquery", "info", "db", "open"), table.columns());
            assertEquals(4, table.ours().size());
            assertEquals(7, table.theirs().size());
            table.theirs().forEach(group -> assertEquals(3, group.rows().size(), group.name()));
        }
        ArticleTable.Group first = tables.get(0).theirs().get(0);
        assertEquals("2012: nginx-linux (default)", first.name());
        assertEquals(
                List.of("19.12", "116.78", "145.57", "276.33", "17.94"),
                first.rows().get(0));
    }

    @Test
    void ab_text_saysThatTheLineWasTheLimit() {
        assertHolds(
                "2012: the static and open.php rows of c100 compare the link with itself; differences of 0.1 to",
                text(Races.ab()));
    }

    @Test
    void webbench_text_isTheTableOfTheArticle() {
        String text = text(Races.webbench());
        assertHolds("""
            welcome, c500: 1 s, 500 connections on 1 driver thread, HTTP/1.1, no keep-alive

            system                                                                      pages/min     bytes/s    right  failed
            --------------------------------------------------------------------------  ---------  ----------  -------  ------
            jetty                                                                         242,220   4,844,400    4,037       0
                                                                                          244,440   4,888,800    4,074       0
            """, text);
        assertHolds("""
            2006: nginx 0.5.5, from FreeBSD ports, as installed                           429,908  12,360,223  214,954       0
            """, text);
        assertHolds("info, c500: 1 s, ", text);
        assertTrue(
                text.matches("(?s).*2006: nginx as reverse proxy in front of the hand-built Apache 2, proxy +9,954 .*"),
                text);
    }

    /** The misfit: more pages than the line carries, since windows were staggered and failures are pages. */
    @Test
    void webbench_text_saysWhyItsFiguresDoNotFitTheLine() {
        String text = text(Races.webbench()).replaceAll("\n +", " ");
        assertHolds(
                "webbench gives each child its own 30 s, so a link full for about 36 s would print exactly these",
                text);
        assertHolds(
                "2006: nginx 0.5.5, from FreeBSD ports: its 7,165/s are 20 % above the 5,972/s that 100 Mbit/s carries of"
                        + " its 1,725 bytes with head.",
                text);
        assertHolds(
                "2006: Lighttpd 1.4.13-1, from FreeBSD ports: its 7,153/s are 21 % above the 5,907/s that 100 Mbit/s"
                        + " carries of its 1,748 bytes with head.",
                text);
        assertEquals(2, text.split("% above the", -1).length - 1, text);
        assertHolds("webbench counts failures as pages and never reads the status code", text);
    }

    /** The fastest made stack has 4,037 and 4,074 a second; the line's figure is what 1,456 bytes and a head of 250 make. */
    @Test
    void webbench_behindALine_comparesTheArticleWithIt() {
        String text =
                text(Races.behindLine(Races.webbench(), 100_000_000, 6031)).replaceAll("\n +", " ");
        assertHolds(
                "2006: nginx 0.5.5, from FreeBSD ports: its 7,165/s are 19 % above the 6,031/s that the 100 Mbit/s line of"
                        + " this race carries of welcome (1,456 bytes without head); the fastest stack got 4,056/s through it.",
                text);
        String fast =
                text(Races.behindLine(Races.webbench(), 1_000_000_000, 60_310)).replaceAll("\n +", " ");
        assertHolds(
                "its 7,165/s are 88 % below the 60,310/s that the 1 Gbit/s line of this race carries of welcome", fast);
    }

    @Test
    void httpLoad_text_hasTimesAndBadBytesOfBoth() {
        String text = text(Races.httpLoad()).replaceAll("\n +", " ");
        assertHolds(
                "portal, p1000: 1,000 requests, 1,000 connections on 1 driver thread, HTTP/1.0, no keep-alive;", text);
        assertHolds("2008: nginx-0.6.31 at 1000 parallel: 631 x 223782 B = 141206442 B; the remaining 71558 B", text);
        List<ArticleTable> tables = article(Races.httpLoad()).tables();
        assertEquals(3, tables.size());
        ArticleTable thousand = tables.get(2);
        assertEquals(
                List.of("4,044.00", "4,037.00", "-", "-", "-", "8.24", "23.8", "7.93", "7", "200: 4,037"),
                thousand.ours().get(0).rows().get(0));
        assertEquals("2008: nginx-0.6.31", thousand.theirs().get(0).name());
        assertEquals(
                List.of(
                        "82.87",
                        "52.29",
                        "693",
                        "3,252",
                        "0.265",
                        "356",
                        "2,131",
                        "0.465",
                        "631",
                        "200: 631, 500: 369"),
                thousand.theirs().get(0).rows().get(0));
        assertEquals(4, thousand.theirs().size());
    }

    @Test
    void weighttp_text_hasEveryTenthLevelAndTotalTimes() {
        String text = text(Races.weighttp());
        assertHolds("""
            testing, servers on 2 cores, 2 driver threads, 10,000 requests each, keep-alive; requests per second
            by number of connections, median of 2 rounds

            connections  jetty  nginx-fpm  lighttpd-fpm  apache-modphp
            -----------  -----  ---------  ------------  -------------
            1            4,056      3,056         2,056          1,056
            100          4,056      3,056         2,056          1,056
            """, text);
        assertHolds("""
            1000         4,056      3,056         2,056          1,056
            every 10th row; all of them are in result.json and report.html
            """, text);
        // 101 levels in 2 rounds: of a second each, and of a million requests each at 4,037 and 4,074 per second
        assertTrue(text.matches("(?s).*\njetty +0:03:22 +13:50:1\\d +0:03:22 +13:50:1\\d\n.*"), text);
        assertTrue(text.matches("(?s).*\n2017: Apache 2.4.6 +- +> 21:00:00 +- +-\n.*"), text);
        assertHolds("2017: The text says: apache 1 core total hours more than 21.", text);
    }

    @Test
    void html_anyArticle_hasItsTablesAndLimits() {
        for (RaceResult race : List.of(Races.ab(), Races.webbench(), Races.httpLoad(), Races.weighttp())) {
            String html = new HtmlReport(new RaceSummary(race)).render();
            assertHolds("What limited the article&#39;s figures", html);
            assertHolds("what the article of " + article(race).year() + " did", html);
        }
    }
}
