package org.pagerace.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.pagerace.result.MachineInfo;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;

/** What was raced, when, on what, and whether it went well. */
final class HeadlineSection {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final RaceSummary summary;
    private final RaceResult result;

    HeadlineSection(RaceSummary summary) {
        this.summary = summary;
        this.result = summary.result();
    }

    static String title(RaceSummary summary) {
        RaceResult result = summary.result();
        return Prose.list(result.plan().stacks()) + " on "
                + Prose.count(result.plan().pages().size(), "page");
    }

    void write(Html html) {
        html.open("header");
        html.element("p", "Pagerace", "class", "brand");
        html.open("h1");
        headline(html);
        html.close();
        html.open("dl", "class", "facts");
        fact(html, "When", DATE.format(result.startedAt()) + ", " + Numbers.duration(result.elapsed()));
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
        html.close();
    }

    /** The title, but no line may end within a stack's name. */
    private void headline(Html html) {
        List<String> stacks = result.plan().stacks();
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
        String protocol = result.plan().protocol();
        return "protocol " + protocol + ": "
                + ArticleSource.of(protocol)
                        .map(article -> "what the article of " + article.year() + " did")
                        .orElseGet(
                                () -> ResultSection.mode(result.plan().modes().get(0)));
    }

    private static String machine(MachineInfo machine) {
        String memory = machine.memoryBytes() == 0 ? "" : ", " + Numbers.gibibytes(machine.memoryBytes());
        return machine.cpu() + ", " + machine.cores() + " cores" + memory;
    }

    private String database() {
        String version = result.database().version();
        return version.isEmpty() ? "none" : version + " (" + result.database().choice() + ")";
    }

    private void status(Html html) {
        outcome(html);
        List<String> cautions = summary.cautions();
        if (!cautions.isEmpty()) {
            html.open("div", "class", "status care")
                    .element("p", "Read with care:")
                    .open("ul");
            cautions.forEach(caution -> html.element("li", caution + "."));
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
                            + Numbers.count(result.plan().rounds(), "round") + " each; none of "
                            + Numbers.count(requests)
                            + " requests failed.",
                    "class",
                    "status good");
            return;
        }
        html.open("div", "class", "status bad").element("p", "Not every cell was measured without a failure:");
        html.open("ul");
        problems.forEach(problem -> html.element("li", problem));
        html.close().close();
    }
}
