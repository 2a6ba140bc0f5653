package org.pagerace.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.statistics.Sample;
import org.pagerace.statistics.Trend;

/** A race, cell by cell: what the tables, the charts and the exit code are made from. Immutable. */
public final class RaceSummary {
    /** Little's law gives 0.95 to 1.05 in a closed loop; short rounds cut off a little more. */
    private static final double BUSY = 0.85;

    private static final int FEW = 8;

    private final RaceResult result;
    private final Map<Key, Cell> cells = new LinkedHashMap<>();

    private record Key(String mode, String page, String stack) {}

    public RaceSummary(RaceResult result) {
        this.result = result;
        Map<Key, List<RoundResult>> rounds = result.rounds().stream()
                .collect(Collectors.groupingBy(round -> new Key(round.mode(), round.page(), round.stack())));
        for (Mode mode : result.plan().modes()) {
            for (String page : result.plan().pages()) {
                for (String stack : result.plan().stacks()) {
                    var key = new Key(mode.name(), page, stack);
                    cells.put(key, new Cell(mode.name(), page, stack, rounds.getOrDefault(key, List.of())));
                }
            }
        }
    }

    RaceResult result() {
        return result;
    }

    Cell cell(String mode, String page, String stack) {
        return cells.get(new Key(mode, page, stack));
    }

    /** Returns the cells of all stacks, in the order of the plan. */
    List<Cell> cells(String mode, String page) {
        return result.plan().stacks().stream()
                .map(stack -> cell(mode, page, stack))
                .toList();
    }

    /** Returns the highest median of that page and mode; empty if none was measured. */
    OptionalDouble fastest(String mode, String page) {
        return cells(mode, page).stream()
                .filter(Cell::isMeasured)
                .mapToDouble(cell -> cell.throughput().median())
                .max();
    }

    /** Returns the cells of all modes, pages and stacks, in the order of the plan. */
    Stream<Cell> cells() {
        return cells.values().stream();
    }

    /** Returns the geometric mean of a stack's medians over all pages; empty if it did not answer on one of them. */
    OptionalDouble geometricMean(String mode, String stack) {
        List<Cell> pages = result.plan().pages().stream()
                .map(page -> cell(mode, page, stack))
                .toList();
        boolean whole = pages.stream()
                .allMatch(cell -> cell.isMeasured() && cell.throughput().median() > 0);
        return whole
                ? OptionalDouble.of(Sample.of(pages.stream()
                                .map(cell -> cell.throughput().median())
                                .toList())
                        .geometricMean())
                : OptionalDouble.empty();
    }

    int cellCount() {
        return cells.size();
    }

    /**
     * Returns one line on rounds that were planned and not run, as in an incomplete race; empty if none is missing, or
     * those that are were not needed.
     */
    public Optional<String> missing() {
        if (result.incomplete().isEmpty() && result.lost().isEmpty()) {
            return Optional.empty();
        }
        int planned = result.plan().rounds();
        long unfinished = cells.values().stream()
                .filter(cell -> cell.rounds().size() < planned)
                .count();
        if (unfinished == 0) {
            return Optional.empty();
        }
        return Optional.of(
                cells.size() == 1
                        ? "the only cell has fewer rounds than the planned " + planned
                        : unfinished + " of " + cells.size() + " cells have fewer rounds than the planned " + planned);
    }

    /** Returns one line per stack that was lost and per cell in which requests failed; empty: all went well. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        result.lost().forEach(lost -> problems.add(lost.name() + " was lost in " + lost.when() + ": " + lost.reason()));
        cells.values().forEach(cell -> {
            String name = cell.stack() + " " + cell.page() + " " + cell.mode();
            if (cell.failed() > 0) {
                problems.add(name + ": " + Numbers.count(cell.failed()) + " of " + Numbers.count(cell.started())
                        + " requests failed: " + kinds(cell));
            } else if (cell.isMeasured() && cell.throughput().min() == 0) {
                problems.add(name + ": no request was answered in at least one round");
            }
        });
        warmupFailures().forEach(problems::add);
        return problems;
    }

    /** Returns one line for whatever makes figures look better or worse than they are, none of it a failure. */
    public List<String> cautions() {
        List<String> cautions = new ArrayList<>();
        cells.values().forEach(cell -> cell.rise().ifPresent(rise -> cautions.add(notWarm(cell, rise))));
        cautions.addAll(starved());
        return cautions;
    }

    /** The median of rounds that rise says how fast the stack was halfway, not how fast it is. */
    private String notWarm(Cell cell, Trend rise) {
        String mode = result.plan().modes().size() > 1 ? " in mode " + cell.mode() : "";
        return "not warm: rounds of " + cell.stack() + "/" + cell.page() + mode + " rose from "
                + Numbers.rate(rise.from()) + " to " + Numbers.rate(rise.to())
                + " answers per second; give the race more --time, or a quieter machine";
    }

    /**
     * Returns one line per stack some of whose connections waited in vain: their times are missing in its figures, so
     * these look better than its users would find them.
     */
    private List<String> starved() {
        List<String> cautions = new ArrayList<>();
        for (Mode mode : result.plan().modes()) {
            if (mode.duration().isEmpty() || mode.connections() < FEW) {
                continue; // a short run of counted requests is all ramp
            }
            for (String stack : result.plan().stacks()) {
                List<Cell> starved = result.plan().pages().stream()
                        .map(page -> cell(mode.name(), page, stack))
                        .filter(cell -> cell.isMeasured() && cell.latency().count() > 0) // not told by every tool
                        .filter(cell -> cell.busyConnections() < BUSY * mode.connections())
                        .toList();
                if (!starved.isEmpty()) {
                    cautions.add(inVain(stack, starved, mode));
                }
            }
        }
        return cautions;
    }

    private static String inVain(String stack, List<Cell> starved, Mode mode) {
        Sample busy = Sample.of(starved.stream().map(Cell::busyConnections).toList());
        String least = String.format(Locale.ROOT, "%.0f", busy.min());
        String most = String.format(Locale.ROOT, "%.0f", busy.max());
        return stack + " answered on only " + (least.equals(most) ? least : least + " to " + most) + " of "
                + mode.connections() + " connections at a time ("
                + starved.stream().map(Cell::page).collect(Collectors.joining(", "))
                + "); those still waiting when a round ended are not in its response times";
    }

    private List<String> warmupFailures() {
        return result.warmups().stream()
                .filter(warmup -> warmup.load().failed() > 0)
                .map(warmup -> warmup.stack() + " " + warmup.page() + " warm-up: "
                        + Numbers.count(warmup.load().failed()) + " requests failed: "
                        + kinds(new Cell(warmup.mode(), warmup.page(), warmup.stack(), List.of(warmup))))
                .toList();
    }

    private static String kinds(Cell cell) {
        return cell.failures().entrySet().stream()
                .map(failure -> Numbers.count(failure.getValue()) + " "
                        + failure.getKey().label())
                .collect(Collectors.joining(", "));
    }
}
