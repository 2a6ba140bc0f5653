package org.pagerace.report;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What each stack took of the machine: CPU time per answer, and memory. */
final class UsageSection {
    private final Palette palette;

    UsageSection(Palette palette) {
        this.palette = palette;
    }

    void write(Html html, List<Cell> cells, String page, String mode) {
        Map<String, Usage> usages = cells.stream().collect(Collectors.toMap(Cell::stack, Usage::of));
        boolean cpu = usages.values().stream().anyMatch(usage -> usage.microsTogether() > 0);
        boolean memory =
                usages.values().stream().anyMatch(usage -> usage.memoryBytes().isPresent());
        if (!cpu && !memory) {
            return;
        }
        String table = Html.id("usage", page, mode);
        html.element("h4", "What it took");
        html.open("div", "class", "charts");
        if (cpu) {
            Charts.cpu(html, cells, cell -> usages.get(cell.stack()), palette, table);
        }
        if (memory) {
            Charts.memory(html, cells, cell -> usages.get(cell.stack()), palette, table);
        }
        html.close();
        Tables.open(html, "Resources for " + page, "id", table);
        Tables.head(
                html,
                List.of("Stack"),
                List.of("Stack µs/answer", "Database µs/answer", "Driver µs/answer", "Stack cores", "Stack MiB"));
        for (Cell cell : cells) {
            Usage usage = usages.get(cell.stack());
            Tables.row(html, palette, cell.stack());
            Tables.number(html, Usage.print(usage.serverMicros()));
            Tables.number(html, Usage.print(usage.databaseMicros()));
            Tables.number(html, Usage.print(usage.driverMicros()));
            Tables.number(html, Usage.print(usage.serverCores()));
            Tables.number(html, Usage.print(mebibytes(usage)));
            html.close();
        }
        Tables.close(html);
    }

    private static OptionalDouble mebibytes(Usage usage) {
        return usage.memoryBytes().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(usage.memoryBytes().getAsDouble() / (1 << 20));
    }
}
