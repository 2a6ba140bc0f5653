package org.pagerace.result;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the stacks do alike and what differently, side by side. Here, since the race and the report both need it. */
public record FairnessSheet(List<String> stacks, List<Line> lines) {
    public FairnessSheet {
        stacks = List.copyOf(stacks);
        lines = List.copyOf(lines);
    }

    /**
     * One fact.
     *
     * @param values in the order of the stacks, empty where a stack does not know the fact
     */
    public record Line(String fact, List<String> values) {
        public Line {
            values = List.copyOf(values);
        }

        /** Returns whether two stacks that both know the fact say different things. */
        public boolean differs() {
            return values.stream().filter(value -> !value.isEmpty()).distinct().count() > 1;
        }
    }

    /** Returns the sheet of these stacks, facts in the order in which the stacks first name them. */
    public static FairnessSheet of(List<StackInfo> stacks) {
        Set<String> facts = new LinkedHashSet<>();
        stacks.forEach(stack -> facts.addAll(stack.facts().keySet()));
        List<Line> lines = new ArrayList<>();
        for (String fact : facts) {
            lines.add(new Line(
                    fact,
                    stacks.stream()
                            .map(stack -> stack.facts().getOrDefault(fact, ""))
                            .toList()));
        }
        return new FairnessSheet(stacks.stream().map(StackInfo::name).toList(), lines);
    }
}
