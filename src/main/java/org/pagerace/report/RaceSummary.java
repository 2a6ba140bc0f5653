package org.pagerace.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.result.StackInfo;
import org.pagerace.statistics.Sample;
import org.pagerace.verdict.Cause;
import org.pagerace.verdict.Finding;
import org.pagerace.verdict.Judge;

/** A race, cell by cell: what the tables, the charts and the exit code are made from. Immutable. */
public final class RaceSummary {
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

    /** Returns the cells of all modes, pages and stacks, in the order of the plan. */
    Stream<Cell> cells() {
        return cells.values().stream();
    }

    /** Returns the fastest cell of a page in that mode; no stack elsewhere, for which neither rig nor line of this race count. */
    Optional<Cell> fastestHere(String mode, String page) {
        return fastestHere(cells(mode, page).stream());
    }

    /** Returns the fastest cell of a page in any mode, as above. */
    Optional<Cell> fastestHere(String page) {
        return fastestHere(cells().filter(cell -> cell.page().equals(page)));
    }

    private Optional<Cell> fastestHere(Stream<Cell> cells) {
        Set<String> elsewhere = result.stacks().stream()
                .filter(stack -> stack.external().isPresent())
                .map(StackInfo::name)
                .collect(Collectors.toSet());
        return cells.filter(cell -> cell.isMeasured() && !elsewhere.contains(cell.stack()))
                .max(Comparator.comparingDouble(cell -> cell.throughput().median()));
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

    /** Returns how many rounds the measured cells of a mode have, as {@code 6 rounds} or {@code 6 to 30 rounds}. */
    String rounds(String mode) {
        return rounds(cells().filter(cell -> cell.mode().equals(mode)));
    }

    /** Returns how many rounds all measured cells have. */
    String rounds() {
        return rounds(cells());
    }

    /** A cell may have fewer rounds than were planned: a stack was lost, or a page was known well enough. */
    private static String rounds(Stream<Cell> cells) {
        IntSummaryStatistics rounds = cells.filter(Cell::isMeasured)
                .mapToInt(cell -> cell.rounds().size())
                .summaryStatistics();
        if (rounds.getCount() == 0) {
            return "no rounds";
        }
        return (rounds.getMin() < rounds.getMax() ? rounds.getMin() + " to " : "")
                + Numbers.count(rounds.getMax(), "round");
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

    /**
     * Returns one line for each cause that makes figures doubtful, none of it a failure: where it was seen, and the evidence
     * of the cell in which it was seen most.
     */
    List<String> cautions() {
        var judge = new Judge(result);
        Map<Cause, Map<String, Finding>> doubts = new EnumMap<>(Cause.class);
        cells().filter(Cell::isMeasured)
                .forEach(cell -> judge.verdict(cell.mode(), cell.page(), cell.stack())
                        .cautions()
                        .forEach(finding -> doubts.computeIfAbsent(finding.cause(), any -> new LinkedHashMap<>())
                                .put(name(cell), finding)));
        return doubts.entrySet().stream()
                .map(doubt -> doubt.getKey().label() + " " + where(doubt.getValue()))
                .toList();
    }

    private String name(Cell cell) {
        return cell.stack() + "/" + cell.page() + (result.plan().modes().size() > 1 ? " " + cell.mode() : "");
    }

    private String where(Map<String, Finding> cells) {
        Map.Entry<String, Finding> worst = cells.entrySet().stream()
                .reduce((a, b) ->
                        b.getValue().share().value() > a.getValue().share().value() ? b : a)
                .orElseThrow();
        String others =
                cells.size() == 1 ? "" : cells.size() + " of " + Numbers.count(cellCount(), "cell") + ", as in ";
        return "in " + others + worst.getKey() + ": " + worst.getValue().evidence();
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
