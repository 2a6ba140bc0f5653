package org.pagerace.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pagerace.result.FairnessSheet.Line;

class FairnessSheetTest {
    private static Line line(String fact, Map<String, String> first, Map<String, String> second) {
        var sheet = FairnessSheet.of(List.of(stack("a", first), stack("b", second)));
        return sheet.lines().stream()
                .filter(line -> line.fact().equals(fact))
                .findFirst()
                .orElseThrow();
    }

    private static StackInfo stack(String name, Map<String, String> facts) {
        return new StackInfo(name, "", Optional.empty(), Map.of(), facts);
    }

    @Test
    void of_lineThatAStackLacks_isNotToldAndNoAgreement() {
        Line line = line("access log", Map.of("access log", "off"), Map.of("access-log", "off"));
        assertEquals(List.of("off", "not told"), line.values());
        assertTrue(line.differs());
        assertTrue(Line.isGap(line.values().get(1)));
        assertFalse(Line.isGap("not applicable (no PHP)"), "that is an answer");
    }

    @Test
    void of_lineOfThePhpIni_isNoneOfAStackWithoutPhp() {
        Line line = line("php.ini memory_limit", Map.of("php.ini memory_limit", "128M"), Map.of());
        assertEquals(List.of("128M", ""), line.values());
        assertFalse(line.differs());
        assertTrue(line.isPhpIni());
    }
}
