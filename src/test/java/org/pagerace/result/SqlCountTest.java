package org.pagerace.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SqlCountTest {
    private static String words(long selects, long connects, Map<String, Long> others) {
        return new SqlCount(3, selects, connects, others, Optional.empty()).inWords();
    }

    @Test
    void inWords_anyCount_isPerRequest() {
        assertEquals("1 SELECT, 1 connect", words(3, 3, Map.of()));
        assertEquals("1 SELECT (prepared), no connect", words(3, 0, Map.of("stmt_execute", 3L)));
        assertEquals("2 SELECT, 0.3 connect, 1 set_option", words(6, 1, Map.of("set_option", 3L)));
        assertEquals("0 SELECT, no connect", words(0, 0, Map.of()));
    }

    @Test
    void inWords_notCounted_saysWhy() {
        assertEquals(
                "not counted: 7 other statements",
                SqlCount.notCounted(3, "7 other statements").inWords());
    }

    @Test
    void new_noRequests_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new SqlCount(0, 0, 0, Map.of(), Optional.empty()));
    }

    @Test
    void sqlInWords_stacksThatAgree_areNamedTogether() {
        var once = new SqlCount(3, 3, 3, Map.of(), Optional.empty());
        var sql = new LinkedHashMap<String, SqlCount>();
        sql.put("a", once);
        sql.put("b", SqlCount.notCounted(3, "why"));
        sql.put("c", once);
        assertEquals(
                "1 SELECT, 1 connect on a, c; not counted: why on b",
                new PageInfo("db", true, "", Map.of(), sql).sqlInWords());
    }

    /** Results of old have no such member. */
    @Test
    void pageInfo_withoutCounts_isRead() {
        PageInfo page = Json.read("""
            {"page": "db", "identical": true, "right": "20 rows", "bodies": {}}
            """, PageInfo.class);
        assertEquals(Map.of(), page.sql());
    }

    @Test
    void pageInfo_withCounts_isReadAsWritten() {
        var page = new PageInfo(
                "db",
                true,
                "20 rows",
                Map.of(),
                Map.of("jetty", new SqlCount(3, 3, 0, Map.of("stmt_execute", 3L), Optional.empty())));
        assertEquals(page, Json.read(Json.write(page), PageInfo.class));
    }
}
