package org.pagerace.verdict;

import static org.pagerace.result.Confirmation.Change.HEAD;
import static org.pagerace.result.Confirmation.Change.NOTHING;
import static org.pagerace.result.Confirmation.Change.TWICE_THE_CONNECTIONS;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pagerace.result.Confirmation;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.LoadResult;
import org.pagerace.statistics.Sample;

/** What changing one thing showed about the limits of a cell. */
final class Interventions {

    /*
     * A limit is confirmed when the number moves after that limit alone was moved. Three things can be moved from the
     * client's side: its threads, the connections, and, with HEAD, the bytes. Each tells about one cause; that the others
     * are left unmoved is told as evidence where nothing was found. A run is compared with one of the same cell without
     * any change, made at about the same time, and must also be above all rounds: a stack that became warm meanwhile moves
     * too. Where the machine was noisy or the stack not warm a small rise may still be that, and only a large one counts.
     */

    /** A number that rose by less may be another run's luck; the second figure is for doubtful ones. */
    static final double RISEN = 1.15;

    static final double RISEN_IN_DOUBT = 1.5;

    /** A page without its body costs a little less in any case; without its limit it costs a fraction. */
    static final double JUMPED = 2;

    static final double JUMPED_IN_DOUBT = 4;

    /** A number this close has not moved. */
    static final double UNMOVED = 0.05;

    private final List<Confirmation> runs;
    private final Subject subject;
    private final boolean doubtful;
    private final double unchanged;

    /** @param doubtful whether other things than the changes may well have moved the number */
    Interventions(Subject subject, boolean doubtful) {
        this.subject = subject;
        this.doubtful = doubtful;
        this.runs = subject.race().confirmations().stream()
                .filter(run -> run.stack().equals(subject.stack())
                        && run.page().equals(subject.page())
                        && run.mode().equals(subject.mode().name()))
                .toList();
        this.unchanged = run(NOTHING).map(run -> run.load().perSecond()).orElseGet(subject::perSecond);
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

    /**
     * Returns what a run moved although nothing had seemed to be a limit. On a noisy machine that is nothing: more threads
     * and connections there get a larger part of the processors, whatever the limit is.
     */
    List<Finding> discovered() {
        if (doubtful) {
            return List.of();
        }
        return List.of(Cause.CLIENT_CPU, Cause.CLOSED_LOOP).stream()
                .flatMap(cause -> cause
                        .test()
                        .flatMap(this::run)
                        .filter(this::moved)
                        .map(run -> new Finding(cause, Grade.CONFIRMED, Share.ALWAYS, inWords(run)))
                        .stream())
                .toList();
    }

    /** Returns whether twice the connections were tried and changed nothing: then there were enough. */
    boolean hadEnoughConnections() {
        return run(TWICE_THE_CONNECTIONS).filter(run -> !moved(run)).isPresent();
    }

    /** Returns what was tried, in words; empty if nothing was. */
    String tried() {
        return runs.stream()
                .filter(run -> run.change() != NOTHING)
                .map(this::inWords)
                .collect(Collectors.joining("; "));
    }

    private Optional<Confirmation> run(Change change) {
        return runs.stream().filter(run -> run.change() == change).findFirst();
    }

    private static Finding finding(Limit limit, Grade grade, String more) {
        return new Finding(limit.cause(), grade, limit.share(), limit.evidence() + more);
    }

    private boolean moved(Confirmation run) {
        double threshold =
                run.change() == HEAD ? (doubtful ? JUMPED_IN_DOUBT : JUMPED) : (doubtful ? RISEN_IN_DOUBT : RISEN);
        double best = Sample.of(
                        subject.loads().stream().map(LoadResult::perSecond).toList())
                .max();
        return run.load().perSecond() >= threshold * unchanged && run.load().perSecond() > best;
    }

    private String inWords(Confirmation run) {
        String what = switch (run.change()) {
            case NOTHING -> "no change";
            case TWICE_THE_CONNECTIONS -> "twice the connections";
            case TWICE_THE_THREADS -> "twice the driver threads";
            case HEAD -> "HEAD";
        };
        double ratio = unchanged == 0 ? 0 : run.load().perSecond() / unchanged;
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
