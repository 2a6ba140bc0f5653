package org.pagerace.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

/** What is sent, where to, and what is told of it. */
@Timeout(60)
class RouteIT {
    @Test
    void run_payload_isSentWithItsTypeAndLength() throws Exception {
        String body = "a=1\r\n\r\nGET / HTTP/1.1";
        try (var server = new ScriptedServer(peer -> {
            while (peer.request()) {
                peer.send(peer.body(body.length()).equals(body) ? ScriptedServer.OK : "nonsense");
            }
        })) {
            LoadResult result = run(spec(server, 20)
                    .withMethod("PUT")
                    .withPayload(Payload.of(body.getBytes(US_ASCII), "application/x-www-form-urlencoded")));
            assertEquals(20, result.ok(), result.outcomes().toString());
            assertTrue(server.firstRequest().startsWith("PUT /page HTTP/1.1\r\n"), server.firstRequest());
            assertTrue(server.firstRequest().contains("\r\nContent-Length: 21\r\n"), server.firstRequest());
            assertTrue(
                    server.firstRequest().contains("\r\nContent-Type: application/x-www-form-urlencoded\r\n"),
                    server.firstRequest());
        }
    }

    @Test
    void run_ownBytes_goOntoTheWireUnchanged() throws Exception {
        String request = "GET http://other.test/x HTTP/1.0\r\nConnection: Keep-Alive\r\nhost: any\r\n\r\n";
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Target target = Target.of(server.uri()).withRequestBytes(request.getBytes(US_ASCII));
            LoadResult result =
                    run(LoadSpec.of(List.of(target)).withConnections(1, 1).withStop(new Stop.AfterRequests(5)));
            assertEquals(5, result.ok());
            assertEquals(request, server.firstRequest());
        }
    }

    /** HTTP/0.9: one line, and the answer is a body without a head. */
    @Test
    void run_simpleRequest_takesAllForTheBody() throws Exception {
        try (var server = new ScriptedServer(peer -> {
            if (peer.body(11).equals("GET /page\r\n")) {
                peer.send("<p>hello");
            }
        })) {
            Target target = Target.of(server.uri()).withRequestBytes("GET /page\r\n".getBytes(US_ASCII));
            LoadResult result =
                    run(LoadSpec.of(List.of(target)).withConnections(2, 1).withStop(new Stop.AfterRequests(6)));
            assertEquals(6, result.ok(), result.outcomes().toString());
            assertEquals(48, result.bodyBytes());
        }
    }

    @Test
    void run_targetsInTurn_comeByTheirWeights() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            List<Target> targets = List.of(target(server, "/a").withWeight(2), target(server, "/b"));
            run(LoadSpec.of(targets).withConnections(1, 1).withStop(new Stop.AfterRequests(6)));
            assertEquals(
                    List.of("/a", "/a", "/b", "/a", "/a", "/b"),
                    server.requests().stream()
                            .map(request -> request.split(" ", -1)[1])
                            .toList());
        }
    }

    /** 3,000 choices of 1 in 4: 750 more or less 5 standard deviations (24). */
    @Test
    void run_targetsAtRandom_comeInProportionAndTheSameForASeed() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            List<Target> targets = List.of(target(server, "/a").withWeight(3), target(server, "/b"));
            var log = new Log();
            LoadSpec spec = LoadSpec.of(targets)
                    .withTargets(targets, new TargetOrder.AtRandom(42))
                    .withConnections(1, 1)
                    .withStop(new Stop.AfterRequests(3_000));
            new LoadRunner(spec, Progress.NONE, log).run();
            long second = log.targets.stream().filter(target -> target == 1).count();
            assertTrue(second > 630 && second < 870, "second " + second);
            var again = new Log();
            new LoadRunner(spec, Progress.NONE, again).run();
            assertEquals(log.targets, again.targets);
        }
    }

    @Test
    void run_targetsOnTwoPorts_changeConnections() throws Exception {
        try (var one = ScriptedServer.answering(ScriptedServer.OK);
                var two = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadResult result = run(LoadSpec.of(List.of(target(one, "/"), target(two, "/")))
                    .withConnections(1, 1)
                    .withStop(new Stop.AfterRequests(10)));
            assertEquals(10, result.ok());
            assertEquals(10, result.connectionsOpened());
            assertEquals(5, one.requestCount());
            assertEquals(5, two.requestCount());
        }
    }

    /** All of 127.0.0.0/8 is this machine on Linux. */
    @Test
    void run_sources_takeTurns() throws Exception {
        Set<String> peers = ConcurrentHashMap.newKeySet();
        try (var server = new ScriptedServer(peer -> {
            peers.add(peer.socket().getInetAddress().getHostAddress());
            peer.request();
            peer.send(ScriptedServer.OK);
        })) {
            List<InetAddress> sources = List.of(InetAddress.getByName("127.0.0.2"), InetAddress.getByName("127.0.0.3"));
            LoadResult result = run(spec(server, 10).withKeepAlive(false).withRoute(Route.DIRECT.withSources(sources)));
            assertEquals(10, result.ok());
            assertEquals(Set.of("127.0.0.2", "127.0.0.3"), peers);
        }
    }

    @Test
    void run_pinnedName_needsNoNameServer() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            int port = server.uri().getPort();
            Route route = Route.DIRECT.withPins(Map.of("rival.test:" + port, InetAddress.getLoopbackAddress()));
            LoadResult result = run(LoadSpec.of(URI.create("http://Rival.test:" + port + "/"))
                    .withConnections(1, 1)
                    .withStop(new Stop.AfterRequests(2))
                    .withRoute(route));
            assertEquals(2, result.ok());
            assertTrue(server.firstRequest().contains("\r\nHost: Rival.test:" + port + "\r\n"), server.firstRequest());
        }
    }

    @Test
    void run_pinToAPublicAddress_isJudgedAsAnyOther() throws Exception {
        LoadSpec spec = LoadSpec.of(URI.create("http://rival.test/"))
                .withRoute(Route.DIRECT.withPins(Map.of("rival.test:80", InetAddress.getByName("192.0.2.1"))));
        assertThrows(TargetRefusedException.class, () -> run(spec));
    }

    @Test
    void run_ipv6_isReached() throws Exception {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
        boolean present = NetworkInterface.getByInetAddress(loopback) != null;
        Peers.require(present, "this machine has no IPv6 on loopback");
        try (var server = new ScriptedServer(loopback, peer -> {
            while (peer.request()) {
                peer.send(ScriptedServer.OK);
            }
        })) {
            LoadResult result = run(spec(server, 50));
            assertEquals(50, result.ok());
            int port = server.uri().getPort();
            assertEquals("[0:0:0:0:0:0:0:1]:" + port, result.address());
            assertTrue(
                    server.firstRequest().contains("\r\nHost: [0:0:0:0:0:0:0:1]:" + port + "\r\n"),
                    server.firstRequest());
        }
    }

    @Test
    void run_sourceThatIsNotOurs_isRefusedBeforeTheStart() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadSpec spec = spec(server, 1)
                    .withConnections(1, 1)
                    .withRoute(Route.DIRECT.withSources(
                            List.of(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}))));
            var e = assertThrows(LoadException.class, () -> run(spec));
            assertTrue(e.getMessage().startsWith("nothing can be sent from 192.0.2.1: "), e.getMessage());
            assertEquals(0, server.connectionCount());
        }
    }

    @Test
    void run_unixSocket_isReached(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("s");
        try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(path));
            var server = new Thread(() -> answerOne(listener), "unix-server");
            server.start();
            LoadResult result = run(LoadSpec.of(URI.create("http://any.test/"))
                    .withConnections(1, 1)
                    .withStop(new Stop.AfterRequests(30))
                    .withRoute(Route.DIRECT.withUnixSocket(path)));
            assertEquals(30, result.ok());
            assertEquals(path.toString(), result.address());
            server.join();
        }
        LoadSpec gone = LoadSpec.of(URI.create("http://any.test/"))
                .withRoute(Route.DIRECT.withUnixSocket(folder.resolve("gone")));
        assertThrows(UnreachableException.class, () -> run(gone));
    }

    private static void answerOne(ServerSocketChannel listener) {
        try (SocketChannel peer = listener.accept()) {
            ByteBuffer request = ByteBuffer.allocate(4096);
            while (peer.read(request.clear()) > 0) { // one request at a time, and smaller than this
                peer.write(ByteBuffer.wrap(ScriptedServer.OK.getBytes(US_ASCII)));
            }
        } catch (AsynchronousCloseException e) {
            // the test has ended
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    // The log

    private static final class Log implements RequestLog {
        private final List<Integer> targets = new ArrayList<>();
        private final Map<FailureKind, Long> kinds = new java.util.EnumMap<>(FailureKind.class);
        private final List<String> heads = new ArrayList<>();
        private boolean ordered = true;
        private long reused;
        private long checksum;

        @Override
        public synchronized void onEnd(RequestSample sample) {
            targets.add(sample.target);
            kinds.merge(sample.kind, 1L, Long::sum);
            heads.add(new String(sample.head, 0, sample.headLength, US_ASCII));
            reused += sample.reused ? 1 : 0;
            checksum = sample.crc32c;
            boolean connected = sample.reused == (sample.connectedNanos == RequestSample.NONE);
            ordered &= sample.beginNanos <= sample.sendNanos
                    && sample.firstByteNanos <= sample.endNanos
                    && sample.dueNanos == RequestSample.NONE
                    && connected;
        }

        @Override
        public boolean needsHead() {
            return true;
        }

        @Override
        public boolean needsChecksum() {
            return true;
        }
    }

    @Test
    void onEnd_everyRequest_isToldOnce() throws Exception {
        String head = "HTTP/1.1 404 no\r\nContent-Length: 2\r\nServer: x\r\n\r\n";
        var log = new Log();
        try (var server = new ScriptedServer(peer -> {
            for (int i = 0; peer.request(); i++) {
                peer.send(i % 2 == 0 ? ScriptedServer.OK : head + "no");
            }
        })) {
            LoadResult result = new LoadRunner(spec(server, 40).withConnections(1, 1), Progress.NONE, log).run();
            assertEquals(Map.of(FailureKind.OK, 20L, FailureKind.HTTP_4XX, 20L), log.kinds);
            assertEquals(40, result.started());
        }
        assertEquals(39, log.reused);
        assertTrue(log.ordered);
        assertEquals(head, log.heads.get(1));
        var crc = new java.util.zip.CRC32C();
        crc.update("no".getBytes(US_ASCII));
        assertEquals(crc.getValue(), log.checksum);
    }

    private static Target target(ScriptedServer server, String path) {
        return Target.of(server.uri().resolve(path));
    }

    private static LoadSpec spec(ScriptedServer server, long requests) {
        return LoadSpec.of(server.uri()).withConnections(2, 1).withStop(new Stop.AfterRequests(requests));
    }

    private static LoadResult run(LoadSpec spec) throws LoadException, InterruptedException {
        return new LoadRunner(spec, Progress.NONE).run();
    }
}
