package org.pagerace.sample;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The network namespace of the servers, for what only iproute2's programs can tell. Lengths of listen queues are asked for
 * once and kept, since they never change. Safe for any thread.
 */
public final class NetworkTools {
    private static final long PATIENCE_SECONDS = 2;

    private final List<String> prefix;
    private Map<String, Long> lengths = Map.of(); // guarded by this

    /**
     * Creates tools that are started there.
     *
     * @param prefix words before each command that lead into the namespace; none for the one of this process
     */
    public NetworkTools(List<String> prefix) {
        this.prefix = List.copyOf(prefix);
    }

    /**
     * Returns how many connections may wait at these sockets, as the kernel has it; one that {@code ss} does not list is
     * left out.
     *
     * @param listens as in {@link Sources#listens}
     */
    public synchronized Map<String, Long> listenLengths(Collection<String> listens) {
        learnLengths(listens);
        Map<String, Long> known = new LinkedHashMap<>();
        listens.forEach(listen -> listenLength(listen).ifPresent(length -> known.put(listen, length)));
        return known;
    }

    /** Asks for the lengths of all listen queues, unless those of these are known already. */
    synchronized void learnLengths(Collection<String> listens) {
        if (!lengths.keySet()
                .containsAll(listens.stream().map(ListenQueues::key).toList())) {
            lengths = ListenQueues.lengths(output("ss", "-Hlnxt"));
        }
    }

    /**
     * Returns how many connections may wait at a socket, the kernel's own limit included; empty if that was not learned.
     *
     * @param listen as in {@link Sources#listens}
     */
    synchronized OptionalLong listenLength(String listen) {
        Long length = lengths.get(ListenQueues.key(listen));
        return length == null ? OptionalLong.empty() : OptionalLong.of(length);
    }

    /** Returns how many frames the queue of a device has dropped so far. */
    OptionalLong queueDrops(String device) {
        return LineProbe.drops(output("tc", "-s", "qdisc", "show", "dev", device));
    }

    /**
     * Returns what the kernel knows of the open connections of a server, a line for each of their ends, those of this
     * process's namespace included.
     *
     * @param port with a colon before it
     */
    List<String> connections(String port) {
        String[] words = {"ss", "-tinHO", "state", "established", "( sport = " + port + " or dport = " + port + " )"};
        String text = output(prefix, words) + (prefix.isEmpty() ? "" : output(List.of(), words));
        return text.lines().toList();
    }

    private String output(String... words) {
        return output(prefix, words);
    }

    /** Returns what a program prints; empty text if there is no such program, or it fails. */
    private static String output(List<String> prefix, String... words) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(words));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                // one that hangs would be read for ever; one that has ended by then does not mind
                CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS, Runnable::run)
                        .execute(process::destroyForcibly);
                byte[] text = process.getInputStream().readAllBytes();
                boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
                return ended ? new String(text, StandardCharsets.ISO_8859_1) : "";
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
