package org.pagerace.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageQueriesTest {

    @ParameterizedTest
    @ValueSource(strings = {"2012-03-04T05:06:07", "1000-01-01T00:00:00", "9999-12-31T23:59:59", "0099-10-20T10:20:30"})
    void text_anyTimeOfMySql_isAsTheDatabasePrintsIt(String time) {
        LocalDateTime value = LocalDateTime.parse(time);
        String expected =
                DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).format(value);
        assertEquals(expected, PageQueries.text(value));
    }
}
