package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.pagerace.report.ArticleTable.Group;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import tools.jackson.databind.JsonNode;

/** The article of 2017: requests per second by number of connections, a curve per number of cores, and total times. */
final class ArticleWeighttp {
    private static final String NONE = "-";
    private static final double SECONDS_PER_HOUR = 3600;
    private static final String APACHE = "apache_1_core_total_hours_more_than";

    private final RaceSummary summary;
    private final RaceResult result;
    private final ArticleSource source;
    private final List<Sweep> sweeps;

    ArticleWeighttp(RaceSummary summary, ArticleSource source) {
        this.summary = summary;
        this.result = summary.result();
        this.source = source;
        this.sweeps = Sweep.byThreads(result.plan());
    }

    List<ArticleTable> tables() {
        List<ArticleTable> tables = new ArrayList<>();
        for (String page : result.plan().pages()) {
            sweeps.forEach(sweep -> tables.add(sweep(page, sweep)));
            tables.add(totals(page));
        }
        return tables;
    }

    /** That of the article, which is told by the name; threads may make it more connections. */
    private static int level(Mode mode) {
        return Integer.parseInt(mode.name().substring(mode.name().indexOf("-c") + 2));
    }

    private ArticleTable sweep(String page, Sweep sweep) {
        List<Mode> modes = sweep.levels();
        List<Group> rows = modes.stream()
                .map(mode -> new Group(
                        Integer.toString(level(mode)),
                        false,
                        List.of(result.plan().stacks().stream()
                                .map(stack -> rate(summary.cell(mode.name(), page, stack)))
                                .toList())))
                .toList();
        String title = String.format(
                Locale.ROOT,
                "%s, %s, %s, keep-alive; requests per second by number of connections, median of %s",
                page,
                sweep.inWords(),
                modes.get(0)
                        .requests()
                        .map(n -> Numbers.count(n) + " requests each")
                        .orElse("?"),
                summary.rounds());
        return new ArticleTable(title, "connections", result.plan().stacks(), rows, List.of());
    }

    private static String rate(Cell cell) {
        return cell.isMeasured() ? Numbers.rate(cell.throughput().median()) : NONE;
    }

    /** The article's sweep has more requests than ours may have had, so its length follows from the rates. */
    private ArticleTable totals(String page) {
        List<String> columns = new ArrayList<>();
        sweeps.forEach(sweep -> {
            columns.add(sweep.inShort() + ": measured");
            columns.add("at the article's requests");
        });
        List<Group> ours = result.plan().stacks().stream()
                .map(stack -> {
                    List<String> row = new ArrayList<>();
                    sweeps.forEach(sweep -> {
                        row.add(Numbers.clock(sweep.total(summary, page, stack).toMillis() / 1e3));
                        OptionalDouble article = sweep.seconds(summary, page, stack, source.requestsOfALevel());
                        row.add(article.isPresent() ? Numbers.clock(article.getAsDouble()) : NONE);
                    });
                    return new Group(stack, true, List.of(row));
                })
                .toList();
        String title = String.format(
                Locale.ROOT,
                "%s, total time of a sweep (h:mm:ss): as measured, and what the article's %s requests at each of %s would"
                        + " take at the measured rates",
                page,
                Numbers.count(source.requestsOfALevel()),
                Numbers.count(sweeps.get(0).levels().size(), "level"));
        return new ArticleTable(title, "system", columns, ours, theirs());
    }

    /** Of its chart of total times the article's text tells one, that it left out because it was too long. */
    private List<Group> theirs() {
        JsonNode hours = source.node().path("published_numbers_in_text").path(APACHE);
        if (!hours.isNumber()) {
            return List.of();
        }
        List<String> row = new ArrayList<>();
        for (Sweep sweep : sweeps) {
            row.add(NONE);
            row.add(
                    sweep.cores().equals(Optional.of(1))
                            ? "> " + Numbers.clock(hours.asDouble() * SECONDS_PER_HOUR)
                            : NONE);
        }
        return List.of(new Group(source.year() + ": Apache 2.4.6", false, List.of(row)));
    }
}
