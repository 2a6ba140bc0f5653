package org.pagerace.race;

import java.util.List;
import java.util.Locale;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.RoundResult;

/** What became of the wish to use connections again: a line of the fairness sheet. */
final class KeepAlive {
    private KeepAlive() {}

    /** Returns the share of a stack's requests that went over a connection used before, in words. */
    static String achieved(String stack, PlanInfo plan, List<RoundResult> rounds) {
        if (plan.modes().stream().noneMatch(PlanInfo.Mode::keepAlive)) {
            return "not asked for";
        }
        List<LoadResult> loads = rounds.stream()
                .filter(round -> round.stack().equals(stack))
                .map(RoundResult::load)
                .filter(load -> load.settings().keepAlive())
                .toList();
        long started = loads.stream().mapToLong(LoadResult::started).sum();
        long reused = loads.stream().mapToLong(LoadResult::reusedRequests).sum();
        if (started == 0 || loads.stream().anyMatch(load -> load.toolFigures().isPresent())) {
            return "not known";
        }
        return String.format(Locale.ROOT, "%.0f %% of the requests", 100.0 * reused / started);
    }
}
