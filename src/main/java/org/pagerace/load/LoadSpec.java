package org.pagerace.load;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.pagerace.load.engine.Wire;
import org.pagerace.load.http.Grammar;

/**
 * One load run, valid by construction: every error is an {@link IllegalArgumentException} that names limit, value and
 * remedy. Start from {@link #of} and change what differs.
 *
 * @param targets one at least; their weights sum to 1,000,000 at most
 * @param method capital letters; this and the next four make the request of every target without its own
 * @param headers beside Host, Connection and those of the payload, which the driver writes
 * @param keepAlive whether connections are used again
 * @param pipeline requests under way on a connection, 1 to 1000; more than 1 needs keep-alive and the closed loop, and
 *     all targets on one host and port
 * @param connections 1 to 10,000, all open at the same time
 * @param threads 1 to 256, at most as many as connections
 * @param connects how connections are made
 * @param warmup before the measured part and not counted; 0 to 24 h
 * @param timeout for the connect (TLS included), and again from the first byte sent to the last received; 1 ms to 1 h
 * @param mostBodyBytes of an answer; a longer one is a protocol error, at least 1
 * @param wire what connections do otherwise than usual, for the classic tools
 */
public record LoadSpec(
        List<Target> targets,
        TargetOrder order,
        String method,
        List<Header> headers,
        Optional<Payload> payload,
        HttpVersion version,
        boolean keepAlive,
        int pipeline,
        int connections,
        int threads,
        Connects connects,
        Rate rate,
        Stop stop,
        Duration warmup,
        Duration timeout,
        BodyCheck bodyCheck,
        long mostBodyBytes,
        Route route,
        Wire wire) {

    public static final int DEFAULT_CONNECTIONS = 10;
    public static final Duration DEFAULT_DURATION = Duration.ofSeconds(10);
    /** Long enough for three lost SYNs (1 + 2 + 4 s). */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    /** Above all pages and most downloads; an endless body must end. */
    public static final long DEFAULT_MOST_BODY_BYTES = 64L << 20;

    private static final int LARGEST_WEIGHT_SUM = 1_000_000;

    public LoadSpec {
        targets = List.copyOf(targets);
        checkTargets(targets);
        Objects.requireNonNull(order, "order");
        Grammar.method(method);
        headers = List.copyOf(headers);
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(version, "version");
        Limits.check("connections", connections, Limits.MOST_CONNECTIONS, "-c");
        Limits.check("threads", threads, Limits.MOST_THREADS, "-t");
        if (threads > connections) {
            throw new IllegalArgumentException("each thread needs a connection, but there are " + threads
                    + " threads for " + connections + " connections; lower -t or raise -c");
        }
        Objects.requireNonNull(connects, "connects");
        Objects.requireNonNull(rate, "rate");
        Limits.check("requests in a pipeline", pipeline, Limits.DEEPEST_PIPELINE, "--pipeline");
        if (pipeline > 1) {
            checkPipeline(targets, keepAlive, rate);
        }
        Objects.requireNonNull(stop, "stop");
        Limits.check("the warm-up", warmup, Duration.ZERO, Limits.LONGEST_RUN, "--warmup");
        Limits.check("the timeout", timeout, Limits.SHORTEST, Limits.LONGEST_TIMEOUT, "--timeout");
        Objects.requireNonNull(bodyCheck, "bodyCheck");
        if (mostBodyBytes < 1) {
            throw new IllegalArgumentException(
                    "bodies of at least 1 byte are allowed, but given is " + mostBodyBytes + "; check --max-body");
        }
        Objects.requireNonNull(route, "route");
        if ((wire.unread() || !connects.stagger().isZero()) && !(rate instanceof Rate.Closed)) {
            throw new IllegalArgumentException(
                    "a given rate has no start of each connection and no answers unread; leave out one of them");
        }
    }

    /** Returns a GET over HTTP/1.1 with keep-alive: 10 connections, 1 thread, 10 s, no warm-up, 10 s timeout. */
    public static LoadSpec of(URI target) {
        return of(List.of(Target.of(target)));
    }

    /** As {@link #of(URI)}, with several targets in turn. */
    public static LoadSpec of(List<Target> targets) {
        return new LoadSpec(
                targets,
                new TargetOrder.InTurn(),
                "GET",
                List.of(),
                Optional.empty(),
                HttpVersion.HTTP_1_1,
                true,
                1,
                DEFAULT_CONNECTIONS,
                1,
                Connects.USUAL,
                new Rate.Closed(),
                new Stop.AfterDuration(DEFAULT_DURATION),
                Duration.ZERO,
                DEFAULT_TIMEOUT,
                new BodyCheck.None(),
                DEFAULT_MOST_BODY_BYTES,
                Route.DIRECT,
                Wire.USUAL);
    }

    private static void checkTargets(List<Target> targets) {
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("a run needs a URL; name one");
        }
        long weights = targets.stream().mapToLong(Target::weight).sum();
        if (weights > LARGEST_WEIGHT_SUM) {
            throw new IllegalArgumentException(
                    "the weights sum to at most " + LARGEST_WEIGHT_SUM + ", but to " + weights + "; lower them");
        }
    }

    private static void checkPipeline(List<Target> targets, boolean keepAlive, Rate rate) {
        if (!keepAlive) {
            throw new IllegalArgumentException("a pipeline needs connections that stay; leave out --no-keepalive");
        }
        if (!(rate instanceof Rate.Closed)) {
            throw new IllegalArgumentException("a pipeline has no given rate; leave out --rate or --pipeline");
        }
        if (targets.stream().map(Target::endpoint).distinct().count() > 1) {
            throw new IllegalArgumentException(
                    "a pipeline goes to one host and port, but the URLs name several; leave out --pipeline");
        }
        if (targets.stream()
                .anyMatch(target ->
                        target.request().isPresent() && target.request().get().isSimple())) {
            throw new IllegalArgumentException("HTTP/0.9 has no pipeline; leave out --pipeline");
        }
    }

    /** Returns the URL of the first target. */
    public URI target() {
        return targets.get(0).uri();
    }

    public LoadSpec withTargets(List<Target> targets, TargetOrder order) {
        return with(draft -> {
            draft.targets = targets;
            draft.order = order;
        });
    }

    public LoadSpec withPayload(Payload payload) {
        return with(draft -> draft.payload = Optional.of(payload));
    }

    public LoadSpec withPipeline(int pipeline) {
        return with(draft -> draft.pipeline = pipeline);
    }

    public LoadSpec withRate(Rate rate) {
        return with(draft -> draft.rate = rate);
    }

    public LoadSpec withRoute(Route route) {
        return with(draft -> draft.route = route);
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

    public LoadSpec withConnects(Connects connects) {
        return with(draft -> draft.connects = connects);
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

    public LoadSpec withMostBodyBytes(long mostBodyBytes) {
        return with(draft -> draft.mostBodyBytes = mostBodyBytes);
    }

    /** Gives the sockets buffers of this size; 0 for the system's choice. */
    public LoadSpec withSocketBuffers(int bytes) {
        return with(draft -> draft.wire = draft.wire.withBufferBytes(bytes));
    }

    /** Reads bodies so slowly, each; 0 for as fast as they come. */
    public LoadSpec withBodyBytesPerSecond(long bytes) {
        return with(draft -> draft.wire = draft.wire.withBodyBytesPerSecond(bytes));
    }

    /** Closes each connection as soon as its request is sent, without reading the answer. */
    public LoadSpec withUnreadAnswers() {
        return with(draft -> draft.wire = draft.wire.withUnread());
    }

    /** Ends connections with RST, so that their ports are free at once. */
    public LoadSpec withResets() {
        return with(draft -> draft.wire = draft.wire.withReset());
    }

    /** Lets the timeout of an answer begin anew with each byte. */
    public LoadSpec withTimeoutOfSilence() {
        return with(draft -> draft.wire = draft.wire.withTimeoutOfSilence());
    }

    public LoadSpec withPublicTargetOk(String host) {
        return with(draft -> draft.route = draft.route.withPublicTargetOk(host));
    }

    private LoadSpec with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.finish();
    }

    /** A spec being changed; spares every wither the list of all that stays. */
    private static final class Draft {
        private List<Target> targets;
        private TargetOrder order;
        private String method;
        private List<Header> headers;
        private Optional<Payload> payload;
        private HttpVersion version;
        private boolean keepAlive;
        private int pipeline;
        private int connections;
        private int threads;
        private Connects connects;
        private Rate rate;
        private Stop stop;
        private Duration warmup;
        private Duration timeout;
        private BodyCheck bodyCheck;
        private long mostBodyBytes;
        private Route route;
        private Wire wire;

        private Draft(LoadSpec spec) {
            targets = spec.targets;
            order = spec.order;
            method = spec.method;
            headers = spec.headers;
            payload = spec.payload;
            version = spec.version;
            keepAlive = spec.keepAlive;
            pipeline = spec.pipeline;
            connections = spec.connections;
            threads = spec.threads;
            connects = spec.connects;
            rate = spec.rate;
            stop = spec.stop;
            warmup = spec.warmup;
            timeout = spec.timeout;
            bodyCheck = spec.bodyCheck;
            mostBodyBytes = spec.mostBodyBytes;
            route = spec.route;
            wire = spec.wire;
        }

        private LoadSpec finish() {
            return new LoadSpec(
                    targets,
                    order,
                    method,
                    headers,
                    payload,
                    version,
                    keepAlive,
                    pipeline,
                    connections,
                    threads,
                    connects,
                    rate,
                    stop,
                    warmup,
                    timeout,
                    bodyCheck,
                    mostBodyBytes,
                    route,
                    wire);
        }
    }
}
