package org.pagerace.race;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.pagerace.stacks.StackDescriptor;

/** Compares what the stacks say and were seen to do. Pure; each difference that changes the work is a sentence. */
final class Fairness {
    private Fairness() {}

    /** What a descriptor must tell, since nothing shows it; all else that is compared is seen. */
    private static final Set<Fact> CLAIMED = EnumSet.of(Fact.ACCESS_LOG, Fact.OPCACHE);

    /** With these words a line says that it does not apply to the stack, which is no gap. */
    private static final String NOT_APPLICABLE = "not applicable";

    private static final String NOT = "not ";

    /**
     * Returns what keeps stacks from being raced against each other: differences, and lines that a descriptor leaves out, so
     * that nobody knows whether there is one.
     *
     * @param facts by stack, then by line of the fairness sheet
     * @param keepsConnections whether the race is to keep connections; otherwise it does not matter who would
     */
    static List<String> differences(Map<String, Map<String, String>> facts, boolean keepsConnections) {
        List<String> differences = new ArrayList<>();
        for (Fact fact : compared(facts, keepsConnections)) {
            Map<String, List<String>> stacks = byValue(fact, facts);
            if (stacks.size() > 1) {
                differences.add(sentence(fact, stacks));
            }
            List<String> silent = stacks(fact, facts, String::isEmpty);
            if (CLAIMED.contains(fact) && !silent.isEmpty()) {
                differences.add(fact.label() + " is not told by " + String.join(", ", silent) + ", and " + fact.reason()
                        + ": add the line '" + fact.label() + "' to the facts of its descriptor");
            }
        }
        return differences;
    }

    /** Returns a sentence for each line that should be compared and of which a stack says that it is not known. */
    static List<String> unknown(Map<String, Map<String, String>> facts, boolean keepsConnections) {
        List<String> unknown = new ArrayList<>();
        for (Fact fact : compared(facts, keepsConnections)) {
            List<String> stacks =
                    stacks(fact, facts, value -> value.startsWith(NOT) && !value.startsWith(NOT_APPLICABLE));
            if (!stacks.isEmpty()) {
                unknown.add(fact.label() + " of " + String.join(", ", stacks)
                        + " was not compared, since it is not known; " + fact.reason());
            }
        }
        return unknown;
    }

    private static List<Fact> compared(Map<String, Map<String, String>> facts, boolean keepsConnections) {
        return facts.size() < 2
                ? List.of()
                : Arrays.stream(Fact.values())
                        .filter(fact -> fact.weight() == Fact.Weight.COMPARED)
                        .filter(fact -> keepsConnections || fact != Fact.KEEP_ALIVE_ACHIEVED)
                        .toList();
    }

    /** Returns the stacks with such a value; of one whose opcache was seen it does not matter what it says. */
    private static List<String> stacks(Fact fact, Map<String, Map<String, String>> facts, Predicate<String> isSuch) {
        return facts.entrySet().stream()
                .filter(stack -> isSuch.test(value(fact, stack.getValue())))
                .filter(stack -> fact != Fact.OPCACHE || !stack.getValue().containsKey(Fact.OPCACHE_SEEN.label()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Map<String, List<String>> byValue(Fact fact, Map<String, Map<String, String>> facts) {
        Map<String, List<String>> stacks = new LinkedHashMap<>();
        facts.forEach((stack, lines) -> {
            String value = value(fact, lines);
            if (!value.isEmpty() && !value.startsWith(NOT)) {
                stacks.computeIfAbsent(value, same -> new ArrayList<>()).add(stack);
            }
        });
        return stacks;
    }

    /** Returns the value without its explanation; empty where the line is missing. */
    private static String value(Fact fact, Map<String, String> lines) {
        return StackDescriptor.factValue(lines.getOrDefault(fact.label(), ""));
    }

    private static String sentence(Fact fact, Map<String, List<String>> stacks) {
        String values = stacks.entrySet().stream()
                .map(value -> "'" + value.getKey() + "' on " + String.join(", ", value.getValue()))
                .collect(Collectors.joining(", but "));
        return fact.label() + " is " + values + ", and " + fact.reason() + ": " + fact.remedy();
    }
}
