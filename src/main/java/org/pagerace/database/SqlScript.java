package org.pagerace.database;

import java.util.ArrayList;
import java.util.List;

/** Splits a file of SQL into its statements, without comments and semicolons. */
final class SqlScript {

    /*
     * For the reader of --init-file, to which a statement ends where a line ends with a semicolon, even inside a string:
     * a line break in a string is written as \n or \r, so that no line of a statement ends within one.
     */

    private final String text;
    private final List<String> statements = new ArrayList<>();
    private final StringBuilder statement = new StringBuilder();
    private int position;

    private SqlScript(String text) {
        this.text = text;
    }

    static List<String> statements(String text) {
        var script = new SqlScript(text);
        while (script.position < text.length()) {
            script.next();
        }
        script.endStatement();
        return script.statements;
    }

    private void next() {
        char c = text.charAt(position);
        if (c == '\'' || c == '"' || c == '`') {
            quoted(c);
        } else if (c == '#' || isDashComment()) {
            skipTo("\n", 0); // the line end stays, as the blank it is
        } else if (text.startsWith("/*", position)) {
            skipTo("*/", 2);
            statement.append(' ');
        } else if (c == ';') {
            endStatement();
            position++;
        } else {
            statement.append(c);
            position++;
        }
    }

    /** Two dashes begin a comment only before a blank or at a line end: 5--1 is 6. */
    private boolean isDashComment() {
        return text.startsWith("--", position)
                && (position + 2 == text.length() || Character.isWhitespace(text.charAt(position + 2)));
    }

    private void skipTo(String end, int endLength) {
        int found = text.indexOf(end, position);
        position = found < 0 ? text.length() : found + endLength;
    }

    /** Copies a quoted part; a doubled quote inside it ends it and begins the next one, which comes to the same. */
    private void quoted(char quote) {
        statement.append(quote);
        position++;
        while (position < text.length()) {
            char c = text.charAt(position++);
            switch (c) {
                case '\n' -> statement.append("\\n");
                case '\r' -> statement.append("\\r");
                case '\\' -> {
                    statement.append(c);
                    if (position < text.length()) {
                        statement.append(text.charAt(position++));
                    }
                }
                default -> statement.append(c);
            }
            if (c == quote) {
                return;
            }
        }
    }

    private void endStatement() {
        String complete = statement.toString().strip();
        if (!complete.isEmpty()) {
            statements.add(complete);
        }
        statement.setLength(0);
    }
}
