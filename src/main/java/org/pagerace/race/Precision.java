package org.pagerace.race;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RoundResult;
import org.pagerace.statistics.Interval;
import org.pagerace.statistics.Sample;

/**
 * When rounds may end: as soon as the median of every stack on a page is known well enough.
 *
 * @param wanted how far from the median its 95 % interval may reach on either side, relative to it
 */
record Precision(double wanted) {
    private static final int MOST_LISTED = 12;

    /** Returns whether each of these stacks is known well enough from its rounds of that mode and page. */
    boolean isReached(List<RoundResult> rounds, Mode mode, String page, Iterable<String> stacks) {
        Map<String, List<RoundResult>> byStack = byStack(rounds, mode, page);
        for (String stack : stacks) {
            OptionalDouble halfWidth = halfWidth(byStack.getOrDefault(stack, List.of()));
            if (halfWidth.isEmpty() || halfWidth.getAsDouble() > wanted) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, List<RoundResult>> byStack(List<RoundResult> rounds, Mode mode, String page) {
        return rounds.stream()
                .filter(round -> round.page().equals(page) && round.mode().equals(mode.name()))
                .collect(Collectors.groupingBy(RoundResult::stack, LinkedHashMap::new, Collectors.toList()));
    }

    /** Returns the distance of the median to the farther end of its interval, relative to it; empty if there is none. */
    private static OptionalDouble halfWidth(List<RoundResult> rounds) {
        if (rounds.size() < Interval.FEWEST_VALUES) {
            return OptionalDouble.empty();
        }
        Sample sample =
                Sample.of(rounds.stream().map(round -> round.load().perSecond()).toList());
        double median = sample.median();
        return sample.medianInterval(Interval.CONFIDENCE)
                .filter(interval -> median > 0)
                .map(interval ->
                        OptionalDouble.of(Math.max(interval.high() - median, median - interval.low()) / median))
                .orElse(OptionalDouble.empty());
    }

    /** Returns how many rounds each page got, and why it got no more. */
    String note(PlanInfo plan, List<RoundResult> rounds) {
        List<String> reached = new ArrayList<>();
        List<String> missed = new ArrayList<>();
        for (Mode mode : plan.modes()) {
            for (String page : plan.pages()) {
                Map<String, List<RoundResult>> byStack = byStack(rounds, mode, page);
                boolean enough = !byStack.isEmpty() && isReached(rounds, mode, page, byStack.keySet());
                (enough ? reached : missed).add(ending(plan, mode, page, byStack));
            }
        }
        return String.format(
                        Locale.ROOT,
                        "Rounds ended as soon as the 95 %% interval of every stack's median on a page lay within %s of it"
                                + " to both sides, at the latest after %d.",
                        percent(wanted),
                        plan.rounds())
                + list(" Precise enough: ", reached)
                + list(" Not precise enough: ", missed)
                + " They ended at the first such moment, so read 95 % as about 95 %.";
    }

    private static String ending(PlanInfo plan, Mode mode, String page, Map<String, List<RoundResult>> byStack) {
        int most = byStack.values().stream().mapToInt(List::size).max().orElse(0);
        String widest = "";
        double width = 0;
        for (Map.Entry<String, List<RoundResult>> stack : byStack.entrySet()) {
            double mine = halfWidth(stack.getValue()).orElse(Double.POSITIVE_INFINITY);
            if (mine > width) {
                width = mine;
                widest = stack.getKey();
            }
        }
        String name = page + (plan.modes().size() > 1 ? " " + mode.name() : "");
        return name + " after " + Plans.count(most, "round") + " ("
                + (Double.isInfinite(width) ? "no interval" : "widest: " + percent(width) + ", " + widest) + ")";
    }

    private static String list(String label, List<String> endings) {
        if (endings.isEmpty()) {
            return "";
        }
        int shown = Math.min(MOST_LISTED, endings.size());
        String more = endings.size() > shown ? " and " + (endings.size() - shown) + " more" : "";
        return label + String.join("; ", endings.subList(0, shown)) + more + ".";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2g %%", 100 * share);
    }
}
