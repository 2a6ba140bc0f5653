package org.pagerace.verdict;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.pagerace.result.LostStack;
import org.pagerace.result.Metric;
import org.pagerace.result.RaceResult;

/** Says what bound each number of a race. Pure: the same result always gives the same verdicts. */
public final class Judge {

    /*
     * Each rule looks at one cause alone and says how tight it was. What held in enough of the samples is a limit, the
     * tightest first; what refused work now and then is a caution. Where nothing held, nobody guesses, except that a
     * closed loop of few connections is looked for last, since it needs just that: that nothing was at its limit. A rule
     * whose signals were not read is listed as unseen: "not seen" is not "fine".
     */

    private static final List<Rule> LIMITS = List.of(
            Rule.of(Cause.NETWORK_LINE_RATE, NetworkRules::lineRate, Metric.LINK_BYTES),
            Rule.of(Cause.NETWORK_LINE_RATE, SameByteRate::judge),
            Rule.of(Cause.NETWORK_LOSS, NetworkRules::loss, Metric.SEGMENTS_RESENT),
            Rule.of(Cause.CLIENT_CPU, ClientRules::cpu),
            Rule.of(Cause.CLIENT_RECEIVE, ClientRules::receive, Metric.CLIENT_WINDOW_FULL, Metric.CLIENT_UNREAD),
            Rule.of(Cause.SERVER_CPU, ServerRules::cpu, Metric.SERVER_CPU, Metric.SERVER_CPU_LIMIT),
            Rule.of(Cause.SERVER_THREAD, ServerRules::thread, Metric.SERVER_BUSIEST_THREAD),
            Rule.of(Cause.SHARED_HOST, ServerRules::sharedHost, Metric.MACHINE_CPU),
            Rule.of(Cause.WORKER_POOL, PoolRules::workers, Metric.WORKERS_BUSY, Metric.WORKERS_LIMIT),
            Rule.of(Cause.DATABASE_POOL, PoolRules::connections, Metric.POOL_ACTIVE, Metric.POOL_WAITING),
            Rule.of(Cause.DATABASE_CPU, PoolRules::databaseCpu, Metric.DATABASE_CPU),
            Rule.of(Cause.LISTEN_BACKLOG, ConnectionRules::backlog, Metric.LISTEN_DROPS),
            Rule.of(Cause.EPHEMERAL_PORTS, ConnectionRules::ports),
            Rule.of(Cause.DESCRIPTORS, ConnectionRules::descriptors, Metric.SERVER_DESCRIPTORS));

    private static final List<Rule> CAUTIONS = List.of(
            Rule.of(Cause.JVM_NOT_WARM, Cautions::notWarm),
            Rule.of(Cause.JVM_COLLECTING, Cautions::collecting),
            Rule.of(Cause.NOISY_MACHINE, Cautions::noise, Metric.FOREIGN_CPU),
            Rule.of(Cause.RIG_CEILING, RigRule::judge),
            Rule.of(Cause.SAME_STALL, StallRule::judge),
            Rule.of(Cause.IDLE_CONNECTIONS, Cautions::little));

    /** What moves a number without any change. */
    private static final Set<Cause> UNSTEADY = Set.of(Cause.JVM_NOT_WARM, Cause.NOISY_MACHINE);

    private final RaceResult race;

    public Judge(RaceResult race) {
        this.race = race;
    }

    /** Returns the verdict of a cell, also of one that was lost; an unknown mode is an error. */
    public Verdict verdict(String mode, String page, String stack) {
        Subject subject = Subject.of(race, mode, page, stack);
        if (!subject.isMeasured()) {
            return new Verdict(List.of(unexplained(reasonUnmeasured(stack))), List.of(), List.of());
        }
        Collection<Limit> held = held(LIMITS, subject);
        List<Limit> limits = held.stream()
                .filter(limit -> limit.share().isEnough())
                .sorted(Comparator.comparingDouble(Limit::tightness).reversed())
                .toList();
        Stream<Limit> now = held.stream().filter(limit -> !limit.share().isEnough());
        List<Finding> cautions = Stream.concat(now, held(CAUTIONS, subject).stream())
                .map(limit -> new Finding(limit.cause(), Grade.OBSERVED, limit.share(), limit.evidence()))
                .toList();
        boolean doubtful = cautions.stream().map(Finding::cause).anyMatch(UNSTEADY::contains);
        return new Verdict(findings(subject, limits, new Interventions(subject, doubtful)), cautions, unseen(subject));
    }

    /** Returns what held, two rules of the same cause as one. */
    private static Collection<Limit> held(List<Rule> rules, Subject subject) {
        Map<Cause, Limit> held = new EnumMap<>(Cause.class);
        for (Rule rule : rules) {
            rule.judge().apply(subject).ifPresent(limit -> held.merge(rule.cause(), limit, Limit::and));
        }
        return held.values();
    }

    private static List<Finding> findings(Subject subject, List<Limit> limits, Interventions interventions) {
        if (!limits.isEmpty()) {
            return interventions.grade(limits);
        }
        Optional<Limit> loop = LoopRule.judge(subject).filter(limit -> !interventions.hadEnoughConnections());
        if (loop.isPresent()) {
            return interventions.grade(List.of(loop.get()));
        }
        List<Finding> discovered = interventions.discovered();
        return discovered.isEmpty() ? List.of(unexplained(nothing(subject, interventions))) : discovered;
    }

    private static String nothing(Subject subject, Interventions interventions) {
        var words = new StringBuilder("nothing that was seen was at its limit");
        String fullest = Fullest.of(subject);
        if (!fullest.isEmpty()) {
            words.append("; the fullest: ").append(fullest);
        }
        HalfLoad.of(subject).ifPresent(half -> words.append("; ").append(half.inWords()));
        if (!interventions.tried().isEmpty()) {
            words.append("; ").append(interventions.tried());
        }
        return words.toString();
    }

    private static Finding unexplained(String evidence) {
        return new Finding(Cause.UNEXPLAINED, Grade.UNEXPLAINED, Share.ALWAYS, evidence);
    }

    private String reasonUnmeasured(String stack) {
        return race.lost().stream()
                .filter(lost -> lost.name().equals(stack))
                .findFirst()
                .map((LostStack lost) -> "it was not measured: the stack was lost in " + lost.when())
                .orElse("it was not measured");
    }

    private static List<String> unseen(Subject subject) {
        List<String> unseen = new ArrayList<>();
        Stream.concat(LIMITS.stream(), CAUTIONS.stream())
                .forEach(rule -> rule.signals().stream()
                        .filter(signal -> !subject.sees(signal))
                        .findFirst()
                        .ifPresent(signal -> unseen.add(unseen(rule, signal, subject))));
        if (!ClientRules.isDriverKnown(subject)) {
            unseen.add(Cause.CLIENT_CPU.label() + ": the driver does not tell how busy it was");
        }
        RigRule.reasonUnseen(subject)
                .ifPresent(reason -> unseen.add(Cause.RIG_CEILING.label() + ": no ceiling (" + reason + ")"));
        return unseen;
    }

    private static String unseen(Rule rule, Metric signal, Subject subject) {
        String reason =
                subject.reasonUnseen(signal).map(words -> " (" + words + ")").orElse("");
        return rule.cause().label() + ": no " + signal.label() + reason;
    }
}
