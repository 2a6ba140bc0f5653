package org.pagerace.verdict;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.pagerace.result.Metric;

/**
 * How one cause is recognised.
 *
 * @param signals without any of which the rule cannot tell; none: what the driver counted is enough
 * @param judge returns the limit if it was reached
 */
record Rule(Cause cause, List<Metric> signals, Function<Subject, Optional<Limit>> judge) {
    static Rule of(Cause cause, Function<Subject, Optional<Limit>> judge, Metric... signals) {
        return new Rule(cause, List.of(signals), judge);
    }
}
