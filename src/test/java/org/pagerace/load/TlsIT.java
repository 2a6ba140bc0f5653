package org.pagerace.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

@Timeout(60)
class TlsIT {
    private static final Route.Tls INSECURE = new Route.Tls(false, Optional.empty(), true);

    @TempDir
    static Path folder;

    private static Certificates certificates;

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificates = new Certificates(folder, "ip:127.0.0.1");
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2, true", "TLSv1.3, true", "TLSv1.2, false", "TLSv1.3, false"})
    void run_trustedCertificate_isServed(String protocol, boolean keepAlive) throws Exception {
        String body = "0123456789".repeat(100_000); // more than a connection may read in one turn
        String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        try (var server = ScriptedServer.secured(certificates.server(protocol), peer -> {
            ((SSLSocket) peer.socket()).setEnabledProtocols(new String[] {protocol});
            while (peer.request()) {
                peer.send(answer);
            }
        })) {
            LoadResult result = run(server, trusting(true), 60, keepAlive);
            assertEquals(60, result.ok(), result.outcomes().toString());
            assertEquals(60L * body.length(), result.bodyBytes());
            assertEquals(keepAlive ? 3 : 60, result.connectionsOpened());
            assertEquals(result.connectionsOpened(), result.connect().count());
        }
    }

    @Test
    void run_unknownAuthority_isRefusedAndSaysHow() throws Exception {
        try (var server = answering()) {
            var e = assertThrows(UnreachableException.class, () -> run(server, Route.Tls.VERIFIED, 6, true));
            assertTrue(e.getMessage().contains("no TLS connection: nobody who is trusted"), e.getMessage());
            assertTrue(e.getMessage().contains("--cacert"), e.getMessage());
        }
    }

    @Test
    void run_insecure_asksNothingAndIsRecorded() throws Exception {
        try (var server = answering()) {
            LoadResult result = run(server, INSECURE, 6, true);
            assertEquals(6, result.ok());
            assertEquals("true", result.settings().further().get("insecure"));
        }
    }

    /** The certificate is for 127.0.0.1 and trusted, but the URL has another name. */
    @Test
    void run_otherHostName_isRefused() throws Exception {
        try (var server = answering()) {
            LoadSpec spec = named(server, "rival.test").withRoute(pinned(server, trusting(true)));
            assertThrows(UnreachableException.class, () -> new LoadRunner(spec, Progress.NONE).run());
        }
    }

    /** RFC 6066 section 3. */
    @Test
    void run_hostName_isIndicatedToTheServer() throws Exception {
        Set<String> names = ConcurrentHashMap.newKeySet();
        try (var server = ScriptedServer.secured(certificates.server("TLSv1.3"), peer -> {
            peer.request();
            var session = (ExtendedSSLSession) ((SSLSocket) peer.socket()).getSession();
            session.getRequestedServerNames().forEach(name -> names.add(((SNIHostName) name).getAsciiName()));
            peer.send(ScriptedServer.OK);
        })) {
            new LoadRunner(named(server, "rival").withRoute(pinned(server, INSECURE)), Progress.NONE).run();
            assertEquals(Set.of("rival"), names);
        }
    }

    /** With TLS 1.2 a resumed session has the number of the one before. */
    @ParameterizedTest
    @CsvSource({"true, 1", "false, 20"})
    void run_newConnections_resumeTheSessionUnlessTold(boolean resume, int sessions) throws Exception {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        try (var server = ScriptedServer.secured(certificates.server("TLSv1.2"), peer -> {
            ((SSLSocket) peer.socket()).setEnabledProtocols(new String[] {"TLSv1.2"});
            peer.request();
            seen.add(HexFormat.of()
                    .formatHex(((SSLSocket) peer.socket()).getSession().getId()));
            peer.send(ScriptedServer.OK);
        })) {
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(1, 1)
                    .withKeepAlive(false)
                    .withStop(new Stop.AfterRequests(20))
                    .withRoute(Route.DIRECT.withTls(trusting(resume)));
            assertEquals(20, new LoadRunner(spec, Progress.NONE).run().ok());
            assertEquals(sessions, seen.size());
        }
    }

    /** RFC 9112 section 9.8: without close_notify, an end of the connection is no end of the body. */
    @ParameterizedTest
    @CsvSource({"true, OK", "false, SHORT_BODY"})
    void run_bodyUntilClose_isWholeOnlyWithCloseNotify(boolean notify, FailureKind kind) throws Exception {
        var factory = certificates.server("TLSv1.3").getSocketFactory();
        try (var server = new ScriptedServer(peer -> {
            var tls = (SSLSocket) factory.createSocket(peer.socket(), null, false);
            tls.setUseClientMode(false);
            assertTrue(tls.getInputStream().read(new byte[4096]) > 0);
            tls.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n<p>hi".getBytes(US_ASCII));
            if (notify) {
                tls.shutdownOutput();
            }
        })) {
            LoadSpec spec = LoadSpec.of(
                            URI.create("https://127.0.0.1:" + server.uri().getPort() + "/"))
                    .withConnections(1, 1)
                    .withStop(new Stop.AfterRequests(6))
                    .withRoute(Route.DIRECT.withTls(trusting(true)));
            LoadResult result = new LoadRunner(spec, Progress.NONE).run();
            assertEquals(6, result.count(kind), result.outcomes().toString());
        }
    }

    /** A server that speaks plain HTTP on its TLS port. */
    @Test
    void run_noTlsAtAll_isClassTls() throws Exception {
        try (var server = new ScriptedServer(peer -> peer.send("HTTP/1.1 400 Bad Request\r\n\r\n"));
                var second = answering()) {
            String plain = "https://127.0.0.1:" + server.uri().getPort() + "/";
            var targets = List.of(Target.of(second.uri()), Target.of(URI.create(plain)));
            LoadSpec spec = LoadSpec.of(targets)
                    .withConnections(1, 1)
                    .withStop(new Stop.AfterRequests(10))
                    .withRoute(Route.DIRECT.withTls(trusting(true)));
            LoadResult result = new LoadRunner(spec, Progress.NONE).run();
            assertEquals(5, result.ok());
            assertEquals(5, result.count(FailureKind.TLS));
        }
    }

    @Test
    void run_noCertificateInTheFile_saysSo(@TempDir Path empty) throws Exception {
        Path file = Files.writeString(empty.resolve("notes.txt"), "remember the milk");
        try (var server = answering()) {
            var tls = new Route.Tls(true, Optional.of(file), true);
            var e = assertThrows(LoadException.class, () -> run(server, tls, 1, true));
            assertTrue(e.getMessage().endsWith("check --cacert"), e.getMessage());
        }
    }

    private static ScriptedServer answering() throws Exception {
        return ScriptedServer.secured(certificates.server("TLSv1.3"), peer -> {
            while (peer.request()) {
                peer.send(ScriptedServer.OK);
            }
        });
    }

    private static Route.Tls trusting(boolean resume) {
        return new Route.Tls(true, Optional.of(certificates.pem()), resume);
    }

    private static LoadSpec named(ScriptedServer server, String host) {
        var uri = URI.create("https://" + host + ":" + server.uri().getPort() + "/");
        return LoadSpec.of(uri).withConnections(1, 1).withStop(new Stop.AfterRequests(1));
    }

    private static Route pinned(ScriptedServer server, Route.Tls tls) {
        var here = InetAddress.getLoopbackAddress();
        int port = server.uri().getPort();
        return Route.DIRECT.withTls(tls).withPins(Map.of("rival.test:" + port, here, "rival:" + port, here));
    }

    private static LoadResult run(ScriptedServer server, Route.Tls tls, long requests, boolean keepAlive)
            throws LoadException, InterruptedException {
        LoadSpec spec = LoadSpec.of(server.uri())
                .withConnections(3, 1)
                .withKeepAlive(keepAlive)
                .withStop(new Stop.AfterRequests(requests))
                .withRoute(Route.DIRECT.withTls(tls));
        return new LoadRunner(spec, Progress.NONE).run();
    }
}
