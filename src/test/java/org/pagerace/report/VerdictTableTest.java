package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerdictTableTest {
    @Test
    void render_modern_hasAVerdictAndItsEvidenceForEachCell() {
        List<String> lines = new VerdictTable(Races.modern()).render().lines().toList();
        assertTrue(lines.get(0).startsWith("what bound it  stack"), lines.get(0));
        assertTrue(lines.get(2).matches("index +jetty +UNEXPLAINED +UNEXPLAINED"), lines.get(2));
        assertTrue(lines.get(3).startsWith("    nothing that was seen was at its limit"), lines.get(3));
        long verdicts = lines.stream()
                .filter(line -> line.contains("UNEXPLAINED  UNEXPLAINED"))
                .count();
        assertEquals(20, verdicts);
        assertTrue(lines.stream().allMatch(line -> line.length() <= 100), () -> String.join("\n", lines));
    }

    @Test
    void render_nothingSampled_saysOnceWhatWasNotSeen() {
        String text = new VerdictTable(Races.modern()).render();
        assertEquals(2, text.split("not seen: SERVER CPU: no server-cpu\n", -1).length, text);
    }

    @Test
    void render_stackLost_saysWhyItHasNoVerdict() {
        List<String> lines = new VerdictTable(Races.withLost("nginx-fpm", "it was ended"))
                .render()
                .lines()
                .toList();
        int row = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).contains(" nginx-fpm "))
                .findFirst()
                .orElseThrow();
        assertEquals("    it was not measured: the stack was lost in nginx-fpm index, round 1/1", lines.get(row + 1));
    }

    /** One connection is a closed loop; with a hundred nothing is known. */
    @Test
    void render_ab_hasALineForEachMode() {
        List<String> lines = new VerdictTable(Races.ab()).render().lines().toList();
        assertTrue(lines.get(2).matches("index +jetty +OBSERVED +CLOSED LOOP +t10"), lines.get(2));
        assertTrue(
                lines.stream().anyMatch(line -> line.matches("index +jetty +UNEXPLAINED +UNEXPLAINED +c100")),
                () -> String.join("\n", lines));
    }
}
