package org.pagerace.result;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the stacks do alike and what differently, side by side. Here, since the race and the report both need it.
 *
 * <p>A stack that lacks a line of others has {@link #NOT_TOLD} there, which is no agreement with them; only lines of php.ini are
 * for those that have one.
 */
public record FairnessSheet(List<String> stacks, List<Line> lines) {
    private static final String NOT_TOLD = "not told";
    private static final List<String> GAPS = List.of(NOT_TOLD, "not seen", "not counted", "not known");
    private static final String PHP_INI = "php.ini ";

    public FairnessSheet {
        stacks = List.copyOf(stacks);
        lines = List.copyOf(lines);
    }

    /**
     * One fact.
     *
     * @param values in the order of the stacks, empty where a stack can have none
     */
    public record Line(String fact, List<String> values) {
        public Line {
            values = List.copyOf(values);
        }

        /** Returns whether it is a line of the php.ini, which stacks without PHP do not have. */
        public boolean isPhpIni() {
            return fact.startsWith(PHP_INI);
        }

        /** Returns whether a value says that it is not known: what stands there can be compared with nothing. */
        public static boolean isGap(String value) {
            return GAPS.stream().anyMatch(value::startsWith);
        }

        /** Returns whether two stacks say different things; that one says nothing is different, too. */
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
            String none = fact.startsWith(PHP_INI) ? "" : NOT_TOLD;
            lines.add(new Line(
                    fact,
                    stacks.stream()
                            .map(stack -> stack.facts().getOrDefault(fact, none))
                            .toList()));
        }
        return new FairnessSheet(stacks.stream().map(StackInfo::name).toList(), lines);
    }
}
