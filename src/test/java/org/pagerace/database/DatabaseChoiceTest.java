package org.pagerace.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DatabaseChoiceTest {
    @Test
    void parse_words_areTheirChoices() {
        assertEquals(new DatabaseChoice.Embedded(), DatabaseChoice.parse("embedded"));
        assertEquals(new DatabaseChoice.System(), DatabaseChoice.parse("system"));
        assertEquals(new DatabaseChoice.None(), DatabaseChoice.parse("none"));
    }

    @Test
    void parse_other_namesTheFour() {
        String message = assertThrows(IllegalArgumentException.class, () -> DatabaseChoice.parse("mysql"))
                .getMessage();
        assertTrue(message.contains("embedded, system, none or a JDBC URL"), message);
    }

    @Test
    void parse_urlThatCannotBeUsed_saysWhy() {
        for (String url : List.of("jdbc:foo", "jdbc:mysql://h/bench?foo=bar", "jdbc:mysql://bench:hush@h/bench")) {
            String message = assertThrows(IllegalArgumentException.class, () -> DatabaseChoice.parse(url))
                    .getMessage();
            assertFalse(message.contains("hush"), message);
        }
    }

    @Test
    void toString_password_isNotInIt() {
        var url = new DatabaseChoice.Url("jdbc:mysql://127.0.0.1/bench", "bench", "hush");
        assertFalse(url.toString().contains("hush"));
        assertFalse(new DatabaseAccess(url.jdbcUrl(), "127.0.0.1", 3306, "bench", "bench", "hush", "11.4.5")
                .toString()
                .contains("hush"));
    }
}
