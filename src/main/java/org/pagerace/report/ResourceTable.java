package org.pagerace.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RoundResult;

/** What each stack took of the machine for an answer, as text. */
final class ResourceTable {
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
        boolean severalModes = summary.result().plan().modes().size() > 1;
        List<String> head = new ArrayList<>(List.of("CPU us/request" + (severalModes ? ", " + mode.name() : "")));
        head.addAll(summary.result().plan().stacks());
        table.row(head).rule();
        for (String page : summary.result().plan().pages()) {
            List<Usage> usages =
                    summary.cells(mode.name(), page).stream().map(Usage::of).toList();
            table.row(page);
            table.row(line("  server", usages, Usage::serverMicros, Numbers::rate));
            table.row(line("  database", usages, Usage::databaseMicros, Numbers::rate));
            table.row(line("  driver", usages, Usage::driverMicros, Numbers::rate));
            table.row(line("  memory", usages, Usage::memoryBytes, Numbers::memory));
        }
        return table.render()
                + TextReport.wrapped(
                        "",
                        "processor time per right answer, of all processes of each, median of the rounds; memory: of the"
                                + " stack, the most of any round, pages that its processes share counted once; looking at all"
                                + " this took "
                                + String.format(Locale.ROOT, "%.2f %% of a processor", 100 * costShare(rounds)))
                + "\n";
    }

    private static List<String> line(
            String title, List<Usage> usages, Function<Usage, OptionalDouble> figure, DoubleFunction<String> print) {
        List<String> line = new ArrayList<>(List.of(title));
        for (Usage usage : usages) {
            OptionalDouble known = figure.apply(usage);
            line.add(known.isPresent() ? print.apply(known.getAsDouble()) : "-");
        }
        return line;
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
