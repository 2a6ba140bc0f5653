package org.pagerace.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.pagerace.result.Metric;
import org.pagerace.result.RaceResult;

/** Says what bound each number of a race. Pure: the same result always gives the same verdicts. */
public final class Judge {

    /*
     * Each rule looks at one cause alone and says how tight it was. Whatever held in enough of the samples is named, the
     * tightest first; where none held, nobody guesses. A rule whose signals were not read is listed as unseen, since "not
     * seen" and "fine" are two things.
     */

    private static final List<Rule> LIMITS = List.of(
            Rule.of(Cause.SERVER_CPU, ServerRules::cpu, Metric.SERVER_CPU, Metric.SERVER_CPU_LIMIT),
            Rule.of(Cause.SERVER_THREAD, ServerRules::thread, Metric.SERVER_BUSIEST_THREAD, Metric.SERVER_CPU));

    private final RaceResult race;

    public Judge(RaceResult race) {
        this.race = race;
    }

    /** Returns the verdict of a cell, also of one that was lost; an unknown mode is an error. */
    public Verdict verdict(String mode, String page, String stack) {
        Subject subject = Subject.of(race, mode, page, stack);
        if (!subject.isMeasured()) {
            return new Verdict(List.of(unexplained("it was not measured")), List.of(), List.of());
        }
        List<Finding> limits = LIMITS.stream()
                .flatMap(rule -> rule.judge().apply(subject).stream())
                .sorted(Comparator.comparingDouble(Limit::tightness).reversed())
                .map(limit -> new Finding(limit.cause(), Grade.OBSERVED, limit.share(), limit.evidence()))
                .toList();
        return new Verdict(
                limits.isEmpty() ? List.of(unexplained("nothing that was seen was at its limit")) : limits,
                List.of(),
                unseen(subject));
    }

    private static Finding unexplained(String evidence) {
        return new Finding(Cause.UNEXPLAINED, Grade.UNEXPLAINED, 1, evidence);
    }

    private static List<String> unseen(Subject subject) {
        List<String> unseen = new ArrayList<>();
        for (Rule rule : LIMITS) {
            Optional<Metric> missing = rule.signals().stream()
                    .filter(signal -> !subject.sees(signal))
                    .findFirst();
            missing.ifPresent(metric -> unseen.add(rule.cause().label() + ": no " + metric.label()
                    + subject.reasonUnseen(metric).map(reason -> " (" + reason + ")").orElse("")));
        }
        return unseen;
    }
}
