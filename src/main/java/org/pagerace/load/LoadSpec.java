package org.pagerace.load;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.pagerace.load.http.Grammar;
import org.pagerace.load.http.RequestTemplate;

/**
 * One load run, valid by construction: every error is an {@link IllegalArgumentException} that names limit, value and
 * remedy. Start from {@link #of} and change what differs.
 *
 * <p>The loop is closed: a connection sends its next request as soon as the one before has ended, as the classic tools do. A
 * slow server then slows the load down too.
 *
 * @param target an {@code http} URL; user information and fragment are refused
 * @param method capital letters
 * @param headers beside Host and Connection, which the driver writes
 * @param keepAlive whether connections are used again
 * @param connections 1 to 10,000, all open at the same time
 * @param threads 1 to 256, at most as many as connections
 * @param warmup before the measured part and not counted; 0 to 24 h
 * @param timeout for the connect, and again from the first byte sent to the last byte received; 1 ms to 1 h
 * @param publicTargetOk the host for which a public address is allowed; empty: loopback and private addresses only
 */
public record LoadSpec(
        URI target,
        String method,
        List<Header> headers,
        HttpVersion version,
        boolean keepAlive,
        int connections,
        int threads,
        Stop stop,
        Duration warmup,
        Duration timeout,
        BodyCheck bodyCheck,
        Optional<String> publicTargetOk) {

    public static final int DEFAULT_CONNECTIONS = 10;
    public static final Duration DEFAULT_DURATION = Duration.ofSeconds(10);
    /** Long enough for three lost SYNs (1 + 2 + 4 s). */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    private static final int LARGEST_PORT = 65_535;

    public LoadSpec {
        checkTarget(target);
        Grammar.method(method);
        headers = List.copyOf(headers);
        Objects.requireNonNull(version, "version");
        Limits.check("connections", connections, Limits.MOST_CONNECTIONS, "-c");
        Limits.check("threads", threads, Limits.MOST_THREADS, "-t");
        if (threads > connections) {
            throw new IllegalArgumentException("each thread needs a connection, but there are " + threads
                    + " threads for " + connections + " connections; lower -t or raise -c");
        }
        Objects.requireNonNull(stop, "stop");
        Limits.check("the warm-up", warmup, Duration.ZERO, Limits.LONGEST_RUN, "--warmup");
        Limits.check("the timeout", timeout, Limits.SHORTEST, Limits.LONGEST_TIMEOUT, "--timeout");
        Objects.requireNonNull(bodyCheck, "bodyCheck");
        Objects.requireNonNull(publicTargetOk, "publicTargetOk");
    }

    /** Returns a GET over HTTP/1.1 with keep-alive: 10 connections, 1 thread, 10 s, no warm-up, 10 s timeout. */
    public static LoadSpec of(URI target) {
        return new LoadSpec(
                target,
                "GET",
                List.of(),
                HttpVersion.HTTP_1_1,
                true,
                DEFAULT_CONNECTIONS,
                1,
                new Stop.AfterDuration(DEFAULT_DURATION),
                Duration.ZERO,
                DEFAULT_TIMEOUT,
                new BodyCheck.None(),
                Optional.empty());
    }

    private static void checkTarget(URI target) {
        String scheme = target.getScheme() == null ? "" : target.getScheme().toLowerCase(Locale.ROOT);
        if (scheme.equals("https")) {
            throw new IllegalArgumentException(
                    "https is not supported yet: " + target + "; use the server's http address");
        }
        if (!scheme.equals("http") || target.getHost() == null) {
            throw new IllegalArgumentException(
                    "the target is an http URL with a host, but is '" + target + "'; write http://HOST[:PORT]/PATH");
        }
        if (target.getRawUserInfo() != null || target.getRawFragment() != null) {
            throw new IllegalArgumentException("the target has neither user:password@ nor #fragment, but is '" + target
                    + "'; leave them out (use -H 'Authorization: ...')");
        }
        if (target.getPort() == 0 || target.getPort() > LARGEST_PORT) {
            throw new IllegalArgumentException("a port is 1 to 65535, but is " + target.getPort() + "; check the URL");
        }
        RequestTemplate.path(target);
    }

    public LoadSpec withMethod(String method) {
        return with(draft -> draft.method = method);
    }

    public LoadSpec withHeaders(List<Header> headers) {
        return with(draft -> draft.headers = headers);
    }

    public LoadSpec withVersion(HttpVersion version) {
        return with(draft -> draft.version = version);
    }

    public LoadSpec withKeepAlive(boolean keepAlive) {
        return with(draft -> draft.keepAlive = keepAlive);
    }

    /** Both at once, since one bounds the other. */
    public LoadSpec withConnections(int connections, int threads) {
        return with(draft -> {
            draft.connections = connections;
            draft.threads = threads;
        });
    }

    public LoadSpec withStop(Stop stop) {
        return with(draft -> draft.stop = stop);
    }

    public LoadSpec withWarmup(Duration warmup) {
        return with(draft -> draft.warmup = warmup);
    }

    public LoadSpec withTimeout(Duration timeout) {
        return with(draft -> draft.timeout = timeout);
    }

    public LoadSpec withBodyCheck(BodyCheck bodyCheck) {
        return with(draft -> draft.bodyCheck = bodyCheck);
    }

    public LoadSpec withPublicTargetOk(String host) {
        return with(draft -> draft.publicTargetOk = Optional.of(host));
    }

    private LoadSpec with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.finish();
    }

    /** A spec being changed; spares every wither the list of all that stays. */
    private static final class Draft {
        private final URI target;
        private String method;
        private List<Header> headers;
        private HttpVersion version;
        private boolean keepAlive;
        private int connections;
        private int threads;
        private Stop stop;
        private Duration warmup;
        private Duration timeout;
        private BodyCheck bodyCheck;
        private Optional<String> publicTargetOk;

        private Draft(LoadSpec spec) {
            target = spec.target;
            method = spec.method;
            headers = spec.headers;
            version = spec.version;
            keepAlive = spec.keepAlive;
            connections = spec.connections;
            threads = spec.threads;
            stop = spec.stop;
            warmup = spec.warmup;
            timeout = spec.timeout;
            bodyCheck = spec.bodyCheck;
            publicTargetOk = spec.publicTargetOk;
        }

        private LoadSpec finish() {
            return new LoadSpec(
                    target,
                    method,
                    headers,
                    version,
                    keepAlive,
                    connections,
                    threads,
                    stop,
                    warmup,
                    timeout,
                    bodyCheck,
                    publicTargetOk);
        }
    }
}
