package org.pagerace.stacks;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.regex.Pattern;
import org.pagerace.process.ChildProcess;

/** Waits until a child answers, and tells why when it does not. */
final class ReadinessProbe {
    private static final Duration INTERVAL = Duration.ofMillis(20);
    private static final int ANSWER_MILLIS = 1_000;
    private static final int LAST_LINES = 5;
    private static final Pattern PORT_TAKEN =
            Pattern.compile("address already in use|port( \\d+)? is (already )?in use", Pattern.CASE_INSENSITIVE);

    private final ChildProcess child;

    ReadinessProbe(ChildProcess child) {
        this.child = child;
    }

    /** One attempt; returns what is not ready yet, or an empty text. */
    @FunctionalInterface
    interface Check {
        String problem();
    }

    /** A page that must answer 200. */
    static Check http(URI page) {
        return () -> {
            try {
                var connection = (HttpURLConnection) page.toURL().openConnection(Proxy.NO_PROXY);
                connection.setConnectTimeout(ANSWER_MILLIS);
                connection.setReadTimeout(ANSWER_MILLIS);
                connection.setInstanceFollowRedirects(false);
                connection.setRequestProperty("Connection", "close"); // no idle connection may tie a worker
                try {
                    int status = connection.getResponseCode();
                    return status == HttpURLConnection.HTTP_OK ? "" : page + " answers " + status;
                } finally {
                    connection.disconnect();
                }
            } catch (IOException e) {
                return page + " does not answer (" + e.getMessage() + ")";
            }
        };
    }

    /** The path of a unix socket, or host:port, that must accept. */
    static Check socket(String where) {
        return () -> {
            try {
                SocketChannel.open(address(where)).close();
                return "";
            } catch (IOException | IllegalArgumentException e) {
                return where + " does not accept (" + e.getMessage() + ")";
            }
        };
    }

    private static SocketAddress address(String where) {
        if (where.startsWith("/")) {
            return UnixDomainSocketAddress.of(where);
        }
        int colon = where.lastIndexOf(':');
        return new InetSocketAddress(
                where.substring(0, Math.max(0, colon)), Integer.parseInt(where.substring(colon + 1)));
    }

    /**
     * Returns when the check has no problem any more.
     *
     * @throws PortClashException the child says its port is taken, even if somebody answers there
     * @throws StackException the child died, or is not ready within the limit; with its last log lines
     */
    void await(Check check, Duration limit) throws StackException, PortClashException, InterruptedException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (child.isAlive()) {
            String problem = check.problem();
            if (saysPortIsTaken()) {
                throw new PortClashException(child.name() + " found its port taken" + lastLines());
            }
            if (problem.isEmpty() && child.isAlive()) {
                return;
            }
            if (System.nanoTime() - deadlineNanos >= 0) {
                throw new StackException(
                        child.name() + " is not ready after " + limit.toMillis() + " ms: " + problem + lastLines());
            }
            child.awaitExit(INTERVAL);
        }
        child.awaitExit(INTERVAL); // so that its last words have arrived
        if (saysPortIsTaken()) {
            throw new PortClashException(child.name() + " found its port taken" + lastLines());
        }
        throw new StackException(child.name() + " died while starting, exit status "
                + child.exitStatus().orElse(-1) + lastLines());
    }

    private boolean saysPortIsTaken() {
        return child.lastLines(LAST_LINES).stream()
                .anyMatch(line -> PORT_TAKEN.matcher(line).find());
    }

    private String lastLines() {
        var lines = child.lastLines(LAST_LINES).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        return lines.isEmpty() ? "; it printed nothing" : "; its last lines: " + String.join(" | ", lines);
    }
}
