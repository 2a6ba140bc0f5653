package org.pagerace.cli;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pagerace.config.Home;
import org.pagerace.network.Enclosure;
import org.pagerace.network.LineRate;
import org.pagerace.network.LinkException;
import org.pagerace.race.RaceException;
import org.pagerace.stacks.StackException;

/**
 * Runs this very command again, as a child at the client's end of a line. The child does the work and prints; this
 * process only waits for it. Use it once, on one thread.
 */
final class LinkedRun {
    /** Longer than the child gives its servers. */
    private static final Duration STOPPING = Duration.ofSeconds(60);

    private static final int SIGNALLED = 128;
    private static final int TERMINATED = SIGNALLED + 15;

    private final LineRate rate;
    private final List<String> arguments;
    private final Thread caller = Thread.currentThread();
    private Enclosure enclosure; // guarded by this; null: not started
    private boolean stopped; // guarded by this

    /** What has to be done out here, where the machine's network is. */
    @FunctionalInterface
    interface Preparation {
        void run() throws StackException, RaceException, InterruptedException;
    }

    /**
     * Creates a run.
     *
     * @param arguments of this command, its name included
     */
    LinkedRun(LineRate rate, List<String> arguments) {
        this.rate = rate;
        this.arguments = List.copyOf(arguments);
    }

    /** Prepares, then runs the child, and returns its exit status. */
    int run(Preparation preparation) throws StackException, RaceException, InterruptedException {
        try (var interruption = Interruption.handledBy(this::stop, STOPPING)) {
            try {
                preparation.run();
                int status = start() ? status() : ExitCode.INTERRUPTED.status();
                return interruption.happened() ? ExitCode.INTERRUPTED.status() : status;
            } catch (LinkException e) {
                if (interruption.explainsFailure()) {
                    return ExitCode.INTERRUPTED.status();
                }
                throw new CommandException(ExitCode.FAILED, "--link: " + e.getMessage(), e);
            }
        }
    }

    private int status() throws LinkException, InterruptedException {
        int status = enclosure.await();
        if (status > SIGNALLED && status != TERMINATED && status != ExitCode.INTERRUPTED.status()) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "the process at the client's end of the line was ended by signal " + (status - SIGNALLED)
                            + "; its servers have ended with it, and nothing is left of the line");
        }
        return status;
    }

    private synchronized boolean start() throws LinkException, InterruptedException {
        if (!stopped) {
            enclosure = Enclosure.start(rate, command());
        }
        return !stopped;
    }

    /** On Ctrl-C the terminal has told the child as well; to be told twice does it no harm. */
    private synchronized void stop() {
        stopped = true;
        if (enclosure == null) {
            caller.interrupt();
        } else {
            enclosure.stop();
        }
    }

    /** This build on the same JVM with the same options. */
    private List<String> command() {
        List<String> command = new ArrayList<>(Home.find().javaCommand());
        List<String> options = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-X") || option.startsWith("-D"))
                .toList();
        command.addAll(1, options);
        command.addAll(arguments);
        return command;
    }

    /** In the child: ends it in order, as on a signal, when its parent has been killed. */
    static void endWithParent() {
        if (Enclosure.isInside()) {
            Enclosure.onParentsEnd(() -> System.exit(TERMINATED));
        }
    }
}
