package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.Peers;
import org.pagerace.config.Keys;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Stop;
import org.pagerace.process.Programs;
import org.pagerace.serve.EmbeddedServer;
import org.pagerace.serve.ServeOptions;

/** Requests that wait for the database, on the real server: the database answers when the test lets it. */
class QueueIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration REFUSED_WITHIN = Duration.ofSeconds(5); // on a loaded machine; it is a matter of ms
    private static final long POLL_NANOS = Duration.ofMillis(2).toNanos();
    private static final int POOL = 10;
    private static final String WAITING = "Waiting requests";
    private static final String SHED = "Shed requests";

    @TempDir
    private static Path folder;

    private static PageDatabase database;

    private Relay relay;
    private EmbeddedServer server; // null where the test has one of its own
    private int port;
    private final List<Socket> clients = new ArrayList<>();

    @BeforeAll
    static void startDatabase() throws Exception {
        database = new PageDatabase(folder.resolve("data"));
    }

    @AfterAll
    static void stopDatabase() {
        database.close();
    }

    @BeforeEach
    void startRelay() throws IOException {
        relay = new Relay(database.port());
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        relay.letGo();
        if (server != null) {
            server.close();
        }
        relay.close();
    }

    /** Starts the pages with patience for a database that is slow on purpose, and warms them up. */
    private void start(String queueTimeout) throws Exception {
        start(Map.of(Keys.QUEUE_TIMEOUT, queueTimeout));
    }

    private void start(Map<String, String> settings) throws Exception {
        Map<String, String> attributes = new HashMap<>(database.attributesVia(relay.port()));
        attributes.merge(Keys.URL, "?socketTimeout=60000", String::concat);
        attributes.put(Keys.CONNECTION_TIMEOUT, "60s");
        attributes.putAll(settings);
        server = EmbeddedServer.bind(PageDatabase.home(), new ServeOptions("127.0.0.1", 0), folder);
        server.start(attributes);
        port = server.port();
        Web.await(port, "/db", () -> true);
    }

    private Socket send(String request) throws IOException {
        var client = new Socket();
        client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        client.setSoTimeout((int) LIMIT.toMillis());
        client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        clients.add(client);
        return client;
    }

    private List<Socket> send(int count) throws IOException {
        List<Socket> sent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sent.add(send(request("GET", "/db")));
        }
        return sent;
    }

    private static String request(String method, String target) {
        return method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    }

    private static Answer answer(Socket client) throws IOException {
        return Answer.parse(client.getInputStream().readAllBytes());
    }

    /** Returns a number that /info shows of the pool. */
    private int figure(String name) throws IOException, InterruptedException {
        String text = Web.get(port, "/info?what=pool&format=text").text();
        Matcher matcher = Pattern.compile(name + " => (\\d+)").matcher(text);
        assertTrue(matcher.find(), text);
        return Integer.parseInt(matcher.group(1));
    }

    private void await(String name, int expected) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        for (int now = figure(name); now != expected; now = figure(name)) {
            assertTrue(System.nanoTime() - deadlineNanos < 0, name + ": " + now + ", expected: " + expected);
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static void assertBusy(Answer answer) {
        assertEquals(503, answer.status());
        assertEquals("1", answer.header("Retry-After"));
        assertEquals("503 busy\n", answer.latin());
    }

    @Test
    void db_thousandWait_otherPagesAnswerAndAllAreServedInTheEnd() throws Exception {
        start("60s");
        String page = Web.get(port, "/db").latin();
        relay.hold();
        List<Socket> sent = send(1_000);
        await(WAITING, 1_000 - POOL);
        for (int i = 0; i < 20; i++) {
            for (String target : List.of("/open", "/info", "/welcome.html")) {
                assertEquals(200, Web.get(port, target).status(), target);
            }
        }
        assertEquals(1_000 - POOL, figure(WAITING), "they waited all the while");
        relay.letGo();
        for (Socket client : sent) {
            Answer answer = answer(client);
            assertEquals(200, answer.status());
            assertEquals(page, answer.latin());
        }
        assertEquals(0, figure(WAITING));
        assertEquals(0, figure(SHED));
    }

    @Test
    void db_waitedTooLong_is503WhileTheOthersAreServed() throws Exception {
        start("300ms");
        relay.hold();
        long startNanos = System.nanoTime();
        List<Socket> sent = send(POOL + 40);
        await(SHED, 40);
        assertTrue(System.nanoTime() - startNanos >= Duration.ofMillis(300).toNanos());
        relay.letGo();
        int refused = 0;
        for (Socket client : sent) {
            Answer answer = answer(client);
            if (answer.status() != 200) {
                assertBusy(answer);
                refused++;
            }
        }
        assertEquals(40, refused);
    }

    @Test
    void db_queueFull_is503AtOnce() throws Exception {
        start(Map.of(Keys.POOL_SIZE, "1", Keys.QUEUE_LENGTH, "1", Keys.QUEUE_TIMEOUT, "60s"));
        relay.hold();
        List<Socket> served = send(2);
        await(WAITING, 1);
        assertBusy(answer(send(request("GET", "/db"))));
        relay.letGo();
        for (Socket client : served) {
            assertEquals(200, answer(client).status());
        }
    }

    /** The container brings a waiting request back by its address, which clients may write in several ways. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /db.php", "GET /d%62?persistent=1", "GET /db;x=1", "HEAD /db", "POST /db"})
    void db_everyAddress_comesBackFromTheQueue(String line) throws Exception {
        start(Map.of(Keys.POOL_SIZE, "1", Keys.QUEUE_TIMEOUT, "60s", Keys.POST_AS_GET, "true"));
        String[] words = line.split(" ", 2);
        Answer unhindered = answer(send(request(words[0], words[1])));
        relay.hold();
        send(1);
        await("Active connections", 1);
        Socket waiting = send(request(words[0], words[1]));
        await(WAITING, 1);
        relay.letGo();
        Answer answer = answer(waiting);
        assertEquals(200, answer.status());
        assertEquals(unhindered.headers().keySet(), answer.headers().keySet());
        assertEquals(unhindered.latin(), answer.latin());
    }

    @Test
    void db_databaseGoesWhileTheyWait_allAreRefusedAndLaterOnesServed() throws Exception {
        start(Map.of(Keys.QUEUE_TIMEOUT, "60s", Keys.CONNECTION_TIMEOUT, "1s"));
        relay.hold();
        List<Socket> sent = send(POOL + 40);
        await(WAITING, 40);
        relay.cut();
        for (Socket client : sent) {
            assertBusy(answer(client));
        }
        relay.letGo();
        relay.mend();
        Web.await(port, "/db", () -> true);
        assertEquals(0, figure(SHED), "the breaker's refusals are no overload");
    }

    @Test
    void db_clientsGoWhileTheyWait_noPermitIsLost() throws Exception {
        start("60s");
        for (int round = 0; round < 2; round++) {
            relay.hold();
            List<Socket> sent = send(POOL + 1_000);
            await(WAITING, 1_000); // with one permit lost in the round before it would be one more
            for (Socket client : sent) {
                client.close();
            }
            relay.letGo();
            await(WAITING, 0);
            await("Active connections", 0);
        }
    }

    /** Each answer is larger than what a socket buffers here, so a writer that held a permit would keep it for good. */
    @Test
    void db_clientsReadNothing_holdNoPermit() throws Exception {
        start(Map.of(Keys.POOL_SIZE, "1"));
        for (int i = 0; i < 3; i++) {
            var slow = new Socket();
            slow.setReceiveBufferSize(4096);
            slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            clients.add(slow);
            String many = "GET /db HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1_000);
            slow.getOutputStream().write(many.getBytes(StandardCharsets.US_ASCII));
        }
        awaitWriters(3, DbServlet.class);
        for (int i = 0; i < 20; i++) {
            assertEquals(200, answer(send(request("GET", "/db"))).status());
        }
    }

    private static void awaitWriters(int count, Class<?> writer) {
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        while (Thread.getAllStackTraces().entrySet().stream()
                        .filter(thread -> thread.getKey().getState() == Thread.State.WAITING
                                && Arrays.stream(thread.getValue())
                                        .anyMatch(frame -> frame.getClassName().equals(writer.getName())))
                        .count()
                < count) {
            assertTrue(System.nanoTime() - deadlineNanos < 0, "the kernel takes it all");
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /**
     * The answers of a client that pipelines and does not read wait for it in the container's threads. A thread that
     * refuses others must not be among them.
     */
    @Test
    void db_refusedClientReadsNothing_othersAreRefusedInTime() throws Exception {
        Server jetty = startJetty(Duration.ofSeconds(30), Map.of(Keys.QUEUE_TIMEOUT, "2ms"));
        try {
            ((ServerConnector) jetty.getConnectors()[0]).setAcceptedSendBufferSize(4096); // full after few answers
            relay.hold();
            send(1);
            await("Active connections", 1);
            var slow = new Socket();
            slow.setReceiveBufferSize(4096);
            slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            clients.add(slow);
            String page = "GET /testing.html HTTP/1.1\r\nHost: localhost\r\n\r\n";
            String many = page.repeat(10) + page.replace("testing.html", "db").repeat(5_000);
            Thread writer = new Thread(() -> write(slow, many), "pipelining client");
            writer.setDaemon(true); // it waits when the server reads no more
            writer.start();
            awaitWriters(1, WaitingRequest.class);
            for (int i = 0; i < 20; i++) {
                Socket innocent = send(request("GET", "/db"));
                innocent.setSoTimeout((int) REFUSED_WITHIN.toMillis());
                assertBusy(answer(innocent));
            }
        } finally {
            for (Socket client : clients) {
                client.close();
            }
            jetty.stop();
        }
    }

    private static void write(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // the test closes it
        }
    }

    /** The classic tests come with 1,000 clients: a healthy database must never be the cause of a 503. */
    @ParameterizedTest
    @ValueSource(strings = {"-k", "-q"}) // kept alive, and a connection for each request (ab is quiet anyhow)
    void db_thousandClientsOfAb_allAreServed(String option) throws Exception {
        Peers.require(Programs.find("ab").isPresent(), "ab is not installed: apt-get install apache2-utils");
        startByDefault();
        Process ab = new ProcessBuilder(
                        "ab", "-q", option, "-c", "1000", "-n", "10000", "http://127.0.0.1:" + port + "/db")
                .redirectErrorStream(true)
                .start();
        String output = new String(ab.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, ab.waitFor(), output);
        assertTrue(output.contains("Complete requests:      10000\n"), output);
        assertTrue(output.contains("Failed requests:        0\n"), output);
        assertFalse(output.contains("Non-2xx"), output);
        assertEquals(0, figure(SHED));
    }

    @Test
    void db_thousandClientsOfOurDriver_allAreServed() throws Exception {
        startByDefault();
        LoadSpec spec = LoadSpec.of(URI.create("http://127.0.0.1:" + port + "/db"))
                .withConnections(1_000, 2)
                .withStop(new Stop.AfterRequests(10_000));
        assertEquals(
                Map.of(200, 10_000L), new LoadRunner(spec, snapshot -> {}).run().statuses());
        assertEquals(0, figure(SHED));
    }

    /** Starts the pages with all settings by default. */
    private void startByDefault() throws Exception {
        server = EmbeddedServer.bind(PageDatabase.home(), new ServeOptions("127.0.0.1", 0), folder);
        server.start(database.attributes());
        port = server.port();
        Web.await(port, "/db", () -> true);
    }

    /** As an undeployment does: the container goes on, the application ends. */
    @Test
    void contextDestroyed_whileSomeWait_theyAreRefusedAndTheThreadsEnd() throws Exception {
        Server jetty = startJetty(Duration.ofSeconds(30));
        try {
            relay.hold();
            send(1);
            await("Active connections", 1);
            List<Socket> waiting = send(40);
            await(WAITING, 40);
            jetty.getDescendant(WebAppContext.class).stop();
            for (Socket client : waiting) {
                assertBusy(answer(client));
            }
            assertEquals(
                    List.of(),
                    Thread.getAllStackTraces().keySet().stream()
                            .map(Thread::getName)
                            .filter(name -> name.startsWith("pagerace-database"))
                            .toList());
        } finally {
            jetty.stop();
        }
    }

    /** A container that closes idle connections must not take one for idle whose request waits. */
    @Test
    void db_waitsLongerThanTheIdleTime_isServed() throws Exception {
        Server jetty = startJetty(Duration.ofMillis(300));
        try {
            relay.hold();
            List<Socket> sent = send(2);
            await(WAITING, 1);
            Socket idle = send("GET /welcome.html HTTP/1.1\r\nHost: localhost\r\n\r\n");
            idle.getInputStream().readAllBytes(); // until the container closes it
            idle = send("GET /welcome.html HTTP/1.1\r\nHost: localhost\r\n\r\n");
            idle.getInputStream().readAllBytes();
            relay.letGo();
            for (Socket client : sent) {
                assertEquals(200, answer(client).status());
            }
        } finally {
            jetty.stop();
        }
    }

    /** Starts the pages, with one connection to the database, in a Jetty that is not ours. */
    private Server startJetty(Duration idle) throws Exception {
        return startJetty(idle, Map.of());
    }

    private Server startJetty(Duration idle, Map<String, String> settings) throws Exception {
        Map<String, String> attributes = new HashMap<>(database.attributesVia(relay.port()));
        attributes.merge(Keys.URL, "?socketTimeout=60000", String::concat);
        attributes.put(Keys.CONNECTION_TIMEOUT, "60s");
        attributes.put(Keys.POOL_SIZE, "1");
        attributes.put(Keys.QUEUE_TIMEOUT, "60s");
        attributes.putAll(settings);
        var jetty = new Server();
        var connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(idle.toMillis());
        jetty.addConnector(connector);
        var application = new WebAppContext();
        application.setBaseResourceAsPath(PageDatabase.home().root());
        attributes.forEach(application::setAttribute);
        jetty.setHandler(application);
        jetty.start();
        port = connector.getLocalPort();
        Web.await(port, "/db", () -> true);
        return jetty;
    }
}
