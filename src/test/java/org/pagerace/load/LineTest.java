package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LineTest {
    private static final long PAGE = 614_400; // 600 KiB

    /** 100 Mbit/s carry 11.77 MB/s. */
    @Test
    void ceiling_knownSpeed_isOfThePage() {
        Finding finding = new Line("eth0", OptionalLong.of(100)).ceiling("http://h/", PAGE, 0);
        assertEquals(Finding.Level.FINE, finding.level());
        assertEquals(
                "the line (eth0, 100 Mbit/s) carries at most 19.2 answers/s of http://h/ (614,400 bytes, 11.77 MB/s)",
                finding.text());
    }

    @Test
    void ceiling_rateAboveIt_isDoubtful() {
        Finding finding = new Line("eth0", OptionalLong.of(1000)).ceiling("http://h/", PAGE, 200);
        assertEquals(Finding.Level.DOUBTFUL, finding.level());
        assertTrue(finding.text().endsWith("less than the rate asked for; lower --rate"), finding.text());
    }

    @Test
    void ceiling_unknownSpeed_isNotSeen() {
        assertEquals(
                Finding.Level.UNSEEN,
                new Line("veth0", OptionalLong.empty())
                        .ceiling("http://h/", PAGE, 0)
                        .level());
    }
}
