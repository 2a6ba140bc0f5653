package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.pagerace.result.LostStack;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.SkippedStack;
import org.pagerace.statistics.Sample;

/** A race as text for a terminal. */
public final class TextReport {
    private static final int WIDTH = 100;
    private static final Pattern SPACE = Pattern.compile(" ");

    private final RaceSummary summary;
    private final RaceResult result;

    public TextReport(RaceSummary summary) {
        this.summary = summary;
        this.result = summary.result();
    }

    /** Returns the tables and what must be said with them, each line ended. */
    public String render() {
        var text = new StringBuilder();
        result.incomplete()
                .ifPresent(reason -> text.append("INCOMPLETE: ").append(reason).append("\n\n"));
        Optional<Article> article = Article.of(summary);
        if (article.isPresent()) {
            text.append(new ArticleText(article.get()).render());
            result.plan().remarks().forEach(remark -> text.append(wrapped("plan: ", remark)));
        } else {
            result.plan().modes().forEach(mode -> text.append(medians(mode)));
        }
        for (LostStack lost : result.lost()) {
            text.append(wrapped("lost: ", lost.name() + " in " + lost.when() + ": " + lost.reason()));
        }
        for (SkippedStack skipped : result.skipped()) {
            text.append("skipped: ").append(skipped.inWords()).append('\n');
        }
        summary.cautions().forEach(caution -> text.append(wrapped("care: ", caution)));
        result.notes().forEach(note -> text.append(wrapped("note: ", note)));
        return text.toString();
    }

    /** Returns the words in lines of a width that terminals have, all but the first indented under it. */
    static String wrapped(String label, String words) {
        var text = new StringBuilder(label);
        int column = label.length();
        for (String word : SPACE.splitAsStream(words).toList()) {
            if (column > label.length() && column + 1 + word.length() > WIDTH) {
                text.append('\n').append(" ".repeat(label.length()));
                column = label.length();
            }
            if (column > label.length()) {
                text.append(' ');
                column++;
            }
            text.append(word);
            column += word.length();
        }
        return text.append('\n').toString();
    }

    private String medians(Mode mode) {
        var table = new TextTable();
        List<String> head = new ArrayList<>(List.of("req/s, median"));
        head.addAll(result.plan().stacks());
        table.row(head).rule();
        for (String page : result.plan().pages()) {
            List<Cell> cells = summary.cells(mode.name(), page);
            table.row(line(page, cells, cell -> Numbers.rate(cell.throughput().median())));
            table.row(line("  range", cells, cell -> range(cell.throughput())));
            OptionalDouble fastest = summary.fastest(mode.name(), page);
            table.row(line("  to fastest", cells, cell -> cell.toFastest(fastest, "-")));
            table.row(line("  p50 / p99 ms", cells, TextReport::percentiles));
            table.row(line("  busy", cells, TextReport::busy));
            table.row(line("  failed", cells, cell -> Numbers.count(cell.failed())));
        }
        return table.render()
                + String.format(
                        Locale.ROOT,
                        "right answers per second; busy: connections being answered, on average%n"
                                + "%s of %s per cell, %s on %s, HTTP/%s, %s%n%n",
                        Numbers.count(result.plan().rounds(), "round"),
                        mode.duration().map(Numbers::duration).orElse("?"),
                        Numbers.count(mode.connections(), "connection"),
                        Numbers.count(mode.threads(), "driver thread"),
                        mode.http(),
                        mode.keepAlive() ? "keep-alive" : "no keep-alive");
    }

    private static List<String> line(String title, List<Cell> cells, Function<Cell, String> print) {
        List<String> line = new ArrayList<>(List.of(title));
        cells.forEach(cell -> line.add(cell.isMeasured() ? print.apply(cell) : "-"));
        return line;
    }

    private static String range(Sample sample) {
        return Numbers.rate(sample.min()) + ".." + Numbers.rate(sample.max());
    }

    private static String busy(Cell cell) {
        return cell.latency().count() == 0 ? "-" : String.format(Locale.ROOT, "%.0f", cell.busyConnections());
    }

    private static String percentiles(Cell cell) {
        var latency = cell.latency();
        if (latency.count() == 0) {
            return "-"; // no answer, or the tool that made the load prints no distribution
        }
        return Numbers.millis(latency.percentile(50)) + " / " + Numbers.millis(latency.percentile(99));
    }
}
