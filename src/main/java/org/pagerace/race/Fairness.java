package org.pagerace.race;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Compares what the stacks say and were seen to do. Pure; each difference that changes the work is a sentence. */
final class Fairness {
    private Fairness() {}

    /**
     * Returns the differences that keep stacks from being raced against each other.
     *
     * @param facts by stack, then by line of the fairness sheet
     * @param keepsConnections whether the race is to keep connections; otherwise it does not matter who would
     */
    static List<String> differences(Map<String, Map<String, String>> facts, boolean keepsConnections) {
        List<String> differences = new ArrayList<>();
        for (Fact fact : Fact.values()) {
            boolean matters = keepsConnections || fact != Fact.KEEP_ALIVE_ACHIEVED;
            if (fact.weight() == Fact.Weight.COMPARED && matters) {
                Map<String, List<String>> stacks = byValue(fact, facts);
                if (stacks.size() > 1) {
                    differences.add(sentence(fact, stacks));
                }
            }
        }
        return differences;
    }

    private static Map<String, List<String>> byValue(Fact fact, Map<String, Map<String, String>> facts) {
        Map<String, List<String>> stacks = new LinkedHashMap<>();
        facts.forEach((stack, lines) -> {
            String value = decisive(lines.getOrDefault(fact.label(), ""));
            if (!value.isEmpty()) {
                stacks.computeIfAbsent(value, same -> new ArrayList<>()).add(stack);
            }
        });
        return stacks;
    }

    /** What stands before the first comma decides; a line that says "not" applicable or seen says nothing to compare. */
    private static String decisive(String text) {
        return text.startsWith("not ") ? "" : text.split("[,;]", 2)[0].strip();
    }

    private static String sentence(Fact fact, Map<String, List<String>> stacks) {
        String values = stacks.entrySet().stream()
                .map(value -> "'" + value.getKey() + "' on " + String.join(", ", value.getValue()))
                .collect(Collectors.joining(", but "));
        return fact.label() + " is " + values + ", and " + fact.reason() + ": " + fact.remedy();
    }
}
