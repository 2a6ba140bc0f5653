package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pagerace.result.PageInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.StackInfo;

/** What a reader needs in order to believe the numbers, or not: stacks, pages, method, limits, repetition. */
final class BackgroundSection {
    private static final int SHOWN_HASH = 16;

    private final Material material;
    private final RaceResult result;
    private final Palette palette;

    BackgroundSection(Material material) {
        this.material = material;
        this.result = material.result();
        this.palette = material.palette();
    }

    void stacksAndPages(Html html) {
        stacks(html);
        pages(html);
    }

    void method(Html html) {
        rules(html);
        repeat(html);
    }

    void footer(Html html) {
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
        html.open("section", "id", "stacks").element("h2", "The stacks");
        Tables.open(html, "Stacks", "class", "words");
        Tables.head(html, List.of("Stack", "What it is", "Versions"), List.of());
        for (StackInfo stack : result.stacks()) {
            Tables.row(html, palette, stack.name());
            html.element("td", description(stack))
                    .element("td", versions(stack.versions()))
                    .close();
        }
        Tables.close(html);
        if (!result.lost().isEmpty()) {
            html.element("h3", "Lost during the race").open("ul");
            result.lost()
                    .forEach(lost -> html.open("li")
                            .element("strong", lost.name())
                            .text(" (" + lost.when() + "): " + lost.reason())
                            .close());
            html.close();
        }
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

    private static String description(StackInfo stack) {
        return stack.description()
                + stack.external()
                        .map(address -> " (external: " + address + ", neither started nor stopped by the race)")
                        .orElse("");
    }

    private static String versions(Map<String, String> versions) {
        List<String> parts = new ArrayList<>();
        versions.forEach(
                (component, version) -> parts.add(version.startsWith(component) ? version : component + " " + version));
        return String.join(", ", parts);
    }

    private void pages(Html html) {
        html.open("section").element("h2", "What the pages are");
        html.element(
                "p",
                "Fetched from every stack before the race, in HTTP/1.0 and 1.1, with keep-alive and without, and judged as"
                        + " the table says. " + underLoad(),
                "class",
                "hint");
        Tables.open(html, "Pages", "class", "words");
        Tables.head(html, List.of("Page", "Stack", "SHA-256", "Right is"), List.of("Bytes"));
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
        Tables.close(html);
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

    private String underLoad() {
        String driver = result.plan().driver();
        return driver.equals("builtin")
                ? "Raced pages that are alike in every byte were checked again in every answer during the race."
                : "During the race nobody compared them byte by byte: " + driver + " does not.";
    }

    private static void body(Html html, String page, String stack, String right, PageInfo.Body body) {
        html.open("tr").element("th", page, "scope", "row").element("td", stack);
        html.open("td").element("code", shortened(body.sha256())).close().element("td", right);
        Tables.number(html, Numbers.count(body.bytes()));
        html.close();
    }

    private static String shortened(String hash) {
        return hash.length() > SHOWN_HASH ? hash.substring(0, SHOWN_HASH) + "…" : hash;
    }

    private void rules(Html html) {
        html.open("section", "id", "method").element("h2", "Method and limits").open("ul");
        html.element(
                "li",
                "Closed loop with " + modes()
                        + ": a connection sends its next request when the answer to the last one is complete.");
        new MethodNotes(material.summary(), material.ranking())
                .sentences()
                .forEach(sentence -> html.element("li", sentence));
        until().ifPresent(sentence -> html.element("li", sentence));
        result.plan().remarks().forEach(remark -> html.element("li", remark));
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

    private Optional<String> until() {
        return result.plan()
                .untilCi()
                .map(half -> "Rounds were to end early once the interval was within ±" + Numbers.percent(half)
                        + " of the median.");
    }

    private String modes() {
        List<Mode> modes = result.plan().modes();
        String first = Prose.mode(modes.get(0));
        return switch (modes.size()) {
            case 1 -> first;
            case 2, 3, 4 -> modes.stream().map(Prose::mode).collect(Collectors.joining("; "));
            default -> first + " to " + Prose.mode(modes.get(modes.size() - 1)) + ", " + modes.size() + " modes in all";
        };
    }

    private void repeat(Html html) {
        html.open("section").element("h2", "Repeat it");
        html.open("pre")
                .element("code", "java -jar pagerace.war " + Prose.command(result.commandLine()))
                .close();
        html.close();
    }
}
