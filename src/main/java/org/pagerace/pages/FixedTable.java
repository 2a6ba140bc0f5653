package org.pagerace.pages;

import java.util.List;
import java.util.stream.Stream;

/**
 * A table that cannot change while the JVM runs, such as the charsets: constant data, as the like are in PHP's binary.
 * For any thread.
 */
final class FixedTable {

    /*
     * Its cells are sorted, judged and escaped once; each request still writes it cell by cell, as it does every other
     * table. Some 600 of the page's 800 rows are of this kind.
     */

    private final String[] headers;
    private final List<Shown[]> rows;

    /** Takes the rows in their order; without any, the table says so. */
    FixedTable(List<String> headers, Stream<List<Shown>> rows) {
        this.headers = headers.toArray(String[]::new);
        this.rows = rows.map(FixedTable::fixed).toList();
    }

    private static Shown[] fixed(List<Shown> cells) {
        return cells.stream().map(Shown::fixed).toArray(Shown[]::new);
    }

    int size() {
        return rows.size();
    }

    void write(InfoWriter out) {
        out.table(headers);
        for (Shown[] cells : rows) {
            out.info(cells);
        }
        if (rows.isEmpty()) {
            out.none(headers.length);
        }
        out.endTable();
    }
}
