package org.pagerace.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.pagerace.result.Calibration.Ceiling;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.result.StackInfo;

/**
 * Close to what the null server reaches on the same rig. Of a sweep it is asked at some levels only: the nearest one counts.
 * It runs here, so of a stack elsewhere it says nothing.
 */
final class RigRule {
    /** Of what a server of fixed bytes reaches on the same machine: the rest of the way the rig itself is the limit. */
    static final double RIG = 0.7;

    private static final double BEATEN = 1.2;
    private static final double MOST_ROUNDS = 0.5;

    private RigRule() {}

    /** A ceiling and the mode in which it was measured. */
    private record Level(Ceiling ceiling, Mode mode) {
        double perSecond() {
            return ceiling.perSecond();
        }

        double distance(Mode to) {
            return Math.abs(Math.log((double) mode.connections() / to.connections()));
        }
    }

    static Optional<Limit> judge(Subject subject) {
        return nearest(subject)
                .filter(level -> !subject.isExternal() && !isBeaten(subject, level))
                .filter(level -> subject.perSecond() > RIG * level.perSecond())
                .map(level -> Limit.caution(
                        Cause.RIG_CEILING,
                        Share.ofRounds(subject, load -> load.perSecond() > RIG * level.perSecond()),
                        evidence(subject, level)));
    }

    private static String evidence(Subject subject, Level level) {
        String where = level.mode().equals(subject.mode()) ? "" : " " + at(level) + ", the nearest that was measured";
        return String.format(
                Locale.ROOT,
                "%.0f %% of the %,.0f a second that a server of fixed bytes reaches on this rig%s",
                100 * subject.perSecond() / level.perSecond(),
                level.perSecond(),
                where);
    }

    /** Returns why nothing can be said of a measured cell; empty if it was judged. */
    static Optional<String> reasonUnseen(Subject subject) {
        if (subject.isExternal()) {
            return Optional.of("the stack runs elsewhere, the null server here");
        }
        Optional<Level> nearest = nearest(subject);
        if (nearest.isPresent()) {
            return nearest.filter(level -> isBeaten(subject, level))
                    .map(level -> String.format(
                            Locale.ROOT,
                            "a stack was far above the null server's %,.0f a second %s",
                            level.perSecond(),
                            at(level)));
        }
        RaceResult race = subject.race();
        if (!race.calibration().ceilings().isEmpty()) {
            return Optional.of("the null server gave too few answers of this page");
        }
        return Optional.of(
                race.plan().link().isPresent()
                        ? "behind a line the null server is not asked"
                        : "the null server was not asked");
    }

    private static String at(Level level) {
        return "at c=" + level.mode().connections();
    }

    private static Optional<Level> nearest(Subject subject) {
        Mode mode = subject.mode();
        List<Ceiling> ceilings = subject.race().calibration().ceilings();
        return subject.race().plan().modes().stream()
                .filter(one -> one.http().equals(mode.http()) && one.keepAlive() == mode.keepAlive())
                .flatMap(one -> ceilings.stream()
                        .filter(ceiling -> ceiling.page().equals(subject.page())
                                && ceiling.mode().equals(one.name()))
                        .map(ceiling -> new Level(ceiling, one)))
                .min(Comparator.comparing((Level level) -> !level.mode().equals(mode))
                        .thenComparing(level -> level.mode().threads() != mode.threads())
                        .thenComparingDouble(level -> level.distance(mode)));
    }

    /**
     * A ceiling that a stack here has left far below in most rounds is none: then the null server was slow, not the rig, or
     * the nearest level was not near enough.
     */
    private static boolean isBeaten(Subject subject, Level level) {
        RaceResult race = subject.race();
        List<String> modes = List.of(subject.mode().name(), level.mode().name());
        Set<String> here = race.stacks().stream()
                .filter(stack -> stack.external().isEmpty())
                .map(StackInfo::name)
                .collect(Collectors.toSet());
        return race.rounds().stream()
                .filter(round -> modes.contains(round.mode())
                        && round.page().equals(subject.page())
                        && here.contains(round.stack()))
                .collect(Collectors.groupingBy(
                        round -> List.of(round.mode(), round.stack()),
                        Collectors.averagingInt(
                                (RoundResult round) -> round.load().perSecond() > BEATEN * level.perSecond() ? 1 : 0)))
                .values()
                .stream()
                .anyMatch(share -> share > MOST_ROUNDS);
    }
}
