package org.pagerace.report;

import java.util.List;

/**
 * A table as an article printed it: our figures first, its own below.
 *
 * @param title what is measured, in which unit
 * @param first head of the column of names
 * @param columns heads of the others
 * @param theirs none where the article printed no figures
 */
record ArticleTable(String title, String first, List<String> columns, List<Group> ours, List<Group> theirs) {
    ArticleTable {
        columns = List.copyOf(columns);
        ours = List.copyOf(ours);
        theirs = List.copyOf(theirs);
    }

    /**
     * Rows under one name, such as the rounds of a system.
     *
     * @param isStack whether the name is that of a stack of this race
     */
    record Group(String name, boolean isStack, List<List<String>> rows) {
        Group {
            rows = List.copyOf(rows);
        }
    }
}
