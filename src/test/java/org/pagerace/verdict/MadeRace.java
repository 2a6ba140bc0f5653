package org.pagerace.verdict;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.pagerace.result.Calibration;
import org.pagerace.result.Confirmation;
import org.pagerace.result.DatabaseInfo;
import org.pagerace.result.LinkInfo;
import org.pagerace.result.LostStack;
import org.pagerace.result.MachineInfo;
import org.pagerace.result.PlanInfo;
import org.pagerace.result.PlanInfo.Mode;
import org.pagerace.result.RaceResult;
import org.pagerace.result.RoundResult;
import org.pagerace.result.Samples;
import org.pagerace.result.StackInfo;

/** A race of rounds that never took place, on a machine of two cores, or of scenes that did, on this one. */
final class MadeRace {
    static final Mode C32 = mode("c32", 32);
    static final Mode C1 = mode("c1", 1);

    private final Set<Mode> modes = new LinkedHashSet<>(List.of(C32, C1));
    private final List<RoundResult> rounds = new ArrayList<>();
    private final Set<String> pages = new LinkedHashSet<>(List.of("index", "jquery"));
    private int cores = 2;
    private final List<RoundResult> warmups = new ArrayList<>();
    private final List<Confirmation> confirmations = new ArrayList<>();
    private final List<Calibration.Ceiling> ceilings = new ArrayList<>();
    private final List<LostStack> lost = new ArrayList<>();
    private Optional<LinkInfo> link = Optional.empty();
    private Optional<String> external = Optional.empty();

    private static Mode mode(String name, int connections) {
        return new Mode(name, "1.1", true, connections, 1, Optional.empty(), Optional.of(Duration.ofSeconds(4)));
    }

    static MadeRound round() {
        return new MadeRound();
    }

    /** Returns a race of three such rounds. */
    static MadeRace of(MadeRound round) {
        return new MadeRace().with(C32, round, round, round);
    }

    MadeRace with(Mode mode, MadeRound... more) {
        for (MadeRound round : more) {
            rounds.add(round.make(mode, rounds.size() + 1));
        }
        return this;
    }

    /** Adds rounds that did take place, on this machine. */
    MadeRace with(Scene scene, Scene.Outcome outcome) {
        cores = Runtime.getRuntime().availableProcessors();
        modes.add(scene.mode());
        pages.add(scene.page());
        rounds.addAll(outcome.rounds());
        return this;
    }

    /** Adds a warm-up with all connections and one with half of them, and how long an answer took in each. */
    MadeRace halved(double millis, double halfMillis) {
        warmups.add(round().responses(millis).make(C32, 0));
        warmups.add(round().responses(halfMillis).make(mode(C32.name(), C32.connections() / 2), 0));
        return this;
    }

    /** As above, equally long, but the second one ended after one answer of each connection. */
    MadeRace halvedTooShort(double millis) {
        warmups.add(round().responses(millis).make(C32, 0));
        warmups.add(round().responses(millis).answers(16.0 / MadeRound.SECONDS).make(mode(C32.name(), 16), 0));
        return this;
    }

    /** Adds warm-ups that did take place, of which the second had fewer connections, though it is told as the same mode. */
    MadeRace halved(Scene all, Scene.Outcome outcome, Scene.Outcome half) {
        for (Scene.Outcome one : List.of(outcome, half)) {
            RoundResult last = one.rounds().get(one.rounds().size() - 1);
            warmups.add(new RoundResult(
                    last.stack(), last.page(), all.mode().name(), 0, last.startedAt(), last.load(), Samples.NONE));
        }
        return this;
    }

    /** Returns the verdict of a page that was really asked for. */
    Verdict verdict(Scene scene) {
        return verdict(scene.mode(), scene.page(), "planted");
    }

    MadeRace confirmed(Confirmation.Change change, Scene.Outcome outcome, Scene of) {
        confirmations.add(new Confirmation(
                "planted",
                of.page(),
                of.mode().name(),
                change,
                outcome.rounds().get(0).load()));
        return this;
    }

    MadeRace confirmed(Confirmation.Change change, double perSecond) {
        confirmations.add(new Confirmation(
                "jetty", "index", C32.name(), change, round().answers(perSecond).load(C32)));
        return this;
    }

    MadeRace ceiling(double perSecond) {
        return ceiling(C32, perSecond);
    }

    MadeRace ceiling(Mode mode, double perSecond) {
        modes.add(mode);
        ceilings.add(new Calibration.Ceiling("index", mode.name(), 1000, perSecond));
        return this;
    }

    MadeRace link(long bitsPerSecond) {
        link = Optional.of(new LinkInfo(bitsPerSecond, bitsPerSecond, "made"));
        return this;
    }

    MadeRace external() {
        external = Optional.of("http://192.0.2.1/");
        return this;
    }

    MadeRace lost(String stack) {
        lost.add(new LostStack(stack, "round 2/3", "it was killed"));
        return this;
    }

    /** Returns the verdict of jetty's index over 32 connections. */
    Verdict verdict() {
        return verdict(C32, "index", "jetty");
    }

    Verdict verdict(Mode mode, String page, String stack) {
        return new Judge(result()).verdict(mode.name(), page, stack);
    }

    List<Cause> limits() {
        return verdict().limits().stream().map(Finding::cause).toList();
    }

    List<Cause> cautions() {
        return verdict().cautions().stream().map(Finding::cause).toList();
    }

    RaceResult result() {
        return new RaceResult(
                RaceResult.FORMAT,
                RaceResult.VERSION,
                "0",
                Instant.parse("2026-11-30T12:00:00Z"),
                Duration.ofSeconds(60),
                Optional.empty(),
                List.of("race"),
                new MachineInfo("Some CPU", cores, 8L << 30, "6.1", "Some OS", "17"),
                new DatabaseInfo("none", "", ""),
                plan(),
                Stream.of("jetty", "nginx", "planted")
                        .map(name -> new StackInfo(name, name, external, Map.of(), Map.of()))
                        .toList(),
                List.of(),
                lost,
                List.of(),
                new Calibration(ceilings, List.of(), Optional.empty()),
                warmups,
                rounds,
                confirmations,
                List.of());
    }

    private PlanInfo plan() {
        return new PlanInfo(
                "modern",
                "builtin",
                link,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of("jetty", "nginx", "planted"),
                List.copyOf(pages),
                List.copyOf(modes),
                3,
                0,
                Duration.ZERO,
                Duration.ZERO,
                1,
                List.of());
    }
}
