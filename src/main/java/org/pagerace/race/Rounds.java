package org.pagerace.race;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.pagerace.load.LoadException;
import org.pagerace.load.Progress;
import org.pagerace.load.UnreachableException;
import org.pagerace.race.RacePlan.Block;
import org.pagerace.race.RacePlan.Step;
import org.pagerace.result.LostStack;
import org.pagerace.result.RoundResult;

/** Runs a plan from its first warm-up to its last round and keeps what was measured. Use it once, on one thread. */
final class Rounds {

    /*
     * A block is one round of all stacks on one page: what is compared is compared within a block. A stack that dies is
     * lost, with all that it still had before it. The block in which it died is thrown away, whoever was asked just then,
     * since the machine was not in the state to be measured, and run again without it; so those that remain have all
     * their rounds. Without its database, or without any stack, the race is over.
     *
     * Where rounds may end early, a page gets no further block once all its stacks are known well enough. Never less than
     * a block: ending one stack before the others would leave these with moments of the machine that it did not have.
     *
     * Where the modes hold the servers to different numbers of cores, all of them are started anew for each: a server counts the
     * cores when it starts. Whoever does not start then is lost as well.
     */

    private final RacePlan plan;
    private final Heat heat;
    private final Lives lives;
    private final RaceListener listener;
    private final Duration expected;
    private final Optional<Precision> precision;
    private final Set<String> racing;
    private final List<RoundResult> warmups = new ArrayList<>();
    private final List<RoundResult> rounds = new ArrayList<>();
    private final List<LostStack> lost = new ArrayList<>();
    private Duration done = Duration.ZERO; // of what the plan expects
    private boolean interrupted;

    /** Who still lives. */
    interface Lives {
        /** Returns how the database has died, if it has. */
        Optional<String> databaseFailure();

        /** Returns how a stack has died, if it has. */
        Optional<String> failure(String stack);

        /** Stops what is left of a stack. */
        void drop(String stack);

        /**
         * Starts a stack anew, held to so many cores.
         *
         * @throws IOException it does not start; an interrupted caller gets it too, with its interrupt flag set
         */
        void restart(String stack, int cores) throws IOException;
    }

    Rounds(RacePlan plan, Heat heat, Lives lives, RaceListener listener) {
        this.plan = plan;
        this.heat = heat;
        this.lives = lives;
        this.listener = listener;
        this.expected = plan.expected();
        this.precision = plan.info().untilCi().map(Precision::new);
        this.racing = new LinkedHashSet<>(plan.info().stacks());
    }

    List<RoundResult> warmups() {
        return warmups;
    }

    List<RoundResult> rounds() {
        return rounds;
    }

    List<LostStack> lost() {
        return lost;
    }

    /** Returns whether an interrupt ended them; it is used up then. */
    boolean wasInterrupted() {
        return interrupted;
    }

    /** Returns what is to be said of the number of rounds, if they could end early. */
    Optional<String> note() {
        return precision.map(wanted -> wanted.note(plan.info(), rounds));
    }

    /** Runs all steps; returns why it ended before the last one, or nothing. */
    Optional<String> run() {
        return run(() -> {});
    }

    /** As above, and calls {@code afterBlock} whenever one has been measured. */
    Optional<String> run(Runnable afterBlock) {
        try {
            List<Optional<Integer>> cores = plan.cores();
            for (int i = 0; i < cores.size(); i++) {
                if (i > 0) { // whoever started the servers did so for the first
                    restart(cores.get(i).orElseThrow());
                }
                run(cores.get(i), afterBlock);
            }
            return Optional.empty();
        } catch (RaceException e) {
            return Optional.of(e.getMessage());
        }
    }

    private void run(Optional<Integer> cores, Runnable afterBlock) throws RaceException {
        for (Step step : plan.warmups()) {
            if (step.mode().cores().equals(cores)) {
                if (racing.contains(step.stack())) {
                    measure(step).ifPresent(warmups::add);
                }
                done = done.plus(step.expected());
            }
        }
        for (Block block : plan.blocks()) {
            if (block.first().mode().cores().equals(cores)) {
                if (!isKnown(block)) {
                    run(block);
                    afterBlock.run();
                }
                done = done.plus(block.expected());
            }
        }
    }

    private void restart(int cores) throws RaceException {
        String what = "the start on " + Plans.count(cores, "core");
        listener.onMessage("starting all stacks anew, on " + Plans.count(cores, "core"));
        for (String stack : List.copyOf(racing)) {
            try {
                lives.restart(stack, cores);
            } catch (IOException e) {
                if (Thread.interrupted()) {
                    interrupted = true;
                    throw new RaceException("interrupted in " + what + " of " + stack, e);
                }
                lose(stack, stack + ", " + what, e.getMessage());
            }
        }
    }

    private boolean isKnown(Block block) {
        Step any = block.first();
        return precision.isPresent() && precision.get().isReached(rounds, any.mode(), any.page(), racing);
    }

    private void run(Block block) throws RaceException {
        Duration before = done;
        int start = rounds.size();
        while (!isWhole(block)) {
            done = before;
            rounds.subList(start, rounds.size()).clear();
        }
        done = before;
    }

    /** Returns false as soon as a stack was lost in it. */
    private boolean isWhole(Block block) throws RaceException {
        for (Step step : block.steps()) {
            if (racing.contains(step.stack())) {
                Optional<RoundResult> result = measure(step);
                if (result.isEmpty()) {
                    return false;
                }
                rounds.add(result.get());
            }
            done = done.plus(step.expected());
        }
        return true;
    }

    /** Returns nothing if a stack was lost meanwhile. */
    private Optional<RoundResult> measure(Step step) throws RaceException {
        Progress progress = snapshot -> listener.onProgress(standing(step, snapshot));
        try {
            RoundResult result = heat.run(step, progress);
            return loseTheDead(step) ? Optional.empty() : Optional.of(result);
        } catch (InterruptedException e) {
            // not restored: the caller's answer to it is the result so far
            interrupted = true;
            throw new RaceException("interrupted in " + describe(step), e);
        } catch (UnreachableException e) {
            if (!loseTheDead(step)) {
                lose(step.stack(), describe(step), e.getMessage());
            }
            return Optional.empty();
        } catch (LoadException e) {
            if (!loseTheDead(step)) {
                throw new RaceException(describe(step) + " failed: " + e.getMessage(), e);
            }
            return Optional.empty();
        }
    }

    private boolean loseTheDead(Step step) throws RaceException {
        Optional<String> database = lives.databaseFailure();
        if (database.isPresent()) {
            throw new RaceException("a server died in " + describe(step) + ": " + database.get());
        }
        int before = lost.size();
        for (String stack : List.copyOf(racing)) {
            Optional<String> failure = lives.failure(stack);
            if (failure.isPresent()) {
                lose(stack, describe(step), failure.get());
            }
        }
        return lost.size() > before;
    }

    private void lose(String stack, String when, String reason) throws RaceException {
        lost.add(new LostStack(stack, when, reason));
        racing.remove(stack);
        listener.onMessage(stack + " is lost, in " + when + ": " + reason);
        lives.drop(stack);
        if (racing.isEmpty()) {
            throw new RaceException("no stack is left after " + stack + " was lost in " + when + ": " + reason);
        }
    }

    private RaceListener.Standing standing(Step step, Progress.Snapshot snapshot) {
        double all = expected.toNanos();
        double now = Math.min(all, done.toNanos() + step.expected().toNanos() * snapshot.fractionDone());
        return new RaceListener.Standing(
                describe(step), snapshot.perSecond(), now / all, Duration.ofNanos((long) (all - now)));
    }

    private String describe(Step step) {
        String round = step.isWarmup()
                ? "warm-up"
                : String.format(
                        Locale.ROOT, "round %d/%d", step.round(), plan.info().rounds());
        String mode = plan.info().modes().size() > 1 ? " " + step.mode().name() : "";
        return step.stack() + " " + step.page() + mode + ", " + round;
    }
}
