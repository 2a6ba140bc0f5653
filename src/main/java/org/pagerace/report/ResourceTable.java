package org.pagerace.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.ResourceUse;
import org.pagerace.result.RoundResult;
import org.pagerace.statistics.Sample;

/** What each stack took of the machine for an answer, as text: medians of the rounds. */
final class ResourceTable {
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private final RaceSummary summary;

    ResourceTable(RaceSummary summary) {
        this.summary = summary;
    }

    /** Returns a table and a line below it; nothing if nobody looked. */
    String render(Mode mode) {
        List<RoundResult> rounds = summary.result().rounds().stream()
                .filter(round -> round.mode().equals(mode.name()))
                .filter(round -> !round.samples().series().isEmpty())
                .toList();
        if (rounds.isEmpty()) {
            return "";
        }
        var table = new TextTable();
        List<String> head = new ArrayList<>(List.of("CPU us/request"));
        head.addAll(summary.result().plan().stacks());
        table.row(head).rule();
        for (String page : summary.result().plan().pages()) {
            List<Cell> cells = summary.cells(mode.name(), page);
            table.row(page);
            table.row(line("  server", cells, ResourceUse::serverMicros, ResourceTable::micros));
            table.row(line("  database", cells, ResourceUse::databaseMicros, ResourceTable::micros));
            table.row(line("  driver", cells, ResourceUse::driverMicros, ResourceTable::micros));
            table.row(line("  memory MB", cells, ResourceUse::memoryBytes, ResourceTable::megabytes));
        }
        return table.render()
                + TextReport.wrapped(
                        "",
                        "processor time per right answer, of all processes of each; memory: of the stack, pages that its"
                                + " processes share counted once; looking at all this took "
                                + String.format(Locale.ROOT, "%.2f %% of a processor", 100 * costShare(rounds)))
                + "\n";
    }

    private static List<String> line(
            String title,
            List<Cell> cells,
            Function<ResourceUse, OptionalDouble> figure,
            Function<Double, String> print) {
        List<String> line = new ArrayList<>(List.of(title));
        for (Cell cell : cells) {
            List<Double> values = cell.rounds().stream()
                    .map(ResourceUse::of)
                    .map(figure)
                    .filter(OptionalDouble::isPresent)
                    .map(OptionalDouble::getAsDouble)
                    .toList();
            line.add(values.isEmpty() ? "-" : print.apply(Sample.of(values).median()));
        }
        return line;
    }

    private static String micros(double micros) {
        return String.format(Locale.ROOT, micros < 10 ? "%.1f" : "%,.0f", micros);
    }

    private static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%,.0f", bytes / BYTES_PER_MEGABYTE);
    }

    /** The samplers' processor time, of the time that the rounds took. */
    private static double costShare(List<RoundResult> rounds) {
        double cost = 0;
        double elapsed = 0;
        for (RoundResult round : rounds) {
            cost += seconds(round.samples().cost());
            elapsed += seconds(round.load().elapsed());
        }
        return elapsed > 0 ? cost / elapsed : 0;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
