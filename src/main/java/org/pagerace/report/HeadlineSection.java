package org.pagerace.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.pagerace.result.LinkInfo;
import org.pagerace.result.MachineInfo;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;

/** What was raced, when, on what, who won which page, and whether all went well. */
final class HeadlineSection {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /** More names than this are no heading. */
    private static final int NAMED = 5;

    private final Material material;
    private final RaceSummary summary;
    private final RaceResult result;

    HeadlineSection(Material material) {
        this.material = material;
        this.summary = material.summary();
        this.result = material.result();
    }

    static String title(PlanInfo plan) {
        String who =
                plan.stacks().size() > NAMED ? Prose.count(plan.stacks().size(), "stack") : Prose.list(plan.stacks());
        return who + " on " + Prose.count(plan.pages().size(), "page");
    }

    void write(Html html) {
        html.open("header");
        html.element("p", "Pagerace", "class", "brand");
        html.open("h1");
        headline(html);
        html.close();
        html.open("dl", "class", "facts");
        fact(
                html,
                "When",
                DATE.format(result.startedAt()) + ", "
                        + Numbers.duration(result.elapsed()).replace(' ', '\u00a0'));
        fact(html, "How", how());
        fact(html, "Machine", machine(result.machine()));
        fact(
                html,
                "System",
                result.machine().os() + ", kernel " + result.machine().kernel());
        fact(html, "Java", result.machine().jdk());
        fact(html, "Database", database());
        html.close();
        status(html);
        winners(html);
        list(
                html,
                "care",
                "Read with care:",
                summary.cautions().stream().map(caution -> caution + ".").toList());
        html.close();
    }

    /** The title, but no line may end within a stack's name. */
    private void headline(Html html) {
        List<String> stacks = result.plan().stacks();
        if (stacks.size() > NAMED) {
            html.text(title(result.plan()));
            return;
        }
        for (int i = 0; i < stacks.size(); i++) {
            boolean last = i == stacks.size() - 1;
            html.text(i == 0 ? "" : last ? " and " : ", ").element("span", stacks.get(i), "class", "name");
        }
        html.text(" on " + Prose.count(result.plan().pages().size(), "page"));
    }

    private static void fact(Html html, String name, String value) {
        html.open("div").element("dt", name).element("dd", value).close();
    }

    private String how() {
        List<Mode> modes = result.plan().modes();
        String link = result.plan()
                .link()
                .map(line -> ", over a line of " + LinkInfo.inWords((double) line.bitsPerSecond()))
                .orElse("");
        String driver = result.plan().driver().equals("builtin")
                ? ""
                : ", driven by " + result.plan().driver();
        String protocol = result.plan().protocol();
        String what = ArticleSource.of(protocol)
                .map(article -> ": what the article of " + article.year() + " did")
                .orElseGet(() -> modes.size() == 1 ? ": " + Prose.mode(modes.get(0)) : ", " + modes.size() + " modes");
        return "protocol " + protocol + what + link + driver;
    }

    private static String machine(MachineInfo machine) {
        String memory = machine.memoryBytes() == 0 ? "" : ", " + Numbers.gibibytes(machine.memoryBytes());
        return machine.cpu() + ", " + machine.cores() + " cores" + memory;
    }

    private String database() {
        String version = result.database().version();
        return version.isEmpty() ? "none" : version + " (" + result.database().choice() + ")";
    }

    private void winners(Html html) {
        if (result.plan().stacks().size() < 2) {
            return;
        }
        html.element("h2", "Who won");
        List<Mode> single = Sweep.single(result.plan());
        long different = single.stream()
                .flatMap(mode -> result.plan().pages().stream()
                        .map(page -> material.winners().sentence(mode.name(), page)))
                .distinct()
                .count();
        if (different == 1) {
            html.element(
                    "p",
                    "On every page: "
                            + material.winners()
                                    .sentence(
                                            single.get(0).name(),
                                            result.plan().pages().get(0))
                            + ".");
        } else if (different > 1) {
            winners(html, single);
        }
        sweeps(html);
    }

    private void winners(Html html, List<Mode> modes) {
        Tables.open(html, "Who won", "class", "winners");
        boolean several = modes.size() > 1;
        Tables.head(html, several ? List.of("Page", "Mode", "Outcome") : List.of("Page", "Outcome"), List.of("p"));
        for (Mode mode : modes) {
            for (String page : result.plan().pages()) {
                html.open("tr").open("th", "scope", "row");
                html.element("a", page, "href", "#" + Html.id("page", page)).close();
                if (several) {
                    html.element("td", mode.name());
                }
                boolean won = material.ranking().winner(mode.name(), page).isPresent();
                html.element("td", material.winners().sentence(mode.name(), page), "class", won ? "won" : "open");
                Tables.number(html, weakest(mode, page));
                html.close();
            }
        }
        Tables.close(html);
        html.element(
                "p",
                "A winner beats every other stack; p is that of its weakest comparison, adjusted for all of the race, and belongs"
                        + " to the claim as a whole. What counts as beaten is said under Method.",
                "class",
                "hint");
    }

    private void sweeps(Html html) {
        for (Sweep sweep : Sweep.of(result.plan())) {
            for (String page : result.plan().pages()) {
                html.element("p", page + ", " + sweep.inWords() + ": " + sweep.leader(material.ranking(), page) + ".");
            }
        }
    }

    private String weakest(Mode mode, String page) {
        return material.ranking().standings(mode.name(), page).stream()
                .filter(standing -> !Ranking.isFastest(standing))
                .flatMap(standing -> standing.toFastest().stream())
                .filter(ratio -> ratio.interval().isPresent())
                .max(Comparator.comparingDouble(Ratio::p))
                .map(ratio -> Numbers.p(ratio.p()))
                .orElse("–");
    }

    private void status(Html html) {
        outcome(html);
        list(
                html,
                "bad",
                "Raced although the stacks do not do the same work:",
                result.plan().overridden());
        list(
                html,
                "bad",
                "Lost during the race:",
                result.lost().stream()
                        .map(lost -> lost.name() + " (" + lost.when() + "): " + lost.reason())
                        .toList());
    }

    private static void list(Html html, String style, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            html.open("div", "class", "status " + style).element("p", title).open("ul");
            lines.forEach(line -> html.element("li", line));
            html.close().close();
        }
    }

    private void outcome(Html html) {
        List<String> problems = summary.problems();
        if (result.incomplete().isPresent()) {
            String missing = summary.missing().map(rounds -> "; " + rounds).orElse("");
            html.element("p", "Incomplete: " + result.incomplete().get() + missing + ".", "class", "status bad");
        }
        if (problems.isEmpty() && result.incomplete().isPresent()) {
            return;
        }
        if (problems.isEmpty()) {
            long requests = result.rounds().stream()
                    .map(RoundResult::load)
                    .mapToLong(load -> load.started())
                    .sum();
            html.element(
                    "p",
                    Numbers.count(summary.cellCount(), "cell") + " measured in "
                            + summary.rounds() + " each; none of "
                            + Numbers.count(requests)
                            + " requests failed.",
                    "class",
                    "status good");
            return;
        }
        list(html, "bad", "Not every cell was measured without a failure:", problems);
    }
}
