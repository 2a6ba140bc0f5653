package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.logging.LogType;
import org.pagerace.result.RaceResult;

/** The report as a reader has it: in a browser, on a phone, in the dark, on paper, without scripts. */
class ReportIT {
    private static final String CANARY = "<img src=x onerror=\"document.title='hit'\">\"'&";
    private static final int STACKS = FullRaces.THIRTEEN.size();

    /** Elements that stick out of the window, but for those in a region that scrolls by itself. */
    private static final String WIDER = """
            const wide = document.documentElement.clientWidth + 0.5;
            return [...document.querySelectorAll('body *')]
                .filter(e => !e.closest('.scroll > *, .tip'))
                .filter(e => { const box = e.getBoundingClientRect(); return box.width > 0 && (box.right > wide || box.left < -0.5); })
                .map(e => e.tagName + '.' + (e.className.baseVal ?? e.className) + ' ' + e.textContent.trim().slice(0, 40));
            """;

    /** Texts whose contrast with what lies behind them is below 4.5, as WCAG 2.2 counts it (1.4.3). */
    private static final String PALE = """
            const linear = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
            const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
            const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
            const behind = e => {
                for (; e; e = e.parentElement) {
                    const colour = numbers(getComputedStyle(e).backgroundColor);
                    if (colour.length === 3 || colour[3] === 1) return colour;
                }
                return [255, 255, 255];
            };
            const pale = [];
            for (const e of document.querySelectorAll('body *')) {
                const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim() !== '');
                if (!own || e.closest('title, desc, script, [aria-hidden]') || e.getBoundingClientRect().width === 0) continue;
                const style = getComputedStyle(e);
                const a = luminance(numbers(e instanceof SVGElement ? style.fill : style.color));
                const b = luminance(behind(e));
                const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                if (contrast < 4.5) pale.push(contrast.toFixed(2) + ' ' + e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 30));
            }
            return pale;
            """;

    /** Texts of charts that overlap each other. */
    private static final String CLASHES = """
            const clashes = [];
            for (const svg of document.querySelectorAll('svg.lines')) {
                const texts = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
                texts.forEach(([a, x], i) => texts.slice(i + 1).forEach(([b, y]) => {
                    if (x.left < y.right && y.left < x.right && x.top + 2 < y.bottom - 2 && y.top + 2 < x.bottom - 2) clashes.push(a + ' / ' + b);
                }));
            }
            return clashes;
            """;

    /** What sticks out of a sheet of paper, where nothing scrolls. */
    private static final String CUT = """
            const wide = document.documentElement.clientWidth + 0.5;
            return [...document.querySelectorAll('table, td, th, p, pre, figure, svg.lines text')]
                .filter(e => e.getBoundingClientRect().right > wide)
                .map(e => (e.closest('section')?.id ?? '') + ' ' + e.tagName + '.' + (e.className.baseVal ?? e.className)
                    + ' ' + Math.round(e.getBoundingClientRect().right - wide) + ' ' + e.textContent.trim().slice(0, 30));
            """;

    /** A letter page in landscape, which is narrower than A4, less margins of 1 cm, at 96 pixels per inch. */
    private static final int PAPER = 980;

    private static final Path SCREENSHOTS = Path.of("target", "screenshots").toAbsolutePath();
    private static final Pattern REQUEST = Pattern.compile("\"request\":\\{.*?\"url\":\"([^\"]+)\"");
    private static final Map<Race, Path> PAGES = new EnumMap<>(Race.class);

    @TempDir
    private static Path folder;

    private static Browser browser;

    private enum Race {
        FOUR,
        THIRTEEN,
        SWEEP,
        ARTICLE,
        WEBBENCH,
        HTTP_LOAD,
        HOSTILE;

        RaceResult result() {
            return switch (this) {
                case FOUR -> FullRaces.four();
                case THIRTEEN -> FullRaces.thirteen();
                case SWEEP -> FullRaces.sweep();
                case ARTICLE -> Races.ab();
                case WEBBENCH -> Races.webbench();
                case HTTP_LOAD -> Races.httpLoad();
                case HOSTILE -> FullRaces.with(CANARY);
            };
        }
    }

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start(folder);
        for (Race race : Race.values()) {
            Path page = folder.resolve(race.name() + ".html");
            Files.writeString(page, new HtmlReport(new RaceSummary(race.result())).render());
            PAGES.put(race, page);
        }
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
            System.out.println("The reports as they look: " + SCREENSHOTS);
        }
    }

    private static void open(Race race) {
        browser.open(PAGES.get(race), 1280, 900);
    }

    private static List<?> list(String script) {
        return (List<?>) browser.ask(script);
    }

    @ParameterizedTest
    @EnumSource(Race.class)
    void open_anyReport_logsNothingAndAsksForNothing(Race race) {
        open(race);
        assertEquals(List.of(), browser.log(LogType.BROWSER));
        assertEquals(List.of(), list("return performance.getEntriesByType('resource').map(e => e.name)"));
        assertEquals(List.of(PAGES.get(race).toUri().toString()), requests());
    }

    /** Returns the addresses that the browser has asked for; those of the page itself first. */
    private static List<String> requests() {
        return browser.log(LogType.PERFORMANCE).stream()
                .filter(line -> line.contains("\"Network.requestWillBeSent\""))
                .map(REQUEST::matcher)
                .map(request -> request.find() ? request.group(1) : "no address")
                .toList();
    }

    /** The control of the above. */
    @Test
    void open_pageThatAsks_isSeen(@TempDir Path folder) throws IOException {
        Path page = Files.writeString(folder.resolve("page.html"), "<!doctype html><img src='other.png'>");
        browser.open(page, 1280, 900);
        assertEquals(
                List.of(
                        page.toUri().toString(),
                        folder.resolve("other.png").toUri().toString()),
                requests());
    }

    @Test
    void open_hostileNames_areTextAndNothingElse() {
        open(Race.HOSTILE);
        assertEquals(0, browser.count("img"));
        assertFalse(String.valueOf(browser.ask("return document.title")).equals("hit"));
        assertTrue(browser.find("table.glance tbody th").getText().contains("<img src=x"));
    }

    /** Against the same report with a harmless word in its place: not one element or attribute more, not one text less. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                CANARY,
                "</script><script>document.title='hit'</script>",
                "</style><style>*{display:none}</style><svg onload=\"document.title='hit'\">",
                "\" autofocus onfocus=\"document.title='hit'\" x=\"",
                "</title></table><iframe src=\"javascript:parent.document.title='hit'\"></iframe>",
                "javascript:document.title='hit'",
                "{{body}}{{script}}{{mark}}",
                "<!--<script>--><![CDATA[",
                "&lt;b&gt;&#60;i&#62;&amp;amp;"
            })
    void open_hostileText_isShownAsItIsWhereverItStands(String hostile) throws Exception {
        String word = "harmless-".repeat(hostile.length()).substring(0, hostile.length()); // long names are cut alike
        List<?> harmless = anatomy(word);
        assertTrue(((Number) harmless.get(2)).intValue() > 50, "it stands in many places: " + harmless);
        assertEquals(harmless, anatomy(hostile));
        assertFalse("hit".equals(browser.ask("return document.title")));
        assertEquals(List.of(), browser.log(LogType.BROWSER));
    }

    /** Returns the numbers of elements, of attributes, of places where the text can be read, and of links to elsewhere. */
    private static List<?> anatomy(String text) throws Exception {
        Path page = folder.resolve("anatomy.html");
        Files.writeString(page, new HtmlReport(new RaceSummary(FullRaces.with(text))).render());
        browser.open(page, 1280, 900);
        return (List<?>) browser.ask("""
                const all = [...document.querySelectorAll('*')];
                const links = all.filter(e => e.hasAttribute('href') && !e.getAttribute('href').startsWith('#'));
                const text = document.body.textContent // with commands, quoted for the shell and for jq
                    .replaceAll("'\\\\''", "'").replaceAll('\\\\"', '"');
                return [all.length, all.reduce((sum, e) => sum + e.attributes.length, 0),
                    text.split(arguments[0]).length - 1, links.length];
                """, text);
    }

    /** The policy must hold back whatever the escaping might let through one day. */
    @Test
    void open_anyReport_runsNoOtherScriptOrStyle() {
        open(Race.FOUR);
        browser.ask("""
                const script = document.createElement('script');
                script.textContent = "document.title = 'hit'";
                document.body.append(script);
                document.body.insertAdjacentHTML('beforeend', "<p id='late' style='position: fixed'>x</p>");
                """);
        assertFalse("hit".equals(browser.ask("return document.title")));
        assertEquals("static", browser.ask("return getComputedStyle(document.getElementById('late')).position"));
    }

    @Test
    void charts_thirteenStacks_haveAMarkForEach() {
        open(Race.THIRTEEN);
        int pages = Races.PAGES.size();
        int rounds = FullRaces.thirteen().plan().rounds();
        assertEquals(pages, browser.count("article.page"));
        assertEquals((long) STACKS * pages, browser.count("figure.rates .bar"));
        assertEquals((long) STACKS * pages, browser.count("g.whisker:not(.range)"));
        assertEquals(0, browser.count("g.whisker.range"));
        assertEquals((long) STACKS * pages, browser.count("polyline.curve"));
        assertEquals((long) STACKS * pages, browser.count("text.curve-name"));
        assertEquals(2L * STACKS * pages, browser.count("circle.dot"));
        assertEquals((long) STACKS * pages * rounds, browser.count("figure.times polyline.pulse"));
        for (String part : List.of("server", "database", "driver")) {
            assertEquals((long) STACKS * pages, browser.count(".cpu .bar." + part), part);
        }
        assertEquals((long) STACKS * pages, browser.count(".bar.memory"));
    }

    @Test
    void charts_sweep_haveACurvePerStackAndNumberOfCores() {
        open(Race.SWEEP);
        assertEquals(2L * STACKS, browser.count("figure.totals .bar"), "total times");
        assertEquals(
                List.of(
                        "Total time, servers on 1 core, 1 driver thread",
                        "Total time, servers on 2 cores, 2 driver threads"),
                list("return [...document.querySelectorAll('figure.totals figcaption')].map(c => c.textContent)"));
        assertEquals(2L * 3, browser.count("figure.plot"));
        assertEquals(2L * 3 * STACKS, browser.count("polyline.curve"));
        assertEquals(2L * FullRaces.LEVELS.size(), browser.count("details > .scroll > table.pinned tbody tr"));
    }

    @Test
    void charts_article_haveDashedWhiskers() {
        open(Race.ARTICLE);
        assertEquals(2L * Races.PAGES.size() * Races.STACKS.size(), browser.count("g.whisker.range"));
    }

    /** What is drawn is what is printed: bars as long as their medians, whiskers over their intervals. */
    @Test
    void bars_anyStack_areAsLongAsTheirNumbers() {
        open(Race.FOUR);
        var summary = new RaceSummary(FullRaces.four());
        var cells = summary.cells("c32", "index");
        List<?> widths = list("return [...document.querySelectorAll('article.page figure.rates .bar')].slice(0, 4)"
                + ".map(bar => bar.getBoundingClientRect().width)");
        double scale = number(widths.get(0)) / cells.get(0).throughput().median();
        for (int i = 0; i < cells.size(); i++) {
            assertEquals(cells.get(i).throughput().median() * scale, number(widths.get(i)), 1, "bar " + i);
        }
        List<?> whiskers = list("return [...document.querySelectorAll('article.page g.whisker')].slice(0, 4)"
                + ".map(g => g.firstElementChild.getBoundingClientRect().width)");
        for (int i = 0; i < cells.size(); i++) {
            var interval = cells.get(i).throughput().medianInterval(0.95).orElseThrow();
            assertEquals((interval.high() - interval.low()) * scale, number(whiskers.get(i)), 2, "whisker " + i);
        }
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    @Test
    void sort_clicks_orderRowsDownUpAndBack() {
        open(Race.THIRTEEN);
        List<Double> as = rates();
        WebElement button = browser.find("table.glance thead th:nth-child(2) button");
        button.click();
        assertEquals(
                "descending", browser.find("table.glance thead th:nth-child(2)").getAttribute("aria-sort"));
        assertEquals(as.stream().sorted(Comparator.reverseOrder()).toList(), rates());
        button.click();
        assertEquals(
                "ascending", browser.find("table.glance thead th:nth-child(2)").getAttribute("aria-sort"));
        assertEquals(as.stream().sorted().toList(), rates());
        button.click();
        assertNull(browser.find("table.glance thead th:nth-child(2)").getAttribute("aria-sort"));
        assertEquals(as, rates());
    }

    @Test
    void sort_keyboard_ordersNamesToo() {
        open(Race.THIRTEEN);
        browser.find("table.glance thead th:first-child button").sendKeys(Keys.ENTER);
        List<String> names = new ArrayList<>(FullRaces.THIRTEEN);
        names.sort(Comparator.naturalOrder());
        assertEquals(
                names,
                browser.findAll("table.glance tbody th").stream()
                        .map(WebElement::getText)
                        .toList());
        assertEquals(
                1,
                browser.count("table.glance [aria-sort]"),
                "only one column orders, and only that table was ordered");
    }

    /** What is only known to be below a bound is a number too, and what is missing stays at the end. */
    @Test
    void sort_boundsAndGaps_areOrderedAsNumbers() {
        open(Race.THIRTEEN);
        WebElement button = browser.find("#table-index-c32 thead th:nth-child(7) button");
        button.click();
        button.click();
        List<String> column = browser.findAll("#table-index-c32 tbody td:nth-child(7)").stream()
                .map(WebElement::getText)
                .toList();
        assertEquals("< 0.001", column.get(0), String.join(", ", column));
        assertEquals("0.157", column.get(STACKS - 2), String.join(", ", column));
        assertEquals("–", column.get(STACKS - 1), String.join(", ", column));
    }

    /** Reads the column of the first page. */
    private static List<Double> rates() {
        return browser.findAll("table.glance tbody td:nth-child(2) .rate").stream()
                .map(cell -> Double.parseDouble(cell.getText().replace(",", "")))
                .toList();
    }

    @Test
    void filter_partOfAName_leavesThoseStacks() {
        open(Race.THIRTEEN);
        browser.find(".filter summary").click();
        browser.find(".chips input[type=search]").sendKeys("tuned");
        assertEquals("Stacks: 2 of 13", browser.find(".filter summary").getText());
        assertEquals(2, shown("table.glance tbody tr"));
        assertEquals(2, shown("article.page:first-of-type figure.rates .row"));
        assertEquals(2 * Races.PAGES.size(), shown("polyline.curve"));
        assertEquals(1 + 2, shown("table.sheet.pinned thead th"), "columns of the fairness sheet, and their heading");
        browser.find(".chips input[type=search]")
                .sendKeys(Keys.BACK_SPACE.toString().repeat("tuned".length()));
        assertEquals(STACKS, shown("table.glance tbody tr"));
    }

    @Test
    void filter_boxAndKeyboard_hidesOneStack() {
        open(Race.ARTICLE);
        int rows = shown("table.article tbody:first-of-type tr");
        browser.find(".filter summary").sendKeys(Keys.ENTER);
        browser.find(".chip input").sendKeys(Keys.SPACE);
        assertEquals("Stacks: 3 of 4", browser.find(".filter summary").getText());
        assertEquals(3, shown("table.glance tbody tr") / 2, "a table per mode");
        assertEquals(
                rows * 3 / 4,
                shown("table.article tbody:first-of-type tr"),
                "all rounds of the stack, not only the first");
    }

    private static int shown(String selector) {
        return ((Long) browser.ask(
                        "return [...document.querySelectorAll(arguments[0])].filter(e => e.getClientRects().length > 0).length",
                        selector))
                .intValue();
    }

    @Test
    void badge_focus_showsItsEvidenceInTheWindow() {
        open(Race.THIRTEEN);
        WebElement badge = browser.find("table.glance tbody tr:last-child td:nth-last-child(2) .badge");
        browser.ask("arguments[0].scrollIntoView({block: 'end'}); arguments[0].focus()", badge);
        WebElement tip = browser.find("table.glance tbody tr:last-child td:nth-last-child(2) .badge .tip");
        assertTrue(tip.isDisplayed());
        var box = tip.getRect();
        long scrolled = ((Number) browser.ask("return Math.round(scrollY)")).longValue();
        assertTrue(box.getX() >= 0 && box.getX() + box.getWidth() <= 1280, box.getX() + " + " + box.getWidth());
        assertTrue(
                box.getY() >= scrolled && box.getY() + box.getHeight() <= scrolled + 900,
                box.getY() + " + " + box.getHeight());
        badge.sendKeys(Keys.ESCAPE);
        assertFalse(tip.isDisplayed(), "Escape takes it away");
    }

    @ParameterizedTest
    @EnumSource(Race.class)
    void phone_everythingOpen_nothingIsWiderThanTheWindow(Race race) {
        browser.open(PAGES.get(race), 390, 844);
        browser.ask("document.querySelectorAll('details').forEach(one => one.open = true)");
        assertEquals(List.of(), list(WIDER));
        assertEquals(390L, browser.ask("return document.documentElement.scrollWidth"));
        assertEquals(List.of(), list(CLASHES));
    }

    @ParameterizedTest
    @CsvSource({"THIRTEEN, light", "THIRTEEN, dark", "SWEEP, light", "SWEEP, dark", "ARTICLE, dark", "HOSTILE, dark"})
    void text_eitherScheme_hasContrastEnough(Race race, String scheme) {
        open(race);
        browser.media("", scheme);
        browser.ask("document.querySelectorAll('details').forEach(one => one.open = true)");
        assertEquals(List.of(), list(PALE));
        assertEquals(List.of(), list(CLASHES));
        boolean light =
                number(browser.ask("return Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])"))
                        > 128;
        assertEquals(scheme.equals("light"), light);
    }

    /** For whoever changes how the report looks, to be looked at. */
    @ParameterizedTest
    @EnumSource(
            value = Race.class,
            names = {"THIRTEEN", "SWEEP", "ARTICLE", "WEBBENCH", "HTTP_LOAD"})
    void screenshots_anyProtocol_neverScrollSideways(Race race) throws IOException {
        Files.createDirectories(SCREENSHOTS);
        String protocol = race.result().plan().protocol();
        for (int width : new int[] {1280, 390}) {
            browser.open(PAGES.get(race), width, width < 600 ? 844 : 900);
            for (String scheme : List.of("light", "dark")) {
                browser.media("", scheme);
                assertEquals((long) width, browser.ask("return innerWidth"));
                long content = (Long) browser.ask("return document.scrollingElement.scrollWidth");
                assertTrue(content <= width, content + " pixels are wider than " + width);
                Path picture = SCREENSHOTS.resolve(protocol + "-" + width + "-" + scheme + ".png");
                Files.write(picture, browser.shot());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Race.class,
            names = {"THIRTEEN", "SWEEP", "ARTICLE", "WEBBENCH", "HTTP_LOAD"})
    void print_anyProtocol_fitsOnThePaper(Race race) throws IOException {
        browser.open(PAGES.get(race), PAPER, 1000);
        browser.media("print", "light");
        assertEquals(List.of(), list(CUT));
        Files.createDirectories(SCREENSHOTS);
        Files.write(SCREENSHOTS.resolve(race.result().plan().protocol() + ".pdf"), browser.pdf());
    }

    @Test
    void print_darkScreen_isLightAndHidesNothing() {
        open(Race.THIRTEEN);
        browser.media("print", "dark");
        assertEquals("rgb(255, 255, 255)", browser.ask("return getComputedStyle(document.body).backgroundColor"));
        assertEquals(0, shown("nav"));
        assertEquals(List.of(), list(PALE));
        assertEquals(browser.count("details table tr"), shown("details table tr"), "what is folded on the screen");
    }

    @Test
    void withoutScript_everything_isThereAndNothingThatWouldNotWork() {
        browser.open(PAGES.get(Race.THIRTEEN), 1280, 900);
        browser.scripts(false);
        browser.ask("location.reload()");
        assertEquals(0, browser.count("button, input"));
        assertEquals(STACKS, shown("table.glance tbody tr"));
        assertEquals(STACKS * Races.PAGES.size(), shown("polyline.curve"));
        assertTrue(browser.find("table.verdicts td p").isDisplayed());
    }
}
