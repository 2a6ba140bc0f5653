package org.pagerace.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.pagerace.result.Latency;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.statistics.Sample;

/** All stacks on all pages in one mode as text: a line for each stack, so that it fits with any number of them. */
final class RankingTable {
    private static final String NONE = "-";
    private static final String UNDECIDED = "~ ";

    private final RaceSummary summary;
    private final Ranking ranking;
    private final Mode mode;

    RankingTable(RaceSummary summary, Ranking ranking, Mode mode) {
        this.summary = summary;
        this.ranking = ranking;
        this.mode = mode;
    }

    String render() {
        var text = new StringBuilder(figures());
        text.append(legend()).append('\n');
        Optional<String> base = summary.result().plan().base();
        base.ifPresent(name -> text.append(comparison(name)).append('\n'));
        var winners = new Winners(ranking);
        for (String page : summary.result().plan().pages()) {
            text.append(TextReport.wrapped(page + ": ", winners.sentence(mode.name(), page) + "."));
        }
        return text.append('\n').toString();
    }

    private String figures() {
        var table = new TextTable();
        table.row("answers/s", "median", "to fastest", "p  n", "p50 / p99 ms", "busy", "failed")
                .rule();
        for (String page : summary.result().plan().pages()) {
            table.row(page);
            for (Standing standing : ranking.standings(mode.name(), page)) {
                table.row(line(standing));
            }
        }
        if (summary.result().plan().pages().size() > 1) {
            geometricMeans(table);
        }
        return table.render();
    }

    private List<String> line(Standing standing) {
        Cell cell = standing.cell();
        String name = "  " + cell.stack();
        if (!cell.isMeasured()) {
            return List.of(name, NONE, NONE, NONE, NONE, NONE, NONE);
        }
        return List.of(
                name,
                median(standing),
                standing.toFastest().map(RankingTable::ratio).orElse(NONE),
                test(standing, Standing::toFastest),
                percentiles(cell.latency()),
                cell.latency().count() == 0 ? NONE : String.format(Locale.ROOT, "%.0f", cell.busyConnections()),
                Numbers.count(cell.failed()));
    }

    private static String percentiles(Latency latency) {
        return latency.count() == 0 // no answer, or the tool that made the load prints no distribution
                ? NONE
                : Numbers.millis(latency.percentile(50)) + " / " + Numbers.millis(latency.percentile(99));
    }

    private static String median(Standing standing) {
        Sample sample = standing.cell().throughput();
        return standing.interval()
                .map(interval -> Numbers.around(sample.median(), interval, "+-"))
                .orElseGet(() -> Numbers.rate(sample.median())
                        + (sample.size() > 1
                                ? " (" + Numbers.rate(sample.min()) + ".." + Numbers.rate(sample.max()) + ")"
                                : ""));
    }

    /** Ties and what is undecided bear the sign that benchstat made known. */
    static String ratio(Ratio ratio) {
        String value = Numbers.times(ratio.value());
        boolean open = ratio.outcome() == Outcome.UNDECIDED
                || (ratio.outcome() == Outcome.EQUAL && !ratio.equals(Ratio.ITSELF));
        return (open ? UNDECIDED : "")
                + value
                + ratio.interval()
                        .map(known -> " (" + Numbers.times(known.low()) + ".." + Numbers.times(known.high()) + ")")
                        .orElse("");
    }

    private static String test(Standing standing, Function<Standing, Optional<Ratio>> which) {
        if (!standing.cell().isMeasured()) {
            return NONE;
        }
        String n = "n=" + standing.cell().rounds().size();
        return which.apply(standing)
                .filter(ratio -> ratio.interval().isPresent())
                .map(ratio -> Numbers.p(ratio.p()) + " " + n)
                .orElse(n);
    }

    private void geometricMeans(TextTable table) {
        OptionalDouble best = summary.result().plan().stacks().stream()
                .map(stack -> summary.geometricMean(mode.name(), stack))
                .flatMapToDouble(OptionalDouble::stream)
                .max();
        table.row("geometric mean");
        for (String stack : summary.result().plan().stacks()) {
            OptionalDouble mean = summary.geometricMean(mode.name(), stack);
            table.row(
                    mean.isPresent()
                            ? List.of(
                                    "  " + stack,
                                    Numbers.rate(mean.getAsDouble()),
                                    Numbers.times(mean.getAsDouble() / best.orElseThrow()))
                            : List.of("  " + stack, NONE, NONE));
        }
    }

    private String comparison(String base) {
        var table = new TextTable();
        table.row("beside " + base, "times", "p  n").rule();
        for (String page : summary.result().plan().pages()) {
            table.row(page);
            for (Standing standing : ranking.standings(mode.name(), page)) {
                if (!standing.cell().stack().equals(base)) {
                    table.row(
                            "  " + standing.cell().stack(),
                            standing.toBase().map(RankingTable::ratio).orElse(NONE),
                            test(standing, Standing::toBase));
                }
            }
        }
        return table.render();
    }

    private String legend() {
        return String.format(
                Locale.ROOT,
                "answers/s: right answers per second; busy: connections being answered, on average%n"
                        + "%s: %s of %s per cell, %s%n",
                mode.name(),
                summary.rounds(mode.name()),
                Prose.limit(mode),
                Prose.mode(mode));
    }
}
