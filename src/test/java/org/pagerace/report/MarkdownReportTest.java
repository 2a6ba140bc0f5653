package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {
    @Test
    void render_commandWithSpacesAndBackticks_canBeCopied() {
        String text = new MarkdownReport(new RaceSummary(Races.modern("`x y", Map.of()))).render();
        assertTrue(text.contains("\n`` pagerace race --time '90s`x y' `` on "), text);
    }
}
