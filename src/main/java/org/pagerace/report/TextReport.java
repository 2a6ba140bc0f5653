package org.pagerace.report;

import java.util.Optional;
import java.util.regex.Pattern;
import org.pagerace.result.RaceResult;
import org.pagerace.result.SkippedStack;
import org.pagerace.statistics.Interval;

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
        Ranking ranking = Ranking.of(summary);
        var text = new StringBuilder();
        result.incomplete()
                .ifPresent(reason -> text.append("INCOMPLETE: ").append(reason).append("\n\n"));
        Optional<Article> article = Article.of(summary);
        if (article.isPresent()) {
            text.append(new ArticleText(article.get()).render());
            result.plan().remarks().forEach(remark -> text.append(wrapped("plan: ", remark)));
        }
        if (article.isEmpty() || saysMoreThanTheArticle()) {
            Sweep.single(result.plan()).forEach(mode -> text.append(new RankingTable(summary, ranking, mode).render()));
        }
        text.append(new VerdictTable(result).render());
        Sweep.single(result.plan()).forEach(mode -> text.append(new ResourceTable(summary).render(mode)));
        summary.problems()
                .forEach(problem -> text.append("failed: ").append(problem).append('\n'));
        for (SkippedStack skipped : result.skipped()) {
            text.append("skipped: ").append(skipped.inWords()).append('\n');
        }
        summary.cautions().forEach(caution -> text.append(wrapped("care: ", caution)));
        new MethodNotes(summary, ranking).sentences().forEach(line -> text.append(wrapped("method: ", line)));
        result.notes().forEach(note -> text.append(wrapped("note: ", note)));
        return text.toString();
    }

    /** An article has neither intervals nor claims nor a base of ours. */
    private boolean saysMoreThanTheArticle() {
        return result.plan().base().isPresent()
                || summary.cells().anyMatch(cell -> cell.rounds().size() >= Interval.FEWEST_VALUES);
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
}
