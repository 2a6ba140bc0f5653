package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.config.Home;
import org.pagerace.process.ChildProcess;
import org.pagerace.serve.EmbeddedServer;
import org.pagerace.serve.ServeOptions;

/**
 * Row 11 of the bug table: requests on virtual threads, as {@code serve} runs them where it can. A driver or a pool that
 * pins its carrier would bring two processors to a standstill here.
 */
class VirtualThreadsIT {
    private static final int NEWEST_THAT_PINS = 23; // in synchronized, until JEP 491
    private static final int REQUESTS = 64;
    private static final Duration WITHIN = Duration.ofSeconds(5);

    @Test
    void db_onTwoCarriers_allAreServedInTime(@TempDir Path folder) throws Exception {
        Optional<Path> jdk = newJdk();
        // no peer: many systems have no such JDK to install
        assumeTrue(jdk.isPresent(), "no JDK 24 or later in /usr/lib/jvm, so virtual threads are not tested");
        try (var database = new PageDatabase(folder.resolve("data"))) {
            Map<String, String> environment = new HashMap<>(database.javaEnvironment());
            environment.put("PAGERACE_DATABASE_POOL_SIZE", "4");
            List<String> command = List.of(
                    jdk.get().resolve("bin/java").toString(),
                    "-Djdk.virtualThreadScheduler.parallelism=2",
                    "-Djdk.virtualThreadScheduler.maxPoolSize=2",
                    "-cp",
                    System.getProperty("java.class.path"),
                    VirtualThreadsIT.class.getName(),
                    PageDatabase.home().root().toString(),
                    folder.toString());
            try (ChildProcess pages = ChildProcess.start(new ChildProcess.Spec(
                    "pages", command, environment, folder, folder.resolve("log"), "TERM", Duration.ofSeconds(5)))) {
                int port = Web.portOf(pages, Pattern.compile("^port (\\d+)$"));
                Web.await(port, "/db", pages::isAlive);
                long startNanos = System.nanoTime();
                for (Socket client : send(port)) {
                    try (client) {
                        Answer answer = Answer.parse(client.getInputStream().readAllBytes());
                        assertEquals(200, answer.status());
                    }
                }
                assertTrue(System.nanoTime() - startNanos < WITHIN.toNanos());
                String status = Web.get(port, "/status").text();
                assertFalse(status.contains("threadsBusy"), "on threads that can be counted: " + status);
            }
        }
    }

    private static List<Socket> send(int port) throws IOException {
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            var client = new Socket(InetAddress.getLoopbackAddress(), port);
            client.setSoTimeout((int) WITHIN.toMillis());
            client.getOutputStream()
                    .write("GET /db HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            clients.add(client);
        }
        return clients;
    }

    /** Returns the home of a JDK on which a lock no longer holds up the carrier. */
    private static Optional<Path> newJdk() throws IOException {
        Path all = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(all)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(all)) {
            return homes.filter(home -> major(home) > NEWEST_THAT_PINS).findFirst();
        }
    }

    private static int major(Path home) {
        try {
            Matcher matcher =
                    Pattern.compile("JAVA_VERSION=\"(\\d+)").matcher(Files.readString(home.resolve("release")));
            return matcher.find() && Files.isExecutable(home.resolve("bin/java"))
                    ? Integer.parseInt(matcher.group(1))
                    : 0;
        } catch (IOException e) {
            return 0; // no JDK
        }
    }

    /** The child's side. */
    public static void main(String[] args) throws Exception {
        var home = new Home(Path.of(args[0]), Optional.empty());
        var server = EmbeddedServer.bind(home, new ServeOptions("127.0.0.1", 0), Path.of(args[1]));
        server.start(Map.of());
        System.out.println("port " + server.port());
        Thread.currentThread().join();
    }
}
