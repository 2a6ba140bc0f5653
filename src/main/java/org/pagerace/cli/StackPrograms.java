package org.pagerace.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pagerace.load.Finding;
import org.pagerace.stacks.Availability;

/** What doctor says of the stacks: who can race, and each program that any of them needs. */
final class StackPrograms {
    private StackPrograms() {}

    /** @param stacks by name */
    static List<Finding> findings(Map<String, Availability> stacks) {
        List<Finding> findings = new ArrayList<>();
        findings.add(installed(stacks));
        findings.addAll(programs(stacks));
        return findings;
    }

    private static Finding installed(Map<String, Availability> stacks) {
        String names = stacks.entrySet().stream()
                .filter(stack -> stack.getValue().installed())
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        return new Finding(
                Finding.Level.FINE,
                (names.isEmpty() ? "none" : names) + " of " + stacks.size() + "; 'pagerace stacks' says more");
    }

    /** Returns a line for each program or file that some stack needs: its version, or who lacks it. */
    private static List<Finding> programs(Map<String, Availability> stacks) {
        Map<String, String> versions = new TreeMap<>();
        Map<String, List<String>> lacking = new TreeMap<>();
        stacks.forEach((stack, availability) -> {
            versions.putAll(availability.versions());
            availability
                    .missing()
                    .forEach(what -> lacking.computeIfAbsent(what, first -> new ArrayList<>())
                            .add(stack));
        });
        List<Finding> findings = new ArrayList<>();
        versions.forEach((program, version) -> findings.add(new Finding(Finding.Level.FINE, program + " " + version)));
        lacking.forEach((what, whose) -> findings.add(new Finding(
                Finding.Level.UNSEEN, what + ": not installed, so these cannot race: " + String.join(", ", whose))));
        return findings;
    }
}
