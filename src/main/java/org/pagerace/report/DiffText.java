package org.pagerace.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pagerace.result.LinkInfo;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.result.StackInfo;
import org.pagerace.statistics.Interval;
import org.pagerace.statistics.Sample;

/** The comparison of two races as text. */
public final class DiffText {
    private final RaceDiff diff;

    public DiffText(RaceDiff diff) {
        this.diff = diff;
    }

    /** Returns the table, what makes the comparison doubtful, and the regressions, each line ended. */
    public String render() {
        var text = new StringBuilder();
        if (!diff.changes().isEmpty()) {
            text.append(table()).append('\n');
        }
        warnings().forEach(warning -> text.append(TextReport.wrapped("care: ", warning + ".")));
        text.append(TextReport.wrapped(
                "method: ",
                "p is Mann and Whitney's, adjusted after Holm for "
                        + Numbers.count(diff.changes().size(), "row")
                        + "; ~: p of 0.05 or more. +- is the farther end of the 95 % interval of the median."));
        List<RaceDiff.Change> regressions = diff.regressions();
        regressions.forEach(change -> text.append(TextReport.wrapped(
                "slower: ",
                name(change) + ", by " + Numbers.percent(-change.delta().orElseThrow())
                        + ", which is more than --threshold " + Numbers.percent(diff.threshold()))));
        diff.gone()
                .forEach(cell -> text.append(TextReport.wrapped(
                        "gone: ",
                        cell.stack() + "/" + cell.page() + mode(cell.mode())
                                + ", which the new race did not measure")));
        if (!diff.hasRegression() && !diff.changes().isEmpty()) {
            text.append("nothing is significantly slower by more than ")
                    .append(Numbers.percent(diff.threshold()))
                    .append('\n');
        }
        return text.toString();
    }

    private String table() {
        var table = new TextTable();
        table.row("answers/s", "old", "new", "delta", "p  n").rule();
        String block = "";
        for (RaceDiff.Change change : diff.changes()) {
            String next = change.page() + mode(change.mode());
            if (!next.equals(block)) {
                table.row(next);
                block = next;
            }
            table.row(
                    "  " + change.stack(),
                    figure(change.before()),
                    figure(change.after()),
                    change.isSignificant() ? delta(change.delta()) : "~",
                    Numbers.p(change.p()) + " n=" + rounds(change));
        }
        diff.geometricMean().ifPresent(mean -> table.row("geometric mean", "", "", delta(Optional.of(mean - 1))));
        return table.render();
    }

    private static String figure(Sample sample) {
        return sample.medianInterval(Interval.CONFIDENCE)
                .map(interval -> Numbers.around(sample.median(), interval, "+-"))
                .orElseGet(() -> Numbers.rate(sample.median()) + " (" + Numbers.rate(sample.min()) + ".."
                        + Numbers.rate(sample.max()) + ")");
    }

    private static String delta(Optional<Double> delta) {
        return delta.map(share -> String.format(Locale.ROOT, "%+.2f %%", 100 * share))
                .orElse("?");
    }

    private static String rounds(RaceDiff.Change change) {
        int before = change.before().size();
        int after = change.after().size();
        return before == after ? Integer.toString(before) : before + "+" + after;
    }

    private String name(RaceDiff.Change change) {
        return change.stack() + "/" + change.page() + mode(change.mode());
    }

    private String mode(String mode) {
        return diff.before().plan().modes().size() > 1 ? ", " + mode : "";
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (diff.changes().isEmpty()) {
            warnings.add("the two races have no stack, page and mode in common");
        }
        diff.neededRounds()
                .ifPresent(needed -> warnings.add("with so few rounds no difference among "
                        + Numbers.count(diff.changes().size(), "row")
                        + " can be significant, however large it is; race with --rounds " + needed));
        incomplete("old", diff.before()).ifPresent(warnings::add);
        incomplete("new", diff.after()).ifPresent(warnings::add);
        differs(
                        "machine",
                        race -> race.machine().cpu() + ", " + race.machine().cores() + " cores, kernel "
                                + race.machine().kernel())
                .ifPresent(warnings::add);
        differs("JDK", race -> race.machine().jdk()).ifPresent(warnings::add);
        differs("database", race -> race.database().version()).ifPresent(warnings::add);
        differs("protocol", race -> race.plan().protocol()).ifPresent(warnings::add);
        differs("driver", race -> race.plan().driver() + ", measurement revision " + revisions(race))
                .ifPresent(warnings::add);
        differs(
                        "link",
                        race -> race.plan()
                                .link()
                                .map(line -> LinkInfo.inWords((double) line.bitsPerSecond()))
                                .orElse("none"))
                .ifPresent(warnings::add);
        differs("plan", race -> plan(race.plan())).ifPresent(warnings::add);
        onlyIn("old", diff.before(), diff.after()).ifPresent(warnings::add);
        onlyIn("new", diff.after(), diff.before()).ifPresent(warnings::add);
        versions(warnings);
        return warnings;
    }

    private static Optional<String> incomplete(String which, RaceResult race) {
        return race.incomplete().map(reason -> "the " + which + " race is incomplete: " + reason);
    }

    private Optional<String> differs(String what, Function<RaceResult, String> words) {
        String old = words.apply(diff.before());
        String now = words.apply(diff.after());
        return old.equals(now)
                ? Optional.empty()
                : Optional.of("the " + what + " differs: " + old + " before, " + now + " now");
    }

    private static String revisions(RaceResult race) {
        return race.rounds().stream()
                .map(RoundResult::load)
                .map(load -> Integer.toString(load.measurementRevision()))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String plan(PlanInfo plan) {
        String modes = plan.modes().stream().map(Prose::title).collect(Collectors.joining("; "));
        return modes + ", warm-up " + plan.warmupPasses() + " times " + Numbers.duration(plan.warmup()) + ", lead-in "
                + Numbers.duration(plan.leadIn());
    }

    private static Optional<String> onlyIn(String which, RaceResult race, RaceResult other) {
        Set<String> only = new LinkedHashSet<>(race.plan().stacks());
        other.plan().stacks().forEach(only::remove);
        Set<String> pages = new LinkedHashSet<>(race.plan().pages());
        other.plan().pages().forEach(pages::remove);
        only.addAll(pages);
        return only.isEmpty()
                ? Optional.empty()
                : Optional.of("only the " + which + " race has " + Prose.list(List.copyOf(only)));
    }

    private void versions(List<String> warnings) {
        for (StackInfo old : diff.before().stacks()) {
            diff.after().stacks().stream()
                    .filter(now ->
                            now.name().equals(old.name()) && !now.versions().equals(old.versions()))
                    .forEach(now -> warnings.add("the versions of " + old.name() + " differ: " + words(old)
                            + " before, " + words(now) + " now"));
        }
    }

    private static String words(StackInfo stack) {
        return stack.versions().entrySet().stream()
                .map(program -> program.getKey() + " " + program.getValue())
                .collect(Collectors.joining(", "));
    }
}
