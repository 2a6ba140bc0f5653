package org.pagerace.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pagerace.pages.Answer;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Relay;
import org.pagerace.pages.Web;

/** Requests that wait for the database, in a real Tomcat; QueueIT shows the same, and more, on Jetty. */
class TomcatQueueIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int WAITING = 40;
    private static final String CONTEXT = "/bench";

    @TempDir
    private static Path folder;

    private static PageDatabase database;

    @BeforeAll
    static void startDatabase() throws Exception {
        database = new PageDatabase(folder.resolve("data"));
    }

    @AfterAll
    static void stopDatabase() {
        if (database != null) {
            database.close();
        }
    }

    /** Tomcat waits first for those who wait, then ends them, then waits for the one that is served: 3 s each time. */
    @ParameterizedTest
    @EnumSource(names = {"TOMCAT_10", "TOMCAT_11"})
    void db_manyWait_othersAnswerAndNothingIsLost(Kind kind) throws Exception {
        try (var relay = new Relay(database.port());
                Container container = start(kind, relay)) {
            var clients = new Clients(container);
            Web.await(container.port(), CONTEXT + "/db", container.process()::isAlive);
            for (int round = 0; round < 2; round++) {
                relay.hold();
                clients.send(1_000);
                clients.await("Waiting requests", 999);
                clients.leave();
                relay.letGo();
                clients.await("Waiting requests", 0);
                clients.await("Active connections", 0);
            }
            relay.hold();
            Socket inside = clients.send(1).get(0);
            clients.await("Active connections", 1);
            List<Socket> waiting = clients.send(WAITING);
            clients.await("Waiting requests", WAITING);
            for (String target : List.of("/open", "/welcome.html", "/info")) {
                assertEquals(200, container.wire().get(target).status(), target);
            }
            var manager = new Manager(container.port(), database.password());
            var undeployment = new FutureTask<>(() -> {
                manager.undeploy(CONTEXT);
                return true;
            });
            new Thread(undeployment, "undeployment").start();
            for (Socket client : waiting) {
                Answer answer = answer(client);
                assertEquals(503, answer.status());
                assertEquals("503 busy\n", answer.text());
                assertEquals("1", answer.header("Retry-After"));
            }
            relay.letGo();
            assertEquals(200, answer(inside).status());
            assertTrue(undeployment.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
            manager.assertFindsNoLeak();
            assertEquals(List.of(), container.complaints());
        }
    }

    private static Container start(Kind kind, Relay relay) throws Exception {
        var deployment = Deployment.atRoot(folder.resolve(kind.name()))
                .at(CONTEXT)
                .withEnvironment(database.javaEnvironment())
                .withEnvironment(Map.of(
                        "PAGERACE_DATABASE_URL", database.urlVia(relay.port()) + "?socketTimeout=60000",
                        "PAGERACE_DATABASE_CONNECTION_TIMEOUT", "60s",
                        "PAGERACE_DATABASE_POOL_SIZE", "1",
                        "PAGERACE_DATABASE_QUEUE_TIMEOUT", "60s"));
        return new Tomcat(deployment, kind.distribution())
                .manager(database.password())
                .context(CONTEXT, "<Context docBase=\"" + Container.war() + "\" unloadDelay=\"3000\"/>")
                .start();
    }

    private static Answer answer(Socket client) throws IOException {
        return Answer.parse(client.getInputStream().readAllBytes());
    }

    /** Clients of /db, each with a connection of its own. */
    private record Clients(Container container, List<Socket> sockets) {

        Clients(Container container) {
            this(container, new ArrayList<>());
        }

        List<Socket> send(int count) throws IOException {
            List<Socket> sent = new ArrayList<>();
            String request = "GET " + CONTEXT + "/db HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            for (int i = 0; i < count; i++) {
                var socket = new Socket(InetAddress.getLoopbackAddress(), container.port());
                sockets.add(socket);
                sent.add(socket);
                socket.setSoTimeout((int) LIMIT.toMillis());
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            }
            return sent;
        }

        void leave() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
            sockets.clear();
        }

        /** Waits until /info shows this number of the pool. */
        void await(String figure, int expected) throws IOException {
            String line = figure + " => " + expected + "\n";
            long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
            String pool = pool();
            while (!pool.contains(line)) {
                String last = pool;
                assertTrue(System.nanoTime() - deadlineNanos < 0, () -> "no " + line + last);
                pool = pool();
            }
        }

        private String pool() throws IOException {
            return container.wire().get("/info?what=pool&format=text").text();
        }
    }
}
