package org.pagerace.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.result.MachineInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.StackInfo;
import org.pagerace.statistics.Sample;
import org.pagerace.verdict.Finding;
import org.pagerace.verdict.Grade;
import org.pagerace.verdict.Judge;

/** A race as Markdown tables for a README, with all that a published number must come with. */
public final class MarkdownReport {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final String NONE = "–";
    private static final int EVERY = 10;
    private static final String EACH_CELL =
            " Each cell: median of the rounds ± the farther end of its 95 % interval, and its ratio to the fastest stack"
                    + " with the 95 % interval; ~: no difference was shown; bold: significantly faster than every other stack."
                    + " Under it what bound it, the tightest limit first, and how sure that is.";
    private static final String EACH_LEVEL =
            " Of a sweep every tenth number of connections is shown, with the median of its rounds.";

    private final RaceSummary summary;
    private final RaceResult result;
    private final Ranking ranking;
    private final Judge judge;

    public MarkdownReport(RaceSummary summary) {
        this.summary = summary;
        this.result = summary.result();
        this.ranking = Ranking.of(summary);
        this.judge = new Judge(result);
    }

    /**
     * Returns a table for each mode, but one for a whole sweep, who won each page, and where the numbers come from; each
     * line ended.
     */
    public String render() {
        var text = new StringBuilder();
        result.incomplete()
                .ifPresent(reason ->
                        text.append("**Incomplete: ").append(escaped(reason)).append("**\n\n"));
        Sweep.single(result.plan())
                .forEach(mode -> text.append(table(mode)).append('\n').append(winners(mode)));
        for (Sweep sweep : Sweep.of(result.plan())) {
            for (String page : result.plan().pages()) {
                text.append(table(sweep, page)).append('\n');
                text.append("- " + title(sweep, page) + ": " + sweep.leader(ranking, page) + ".\n\n");
            }
        }
        summary.cautions()
                .forEach(caution ->
                        text.append("- Care: ").append(escaped(caution)).append(".\n"));
        return text.append('\n').append(provenance()).toString();
    }

    private String table(Mode mode) {
        List<String> head = new ArrayList<>(List.of("answers per second" + (isOne() ? "" : ", " + mode.name())));
        head.addAll(result.plan().pages());
        boolean mean = result.plan().pages().size() > 1;
        if (mean) {
            head.add("geometric mean");
        }
        var text = new StringBuilder(row(head));
        text.append("| --- |").append(" ---: |".repeat(head.size() - 1)).append('\n');
        for (String stack : result.plan().stacks()) {
            List<String> line = new ArrayList<>(List.of(stack));
            for (String page : result.plan().pages()) {
                line.add(ranking.standings(mode.name(), page).stream()
                        .filter(standing -> standing.cell().stack().equals(stack))
                        .map(standing -> cell(mode, standing))
                        .findFirst()
                        .orElse(NONE));
            }
            if (mean) {
                OptionalDouble geometric = summary.geometricMean(mode.name(), stack);
                line.add(geometric.isPresent() ? Numbers.rate(geometric.getAsDouble()) : NONE);
            }
            text.append(row(line));
        }
        return text.toString();
    }

    /** Its first row, every tenth after it, and the last: that shows where the curves bend. */
    private String table(Sweep sweep, String page) {
        List<String> head = new ArrayList<>(List.of("answers per second, " + title(sweep, page) + ", connections"));
        head.addAll(result.plan().stacks());
        var text = new StringBuilder(row(head));
        text.append("| ---: |").append(" ---: |".repeat(head.size() - 1)).append('\n');
        List<Mode> levels = sweep.levels();
        for (int i = 0; i < levels.size(); i++) {
            if (i % EVERY == 0 || i == levels.size() - 1) {
                Mode mode = levels.get(i);
                List<String> line = new ArrayList<>(List.of(Numbers.count(mode.connections())));
                for (String stack : result.plan().stacks()) {
                    Cell cell = summary.cell(mode.name(), page, stack);
                    line.add(cell.isMeasured() ? Numbers.rate(cell.throughput().median()) : NONE);
                }
                text.append(row(line));
            }
        }
        return text.toString();
    }

    private static String title(Sweep sweep, String page) {
        return page + ", " + Numbers.count(sweep.threads(), "driver thread");
    }

    private String cell(Mode mode, Standing standing) {
        Cell cell = standing.cell();
        if (!cell.isMeasured()) {
            return NONE;
        }
        Sample sample = cell.throughput();
        String median = standing.interval()
                .map(interval -> Numbers.around(sample.median(), interval, "±"))
                .orElseGet(() -> Numbers.rate(sample.median()) + " (" + Numbers.rate(sample.min()) + " – "
                        + Numbers.rate(sample.max()) + ")");
        boolean wins = ranking.winner(mode.name(), cell.page())
                .filter(cell.stack()::equals)
                .isPresent();
        String share = standing.toFastest()
                .map(ratio -> "<br>" + RankingTable.ratio(ratio).replace("..", " – "))
                .orElse("");
        return (wins ? "**" + median + "**" : median) + share + "<br>" + limits(cell);
    }

    /** In lower case: a table of capitals reads badly. What nothing explains has that as its grade as well, once is enough. */
    private String limits(Cell cell) {
        return judge.verdict(cell.mode(), cell.page(), cell.stack()).limits().stream()
                .collect(Collectors.groupingBy(
                        Finding::grade,
                        LinkedHashMap::new,
                        Collectors.mapping(MarkdownReport::words, Collectors.joining(" + "))))
                .entrySet()
                .stream()
                .map(causes -> causes.getKey() == Grade.UNEXPLAINED
                        ? causes.getValue()
                        : causes.getValue() + " (" + causes.getKey().name().toLowerCase(Locale.ROOT) + ")")
                .collect(Collectors.joining("; "));
    }

    private static String words(Finding finding) {
        String words = finding.cause().label().toLowerCase(Locale.ROOT);
        return words.replace("cpu", "CPU");
    }

    private String winners(Mode mode) {
        var sentences = new Winners(ranking);
        return result.plan().pages().stream()
                .map(page -> "- " + page + (isOne() ? "" : ", " + mode.name()) + ": "
                        + sentences.sentence(mode.name(), page) + ".\n")
                .collect(Collectors.joining());
    }

    private boolean isOne() {
        return result.plan().modes().size() == 1;
    }

    private String provenance() {
        MachineInfo machine = result.machine();
        String versions = result.stacks().stream()
                .map(StackInfo::versions)
                .flatMap(stack -> stack.entrySet().stream())
                .map(program -> program.getKey() + " " + program.getValue())
                .distinct()
                .collect(Collectors.joining(", "));
        List<Mode> single = Sweep.single(result.plan());
        List<Sweep> sweeps = Sweep.of(result.plan());
        String modes = Stream.concat(
                        single.stream().map(mode -> runs(mode, Numbers.count(mode.connections(), "connection"))),
                        sweeps.stream().map(this::runs))
                .collect(Collectors.joining("; "));
        return code("pagerace " + command()) + " on "
                + escaped(DATE.format(result.startedAt()) + ", " + machine.cpu() + " with " + machine.cores()
                        + " cores, "
                        + machine.os() + ", kernel " + machine.kernel() + ", Java " + machine.jdk() + "; " + versions
                        + (result.database().version().isEmpty()
                                ? ""
                                : ", database " + result.database().version())
                        + "; " + modes)
                + "."
                + (single.isEmpty() ? "" : EACH_CELL)
                + (sweeps.isEmpty() ? "" : EACH_LEVEL)
                + "\n";
    }

    private String runs(Sweep sweep) {
        List<Mode> levels = sweep.levels();
        return runs(
                levels.get(0),
                Numbers.count(levels.get(0).connections()) + " to "
                        + Numbers.count(levels.get(levels.size() - 1).connections(), "connection") + " on "
                        + Numbers.count(sweep.threads(), "driver thread"));
    }

    private String runs(Mode mode, String connections) {
        return summary.rounds(mode.name())
                + mode.duration()
                        .map(length -> " of " + Numbers.duration(length))
                        .orElse("")
                + " per cell with " + connections;
    }

    /** Without the folder, which is of no use to anybody else. */
    private String command() {
        List<String> words = new ArrayList<>(result.commandLine());
        words.removeIf(word -> word.startsWith("--out="));
        int out = words.indexOf("--out");
        if (out >= 0 && out + 1 < words.size()) {
            words.subList(out, out + 2).clear();
        }
        return Prose.command(words);
    }

    /** Fenced with more backticks than there are in a row within. */
    private static String code(String text) {
        String fence = "`";
        while (text.contains(fence)) {
            fence += "`";
        }
        String space = text.contains("`") ? " " : "";
        return fence + space + text.replace('\n', ' ') + space + fence;
    }

    private static String row(List<String> cells) {
        return cells.stream().map(MarkdownReport::escaped).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** What a text from outside may not do is end its cell or begin an element. */
    private static String escaped(String text) {
        return text.replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("&lt;br>", "<br>")
                .replace('\n', ' ');
    }
}
