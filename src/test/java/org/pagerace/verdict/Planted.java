package org.pagerace.verdict;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says what was planted and what was named, so that a log of the tests is a table of both. */
final class Planted {
    private Planted() {}

    /** Prints one line and returns the causes named as limits. */
    static List<Cause> print(String planted, Verdict verdict) {
        System.out.printf(
                Locale.ROOT,
                "planted: %s -> named: %s; care: %s%n",
                planted,
                inWords(verdict.limits()),
                verdict.cautions().isEmpty() ? "none" : inWords(verdict.cautions()));
        return verdict.limits().stream().map(Finding::cause).toList();
    }

    private static String inWords(List<Finding> findings) {
        return findings.stream()
                .map(one -> String.format(
                        Locale.ROOT,
                        "%s (%s, %s)",
                        one.cause().label(),
                        one.share().inWords(),
                        one.grade()))
                .collect(Collectors.joining(", "));
    }

    /** For messages of assertions: what was found, and the means of all that was sampled. */
    static String evidence(Verdict verdict, Scene.Outcome outcome) {
        var means = new StringBuilder(evidence(verdict));
        outcome.rounds().stream()
                .flatMap(round -> round.samples().series().stream())
                .forEach(series -> means.append('\n')
                        .append(series.metric().label())
                        .append(' ')
                        .append(series.values()));
        return means.toString();
    }

    /** For messages of assertions. */
    static String evidence(Verdict verdict) {
        return verdict.limits() + "\n" + verdict.cautions() + "\n" + verdict.unseen();
    }
}
