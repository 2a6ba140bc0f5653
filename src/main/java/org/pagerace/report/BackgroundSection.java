package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.pagerace.result.FairnessSheet;
import org.pagerace.result.PageInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.StackInfo;

/** What a reader needs in order to believe the numbers, or not: stacks, settings, pages, method, limits, repetition. */
final class BackgroundSection {
    private static final String PHP_INI = "php.ini ";
    private static final int SHOWN_HASH = 16;

    private final RaceResult result;
    private final Palette palette;

    BackgroundSection(RaceResult result) {
        this.result = result;
        this.palette = new Palette(result.plan().stacks());
    }

    void write(Html html) {
        stacks(html);
        fairness(html);
        pages(html);
        method(html);
        repeat(html);
        html.open("footer")
                .text("Measured by Pagerace " + result.pagerace() + "; measurement revision " + revisions() + ", seed "
                        + result.plan().seed() + ".")
                .close();
    }

    /** That of the result, which an older Pagerace may have measured. */
    private String revisions() {
        return result.rounds().stream()
                .map(round -> Integer.toString(round.load().measurementRevision()))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private void stacks(Html html) {
        html.open("section").element("h2", "The stacks");
        scroll(html, "Stacks").open("table").open("thead").open("tr");
        html.element("th", "Stack", "scope", "col").element("th", "What it is", "scope", "col");
        html.element("th", "Versions", "scope", "col").close().close().open("tbody");
        for (StackInfo stack : result.stacks()) {
            html.open("tr").open("th", "scope", "row");
            palette.name(html, stack.name());
            html.close()
                    .element("td", stack.description())
                    .element("td", versions(stack.versions()))
                    .close();
        }
        html.close().close().close();
        if (!result.skipped().isEmpty()) {
            html.element("h3", "Not raced").open("ul");
            result.skipped().forEach(skipped -> {
                html.open("li").element("strong", skipped.name()).text(": " + skipped.reason());
                if (!skipped.hint().isEmpty()) {
                    html.text("; ").element("code", skipped.hint());
                }
                html.close();
            });
            html.close();
        }
        html.close();
    }

    private static String versions(Map<String, String> versions) {
        List<String> parts = new ArrayList<>();
        versions.forEach(
                (component, version) -> parts.add(version.startsWith(component) ? version : component + " " + version));
        return String.join(", ", parts);
    }

    private void fairness(Html html) {
        FairnessSheet sheet = FairnessSheet.of(result.stacks());
        if (sheet.lines().isEmpty()) {
            return;
        }
        html.open("section").element("h2", "Fairness sheet");
        html.element("p", "How each stack was set up. A dot marks what differs.", "class", "hint");
        sheet(
                html,
                sheet,
                sheet.lines().stream().filter(line -> !isPhpIni(line)).toList());
        List<FairnessSheet.Line> ini =
                sheet.lines().stream().filter(BackgroundSection::isPhpIni).toList();
        if (!ini.isEmpty()) {
            html.open("details").element("summary", "php.ini, as the race ships it (" + ini.size() + " settings)");
            sheet(html, sheet, ini);
            html.close();
        }
        html.close();
    }

    private static boolean isPhpIni(FairnessSheet.Line line) {
        return line.fact().startsWith(PHP_INI);
    }

    private void sheet(Html html, FairnessSheet sheet, List<FairnessSheet.Line> lines) {
        scroll(html, "Fairness sheet")
                .open("table", "class", "sheet")
                .open("thead")
                .open("tr");
        html.element("th", "Setting", "scope", "col");
        for (String stack : sheet.stacks()) {
            html.open("th", "scope", "col");
            palette.name(html, stack);
            html.close();
        }
        html.close().close().open("tbody");
        for (FairnessSheet.Line line : lines) {
            html.open("tr", "class", line.differs() ? "differs" : "alike");
            html.element("th", line.fact().replace(PHP_INI, "") + (line.differs() ? " •" : ""), "scope", "row");
            line.values().forEach(value -> html.element("td", value.isEmpty() ? "–" : value));
            html.close();
        }
        html.close().close().close();
    }

    private void pages(Html html) {
        html.open("section").element("h2", "The pages");
        html.element(
                "p",
                "Fetched from every stack before the race, in HTTP/1.0 and 1.1, with keep-alive and without, and judged as"
                        + " the table says. Raced pages that are alike in every byte were checked again in every answer"
                        + " during the race.",
                "class",
                "hint");
        scroll(html, "Pages").open("table").open("thead").open("tr");
        html.element("th", "Page", "scope", "col").element("th", "Stack", "scope", "col");
        html.element("th", "Bytes", "scope", "col", "class", "num").element("th", "SHA-256", "scope", "col");
        html.element("th", "Right is", "scope", "col");
        html.close().close().open("tbody");
        for (PageInfo page : result.pages()) {
            if (page.identical()) {
                String paths = page.bodies().values().stream()
                        .map(PageInfo.Body::path)
                        .distinct()
                        .collect(Collectors.joining(", "));
                body(
                        html,
                        page.page() + " (" + paths + ")",
                        "all alike",
                        page.right(),
                        page.bodies().values().iterator().next());
            } else {
                page.bodies()
                        .forEach((stack, body) ->
                                body(html, page.page() + " (" + body.path() + ")", stack, page.right(), body));
            }
        }
        html.close().close().close();
        for (PageInfo page : result.pages()) {
            if (!page.sql().isEmpty()) {
                html.element(
                        "p",
                        "The database server counted for one request of " + page.page() + ": " + page.sqlInWords()
                                + ".",
                        "class",
                        "hint");
            }
        }
        html.close();
    }

    private static void body(Html html, String page, String stack, String right, PageInfo.Body body) {
        html.open("tr").element("th", page, "scope", "row").element("td", stack);
        html.element("td", Numbers.count(body.bytes()), "class", "num");
        html.open("td")
                .element("code", shortened(body.sha256()))
                .close()
                .element("td", right)
                .close();
    }

    private static String shortened(String hash) {
        return hash.length() > SHOWN_HASH ? hash.substring(0, SHOWN_HASH) + "…" : hash;
    }

    private void method(Html html) {
        html.open("section").element("h2", "Method and limits").open("ul");
        for (Mode mode : result.plan().modes()) {
            html.element(
                    "li",
                    "Closed loop with " + ResultSection.mode(mode)
                            + ": a connection sends its next request when the answer to the last one is complete.");
        }
        result.plan().remarks().forEach(remark -> html.element("li", remark));
        html.element(
                "li",
                "The stacks took turns within every round, in an order that follows from the seed, so that none was always"
                        + " first and a slow minute of the machine hit all alike.");
        html.element(
                "li",
                "Response times begin with the first byte sent. In a closed loop a stalled server is asked less often, so"
                        + " high percentiles look better than users would find them.");
        html.element(
                "li",
                "A timed round ends on time: requests under way then are neither answers nor failures and are counted apart.");
        result.notes().forEach(note -> html.element("li", note));
        html.close().close();
    }

    private void repeat(Html html) {
        html.open("section").element("h2", "Repeat it");
        html.open("pre")
                .element("code", "java -jar pagerace.war " + String.join(" ", quoted()))
                .close();
        html.element(
                "p",
                "All rounds, with their histograms, are in result.json beside this page; every number here is computed"
                        + " from it.",
                "class",
                "hint");
        html.close();
    }

    private List<String> quoted() {
        return result.commandLine().stream()
                .map(word -> word.matches("[\\w./:,=@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                .toList();
    }

    private static Html scroll(Html html, String name) {
        return html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", name);
    }
}
