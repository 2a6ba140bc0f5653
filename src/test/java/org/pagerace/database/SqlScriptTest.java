package org.pagerace.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SqlScriptTest {
    @Test
    void statements_comments_areDropped() {
        assertEquals(List.of("SELECT 1", "SELECT 2"), SqlScript.statements("""
                -- first; with a semicolon
                SELECT 1; # rest
                /* SELECT 3; */
                SELECT/* here */2;
                --
                """));
    }

    @Test
    void statements_quotedSemicolonsAndDashes_stay() {
        assertEquals(
                List.of("INSERT INTO t VALUES ('a;b -- c', \"#\", 'it''s', 'q\\'; /*')", "SELECT `;`"),
                SqlScript.statements("INSERT INTO t VALUES ('a;b -- c', \"#\", 'it''s', 'q\\'; /*');SELECT `;`"));
    }

    /** The server's reader takes a line end after a semicolon for the end of the statement, in strings too. */
    @Test
    void statements_lineBreakInString_becomesEscape() {
        assertEquals(List.of("SELECT 'a;\\nb;\\r\\nc'"), SqlScript.statements("SELECT 'a;\nb;\r\nc';"));
    }

    @Test
    void statements_twoOnALineAndNoLastSemicolon_areTwo() {
        assertEquals(List.of("SELECT 1", "SELECT 5--1"), SqlScript.statements("SELECT 1; SELECT 5--1"));
    }

    @Test
    void statements_emojiAndLines_areKept() {
        assertEquals(List.of("SELECT\n'héllo 😀'"), SqlScript.statements("SELECT\n'héllo 😀';\n;\n"));
    }

    @Test
    void statements_unfinished_endWithTheText() {
        assertEquals(List.of("SELECT 'a\\"), SqlScript.statements("SELECT 'a\\"));
        assertEquals(List.of("SELECT"), SqlScript.statements("SELECT /* never closed"));
        assertEquals(List.of(), SqlScript.statements(" -- nothing"));
    }
}
