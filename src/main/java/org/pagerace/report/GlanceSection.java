package org.pagerace.report;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.pagerace.result.PageInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;

/** All numbers of one mode in one table: a row per stack, a column per page. */
final class GlanceSection {
    private final Material material;
    private final RaceResult result;

    GlanceSection(Material material) {
        this.material = material;
        this.result = material.result();
    }

    void write(Html html) {
        List<Mode> modes = Sweep.single(result.plan());
        if (modes.isEmpty()) {
            return;
        }
        html.open("section", "id", "glance").element("h2", "At a glance");
        legend(html);
        for (Mode mode : modes) {
            if (modes.size() > 1) {
                html.element("h3", mode.name() + ": " + Prose.mode(mode));
            }
            table(html, mode);
        }
        html.close();
    }

    private static void legend(Html html) {
        html.open("p", "class", "hint")
                .text(
                        "Right answers per second, median of the rounds; below it the share of the fastest stack on that page"
                                + " (~ cannot be told from it, = equal to it within the noise floor), and what bound the number. Bold:"
                                + " beat all others. ")
                .element("span", "○", "class", "mark")
                .text(" observed, ")
                .element("span", "●", "class", "mark")
                .text(" confirmed by changing something, ")
                .element("span", "?", "class", "mark")
                .text(" unexplained, ")
                .element("span", "!", "class", "mark")
                .text(
                        " makes the number doubtful. Point at one, or move the focus to it, for its evidence; page by page it"
                                + " stands in words.")
                .close();
    }

    private void table(Html html, Mode mode) {
        Tables.open(html, "Overview of " + mode.name(), "class", "glance pinned");
        html.open("thead").open("tr").element("th", "Stack", "scope", "col");
        for (String page : result.plan().pages()) {
            html.open("th", "scope", "col", "class", "num").text(page);
            html.element("small", size(page)).close();
        }
        boolean means = result.plan().pages().size() > 1;
        if (means) {
            html.open("th", "scope", "col", "class", "num").text("all pages");
            html.element("small", "geometric mean").close();
        }
        html.close().close().open("tbody");
        for (String stack : result.plan().stacks()) {
            Tables.row(html, material.palette(), stack);
            for (String page : result.plan().pages()) {
                cell(html, mode, page, stack);
            }
            if (means) {
                OptionalDouble mean = material.summary().geometricMean(mode.name(), stack);
                Tables.number(html, mean.isPresent() ? Numbers.rate(mean.getAsDouble()) : "–");
            }
            html.close();
        }
        Tables.close(html);
    }

    private void cell(Html html, Mode mode, String page, String stack) {
        Cell cell = material.summary().cell(mode.name(), page, stack);
        if (!cell.isMeasured()) {
            html.element("td", "–", "class", "num");
            return;
        }
        boolean won = material.ranking()
                .winner(mode.name(), page)
                .filter(stack::equals)
                .isPresent();
        double median = cell.throughput().median();
        html.open("td", "class", won ? "num clear" : "num", "data-value", String.format(Locale.ROOT, "%.4g", median));
        html.element("span", Numbers.rate(median), "class", "rate");
        html.element("small", share(mode, page, stack));
        material.verdicts().brief(html, cell);
        html.close();
    }

    private String share(Mode mode, String page, String stack) {
        return material.ranking().standings(mode.name(), page).stream()
                .filter(standing -> standing.cell().stack().equals(stack))
                .findFirst()
                .map(standing -> standing.toFastest()
                        .map(ratio -> Numbers.ratio(ratio.value()) + PageTable.sign(ratio))
                        .orElse("–"))
                .orElse("–");
    }

    private String size(String page) {
        return result.pages().stream()
                .filter(info -> info.page().equals(page))
                .map(GlanceSection::shortSize)
                .findFirst()
                .orElse("");
    }

    private static String shortSize(PageInfo info) {
        var bytes = ResultSection.sizes(info);
        String most = Numbers.count(bytes.getMax()) + " B";
        return bytes.getMin() == bytes.getMax() ? most : Numbers.count(bytes.getMin()) + " – " + most;
    }
}
