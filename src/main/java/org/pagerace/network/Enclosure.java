package org.pagerace.network;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A child process in a network namespace of its own, on our terminal. It is to be the client's end of a line.
 *
 * <p>{@link #await} is for one thread, {@link #stop} for any.
 */
public final class Enclosure {

    /*
     * A Java process cannot move to another namespace: it would have to be done by each of its threads before any
     * socket is opened. So a second one is started where the first one cannot go.
     *
     * Both are in the foreground of the terminal, so Ctrl-C reaches both. Whatever else ends the parent closes the pipe
     * that is the child's standard input, SIGKILL included, and the child ends at its end of file. If the child is
     * killed, its guardians end what it started (see Guardian in package process), and the parent waits for them.
     */

    /** In the child's environment: the namespace of its parent. */
    private static final String VARIABLE = "PAGERACE_LINK";

    private static final long POLL_MILLIS = 20;
    private static final Duration EMPTY_WITHIN = Duration.ofSeconds(15);

    private final Process child;

    private Enclosure(Process child) {
        this.child = child;
    }

    /**
     * Starts the child.
     *
     * @param command a list, never a shell line
     * @throws LinkException this machine cannot have the line; nothing was started
     */
    public static Enclosure start(LineRate rate, List<String> command) throws LinkException, InterruptedException {
        Requirements.check(rate);
        String here = Namespace.own().map(Namespace::name).orElse("");
        var builder = new ProcessBuilder(Namespace.enter(command))
                .redirectOutput(Redirect.INHERIT)
                .redirectError(Redirect.INHERIT);
        builder.environment().put(VARIABLE, here);
        try {
            return new Enclosure(builder.start());
        } catch (IOException e) {
            throw new LinkException("cannot start '" + String.join(" ", command) + "': " + e.getMessage(), e);
        }
    }

    /** Refuses what cannot work on this machine, before anything is done for it. */
    public static void require(LineRate rate) throws LinkException, InterruptedException {
        Requirements.check(rate);
    }

    /** Tells whether this process is such a child. */
    public static boolean isInside() {
        return isInside(System.getenv(), Namespace.own());
    }

    /** A variable that somebody has exported proves nothing as long as the namespace is the one it names. */
    static boolean isInside(Map<String, String> environment, Optional<Namespace> own) {
        String outside = environment.get(VARIABLE);
        return outside != null
                && own.filter(inside -> !inside.name().equals(outside)).isPresent();
    }

    /** In the child: calls {@code action}, once, when the parent has ended. */
    public static void onParentsEnd(Runnable action) {
        var watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // nobody writes anything; only the end counts
                        }
                    } catch (IOException e) {
                        // no pipe any more is an end as well
                    }
                    action.run();
                },
                "parent watch");
        watch.setDaemon(true);
        watch.start();
    }

    /** Asks the child to end in order. */
    public void stop() {
        child.destroy();
    }

    /**
     * Waits for the end of the child and of all that is left in its namespace.
     *
     * @return its exit status, 128 plus the number of the signal that ended it
     * @throws LinkException the child has ended, but others in its namespace have not
     */
    public int await() throws LinkException, InterruptedException {
        Optional<Namespace> here = Namespace.own();
        Optional<Namespace> inside = here;
        while (inside.equals(here) && !child.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            inside = Namespace.of(child.pid());
        }
        int status = child.waitFor();
        if (inside.isPresent() && !inside.equals(here)) {
            awaitEmpty(inside.get());
        }
        return status;
    }

    /** Only then nothing is left of the namespace, its interfaces and its queues. */
    private static void awaitEmpty(Namespace namespace) throws LinkException, InterruptedException {
        long deadlineNanos = System.nanoTime() + EMPTY_WITHIN.toNanos();
        List<Long> left = namespace.members();
        while (!left.isEmpty()) {
            if (System.nanoTime() - deadlineNanos >= 0) {
                throw new LinkException("processes " + left + " are still in the network namespace of the race, "
                        + namespace.name() + "; it goes when they have ended");
            }
            Thread.sleep(POLL_MILLIS); // no event tells of the end of those that are not our children
            left = namespace.members();
        }
    }
}
