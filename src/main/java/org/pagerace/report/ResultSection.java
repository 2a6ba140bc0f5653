package org.pagerace.report;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pagerace.result.PageInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.statistics.Interval;

/** Page by page: who won, the charts with their tables, and what bound the numbers. */
final class ResultSection {
    private final Material material;
    private final RaceResult result;
    private final Palette palette;

    ResultSection(Material material) {
        this.material = material;
        this.result = material.result();
        this.palette = material.palette();
    }

    static LongSummaryStatistics sizes(PageInfo info) {
        return info.bodies().values().stream().mapToLong(PageInfo.Body::bytes).summaryStatistics();
    }

    void write(Html html) {
        List<Sweep> sweeps = Sweep.of(result.plan());
        List<Mode> single = Sweep.single(result.plan());
        html.open("section", "id", "pages").element("h2", "Page by page");
        legend(html, single.isEmpty());
        for (String page : result.plan().pages()) {
            html.open("article", "class", "page", "id", Html.id("page", page));
            html.element("h3", Prose.page(page));
            html.element("p", size(page), "class", "hint");
            sweeps.forEach(sweep -> new SweepSection(material, sweep).write(html, page));
            if (!sweeps.isEmpty()) {
                SweepSection.totals(html, material, sweeps, page);
            }
            for (Mode mode : single) {
                if (single.size() > 1) {
                    html.element("h4", mode.name() + ": " + Prose.mode(mode), "class", "mode");
                }
                mode(html, page, mode);
            }
            html.close();
        }
        html.close();
    }

    private void legend(Html html, boolean curvesOnly) {
        if (curvesOnly) {
            return;
        }
        boolean rangesOnly = result.plan().rounds() < Interval.FEWEST_VALUES;
        html.element(
                "p",
                "Bars: median of the rounds. The whisker is "
                        + (rangesOnly
                                ? "dashed and runs from the slowest to the fastest round, since fewer than "
                                        + Interval.FEWEST_VALUES + " rounds have no 95 % interval"
                                : "the 95 % interval of the median, dashed where there are too few rounds and it is only the range of them")
                        + ". Dots: half of the answers (filled) and 99 % of them (hollow) took no longer than this, all rounds"
                        + " merged. Busy: connections being answered, on average. A ratio with ~ cannot be told from 1, with = it is 1 within the"
                        + " noise floor. Each table has the numbers of the charts above it.",
                "class",
                "hint");
    }

    private void mode(Html html, String page, Mode mode) {
        String outcome = material.winners().sentence(mode.name(), page);
        html.element("p", (outcome + ".").replaceFirst("^no winner", "No winner"), "class", "claim");
        String table = Html.id("table", page, mode.name());
        List<Cell> cells = material.summary().cells(mode.name(), page);
        OptionalDouble ceiling = material.ceiling(mode.name(), page);
        html.open("div", "class", "charts");
        Charts.throughput(html, cells, spreads(mode, page), ceiling, palette, table);
        Charts.latency(html, cells, palette, table);
        html.close();
        if (ceiling.isPresent()) {
            html.element(
                    "p",
                    "A null server that only sends so many bytes reaches " + Numbers.rate(ceiling.getAsDouble())
                            + " answers per second here: the ceiling of the rig, dotted where it is near.",
                    "class",
                    "hint");
        }
        new PageTable(
                        material.ranking().standings(mode.name(), page),
                        result.plan().base(),
                        palette)
                .write(html, table, page);
        material.verdicts().write(html, cells, page);
        new LatencySection(palette).write(html, cells, page, mode.name());
        new UsageSection(palette).write(html, cells, page, mode.name());
        html.element("h4", "In the course of the race");
        Charts.seconds(html, cells, palette, table);
        new MetricsSection(palette).write(html, cells, page, mode.name());
    }

    private Function<Cell, Spread> spreads(Mode mode, String page) {
        Map<String, Optional<Interval>> intervals = material.ranking().standings(mode.name(), page).stream()
                .collect(Collectors.toMap(standing -> standing.cell().stack(), Standing::interval));
        return cell -> Spread.of(cell, intervals.getOrDefault(cell.stack(), Optional.empty()));
    }

    private String size(String page) {
        return result.pages().stream()
                .filter(info -> info.page().equals(page))
                .map(ResultSection::longSize)
                .findFirst()
                .orElse("");
    }

    private static String longSize(PageInfo info) {
        var bytes = sizes(info);
        if (info.identical()) {
            return Numbers.count(bytes.getMax()) + " bytes, the same from every stack";
        }
        return bytes.getMin() == bytes.getMax()
                ? Numbers.count(bytes.getMax()) + " bytes"
                : Numbers.count(bytes.getMin()) + " to " + Numbers.count(bytes.getMax()) + " bytes";
    }
}
