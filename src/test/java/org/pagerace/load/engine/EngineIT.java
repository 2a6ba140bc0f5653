package org.pagerace.load.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pagerace.load.http.RequestTemplate;
import org.pagerace.load.stats.WorkerStats;
import org.pagerace.result.FailureKind;

/** Targets that never take a connection, which a LoadRunner would report as unreachable. */
@Timeout(60)
class EngineIT {
    @Test
    void run_nobodyListens_countsEachRefusal() throws Exception {
        InetSocketAddress dead;
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            dead = new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
        }
        WorkerStats stats = run(plan(dead, 12, Duration.ofSeconds(5)));
        assertEquals(12, stats.count(FailureKind.REFUSED));
        assertEquals(12, stats.counters().started);
    }

    /** A full backlog makes Linux drop the SYN: the client hears nothing. */
    @Test
    void run_backlogFull_countsConnectTimeouts() throws Exception {
        List<SocketChannel> fillers = new ArrayList<>();
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var address = new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
            fill(address, fillers);
            WorkerStats stats = run(plan(address, 4, Duration.ofMillis(80)));
            assertEquals(4, stats.count(FailureKind.CONNECT_TIMEOUT));
            assertEquals(4, stats.connect().count(), "what was out of time is in the distribution");
            assertTrue(stats.connect().min() >= 79_000_000, stats.connect().toString());
            assertEquals(0, stats.total().count());
        } finally {
            for (SocketChannel filler : fillers) {
                filler.close();
            }
        }
    }

    @Test
    void requestsOf_anySplit_sumsToAll() {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        for (int connections = 1; connections <= 12; connections++) {
            for (int threads = 1; threads <= connections; threads++) {
                for (long requests = 1; requests <= 40; requests += 3) {
                    assertSplit(plan(address, connections, threads, requests, 1));
                }
            }
        }
    }

    private static void assertSplit(LoadPlan plan) {
        long requests = 0;
        int connections = 0;
        for (int i = 0; i < plan.threads(); i++) {
            requests += plan.requestsOf(i);
            connections += plan.connectionsOf(i);
        }
        assertEquals(plan.requests(), requests, plan.toString());
        assertEquals(plan.connections(), connections, plan.toString());
    }

    /** Connects until a connect gets no answer; that one stays in line as well. */
    private static void fill(InetSocketAddress address, List<SocketChannel> fillers) throws IOException {
        boolean full = false;
        while (!full) {
            assertFalse(fillers.size() > 100, "the backlog does not fill up");
            var channel = SocketChannel.open();
            fillers.add(channel);
            try {
                channel.socket().connect(address, 100);
            } catch (SocketTimeoutException e) {
                full = true;
            }
        }
    }

    private static WorkerStats run(LoadPlan plan) throws IOException, InterruptedException {
        var engine = new Engine(plan, Clock.SYSTEM);
        engine.start();
        assertTrue(engine.join(Duration.ofSeconds(30)));
        assertFalse(engine.view().connected());
        assertEquals(plan.requests(), engine.view().connectFailures());
        return engine.stats();
    }

    private static LoadPlan plan(InetSocketAddress address, long requests, Duration timeout) {
        return plan(address, 2, 1, requests, timeout.toNanos());
    }

    private static LoadPlan plan(
            InetSocketAddress address, int connections, int threads, long requests, long timeoutNanos) {
        var aim = new Aim(new Endpoint(address, Optional.empty()), template(), BodyRule.any(), 1);
        return new LoadPlan(
                List.of(aim),
                OptionalLong.empty(),
                true,
                1,
                connections,
                threads,
                requests,
                LoadPlan.UNLIMITED,
                0,
                100_000,
                false,
                true,
                timeoutNanos,
                LoadPlan.UNLIMITED,
                Optional.empty(),
                List.of(),
                Wire.USUAL,
                0,
                Optional.empty());
    }

    private static RequestTemplate template() {
        return RequestTemplate.of("GET", URI.create("http://127.0.0.1/"), "HTTP/1.1", true, List.of());
    }
}
