package org.pagerace.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Aligns cells in columns: the first to the left, the others, as numbers, to the right unless told. For one thread. */
final class TextTable {
    private static final String GAP = "  ";
    private static final List<String> RULE = List.of();

    private final List<List<String>> rows = new ArrayList<>();
    private final Set<Integer> left = new HashSet<>(Set.of(0));

    /** Aligns these columns, counted from 0, to the left. */
    TextTable left(Integer... columns) {
        left.addAll(List.of(columns));
        return this;
    }

    TextTable row(List<String> cells) {
        rows.add(List.copyOf(cells));
        return this;
    }

    TextTable row(String... cells) {
        return row(List.of(cells));
    }

    /** Adds a line under what was added so far. */
    TextTable rule() {
        rows.add(RULE);
        return this;
    }

    String render() {
        int[] widths = widths();
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = row.equals(RULE) ? "-".repeat(widths[i]) : i < row.size() ? row.get(i) : "";
                String pad = " ".repeat(widths[i] - cell.length());
                line.append(i == 0 ? "" : GAP).append(left.contains(i) ? cell + pad : pad + cell);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int[] widths() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return widths;
    }
}
