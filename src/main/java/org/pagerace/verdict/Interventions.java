package org.pagerace.verdict;

import static org.pagerace.result.Confirmation.Change.HEAD;
import static org.pagerace.result.Confirmation.Change.TWICE_THE_CONNECTIONS;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pagerace.result.Confirmation;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.statistics.Sample;

/** What changing one thing showed about the limits of a cell. */
final class Interventions {

    /*
     * A limit is confirmed when the number moves after that limit alone was moved. Three things can be moved from the
     * client's side: its threads, the connections, and, with HEAD, the bytes. Each tells about one cause; that the others
     * are left unmoved is told as evidence where nothing was found. What is confirmed against is the median of the rounds,
     * and a number that lies among the rounds has not moved, whatever its ratio to the median.
     */

    /** A number that rose by less may be another round's luck. */
    static final double RISEN = 1.15;

    /** A page without its body costs a little less in any case; without its limit it costs a fraction. */
    static final double JUMPED = 2;

    /** A number this close has not moved. */
    static final double UNMOVED = 0.05;

    private final List<Confirmation> runs;
    private final Subject subject;

    Interventions(Subject subject) {
        this.subject = subject;
        this.runs = subject.race().confirmations().stream()
                .filter(run -> run.stack().equals(subject.stack())
                        && run.page().equals(subject.page())
                        && run.mode().equals(subject.mode().name()))
                .toList();
    }

    /** Returns the limits with their grades: those that were moved first, those that a run speaks against last. */
    List<Finding> grade(List<Limit> limits) {
        List<Finding> confirmed = new ArrayList<>();
        List<Finding> observed = new ArrayList<>();
        List<Finding> doubted = new ArrayList<>();
        for (Limit limit : limits) {
            Optional<Confirmation> run = limit.cause().test().flatMap(this::run);
            if (run.isEmpty()) {
                observed.add(finding(limit, Grade.OBSERVED, ""));
            } else if (moved(run.get())) {
                confirmed.add(finding(limit, Grade.CONFIRMED, "; " + inWords(run.get())));
            } else {
                doubted.add(finding(limit, Grade.OBSERVED, "; against it: " + inWords(run.get())));
            }
        }
        confirmed.addAll(observed);
        confirmed.addAll(doubted);
        return confirmed;
    }

    /** Returns what a run moved although nothing had seemed to be a limit. */
    List<Finding> discovered() {
        return List.of(Cause.CLIENT_CPU, Cause.CLOSED_LOOP).stream()
                .flatMap(cause -> cause
                        .test()
                        .flatMap(this::run)
                        .filter(this::moved)
                        .map(run -> new Finding(cause, Grade.CONFIRMED, 1, inWords(run)))
                        .stream())
                .toList();
    }

    /** Returns whether twice the connections were tried and changed nothing: then there were enough. */
    boolean hadEnoughConnections() {
        return run(TWICE_THE_CONNECTIONS).filter(run -> !moved(run)).isPresent();
    }

    /** Returns what was tried, in words; empty if nothing was. */
    String tried() {
        return runs.stream().map(this::inWords).collect(Collectors.joining("; "));
    }

    private Optional<Confirmation> run(Change change) {
        return runs.stream().filter(run -> run.change() == change).findFirst();
    }

    private static Finding finding(Limit limit, Grade grade, String more) {
        return new Finding(limit.cause(), grade, limit.share(), limit.evidence() + more);
    }

    private boolean moved(Confirmation run) {
        double threshold = run.change() == HEAD ? JUMPED : RISEN;
        double best = Sample.of(
                        subject.loads().stream().map(load -> load.perSecond()).toList())
                .max();
        return run.load().perSecond() >= threshold * subject.perSecond()
                && run.load().perSecond() > best;
    }

    private String inWords(Confirmation run) {
        String what = switch (run.change()) {
            case TWICE_THE_CONNECTIONS -> "twice the connections";
            case TWICE_THE_THREADS -> "twice the driver threads";
            case HEAD -> "HEAD";
        };
        double ratio = subject.perSecond() == 0 ? 0 : run.load().perSecond() / subject.perSecond();
        String effect;
        if (Math.abs(ratio - 1) < UNMOVED) {
            effect = "changed nothing";
        } else {
            effect = ratio >= JUMPED
                    ? String.format(Locale.ROOT, "gave %.1f times as many", ratio)
                    : String.format(Locale.ROOT, "gave %+.0f %%", 100 * (ratio - 1));
        }
        return String.format(
                Locale.ROOT, "%s %s (%,.1f a second)", what, effect, run.load().perSecond());
    }
}
