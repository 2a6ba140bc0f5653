package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.load.ScriptedServer;

/** Connections are refused or dropped: that is counted, not timed, so a busy machine changes nothing of it. */
@Timeout(120)
class PlantedConnectionIT {
    private static final Map<String, String> PAGES = Map.of("slow.php", "<?php usleep(20000); echo 'ok';");

    @TempDir
    Path folder;

    private Planter planter;

    @BeforeEach
    void begin() {
        planter = new Planter(folder);
    }

    @AfterEach
    void end() {
        planter.close();
    }

    /** Accepts a connection every 50 ms; two more may wait. */
    private static final class Hesitant implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

        Hesitant() throws IOException {
            var thread = new Thread(this::serve, "hesitant");
            thread.setDaemon(true);
            thread.start();
        }

        private void serve() {
            while (!listener.isClosed()) {
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
                try (Socket socket = listener.accept()) {
                    socket.setSoTimeout(1000);
                    if (socket.getInputStream().read(new byte[1000]) > 0) {
                        socket.getOutputStream()
                                .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
                                        .getBytes(StandardCharsets.ISO_8859_1));
                    }
                } catch (IOException e) {
                    // the client has given up, or the test is over
                }
            }
        }

        String address() {
            return "127.0.0.1:" + listener.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    @Test
    void backlog_ofOneAndSlowAccepts_isNamed() throws Exception {
        try (var server = new Hesitant()) {
            Scene scene = Scene.of("page", "http://" + server.address() + "/", 30)
                    .withoutKeepAlive()
                    .withTimes(2, Duration.ZERO, Duration.ofSeconds(4))
                    .watching(List.of(), List.of(server.address()), List.of());
            Verdict verdict = new MadeRace().with(scene, scene.play()).verdict(scene);
            List<Cause> named = Planted.print("a backlog of 1 and accepts every 50 ms", verdict);
            assertEquals(Cause.LISTEN_BACKLOG, named.get(0), Planted.evidence(verdict));
        }
    }

    /**
     * In a namespace of its own, where nobody else's connections are dropped. The page sleeps, and there are children for
     * all: a fast one would keep the driver's thread busy, which then is rightly named.
     */
    @Test
    void backlog_longEnough_isNotNamed() throws Exception {
        Netns alone = new Netns(planter);
        PhpServer server = new PhpServer(planter, PhpServer.Wish.pages(40).after(alone.prefix()), PAGES).first();
        Scene scene = server.scene("slow.php", 30).withoutKeepAlive();
        Verdict verdict = new MadeRace()
                .with(scene, scene.playFirst(alone.prefix(), planter))
                .verdict(scene);
        List<Cause> named = Planted.print("a backlog that is long enough", verdict);
        assertEquals(List.of(Cause.UNEXPLAINED), named, Planted.evidence(verdict));
    }

    /** The server lets the client close first, so that the client holds the ports. */
    @Test
    void ports_aHundred_areNamedAndMoreConnectionsAreRefusedBefore() throws Exception {
        Netns narrow = new Netns(planter);
        narrow.run("sysctl", "-q", "net.ipv4.ip_local_port_range=40000 40099");
        Scene scene = Scene.of("page", "", 20).withoutKeepAlive();
        Verdict verdict = new MadeRace()
                .with(scene, scene.playFirst(narrow.prefix(), planter))
                .verdict(scene);
        List<Cause> named = Planted.print("a hundred local ports", verdict);
        assertEquals(Cause.EPHEMERAL_PORTS, named.get(0), Planted.evidence(verdict));

        Optional<String> refused =
                Scene.of("page", "", 150).playFirst(narrow.prefix(), planter).refused();
        System.out.println("planted: 150 connections and a hundred local ports -> refused: " + refused.orElse("no"));
        assertTrue(refused.orElse("").contains("150 connections need a local port each"), refused::toString);
    }

    @Test
    void descriptors_ofTheServer_areNamed() throws Exception {
        PhpServer.Wish wish = PhpServer.Wish.pages(4).after("prlimit", "--nofile=40");
        PhpServer server = new PhpServer(planter, wish.workers(1, ""), PAGES);
        Scene scene = server.scene("slow.php", 64);
        Verdict verdict = new MadeRace().with(scene, scene.play()).verdict(scene);
        List<Cause> named = Planted.print("40 descriptors of the server", verdict);
        assertTrue(named.contains(Cause.DESCRIPTORS), Planted.evidence(verdict));
    }

    @Test
    void descriptors_ofTheClient_areRefusedBefore() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Optional<String> refused = Scene.of("page", server.uri().toString(), 200)
                    .playFirst(List.of("prlimit", "--nofile=200"), planter)
                    .refused();
            System.out.println("planted: 200 descriptors of the client -> refused: " + refused.orElse("no"));
            assertTrue(refused.orElse("").contains("raise ulimit -n"), refused::toString);
        }
    }
}
