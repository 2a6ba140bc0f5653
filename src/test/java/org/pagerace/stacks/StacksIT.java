package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.Peers;
import org.pagerace.config.Secret;

/** Starts the real servers from the descriptors and templates of the built archive. */
class StacksIT {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final Path HOME = WAR.resolveSibling("war");
    private static final Path STACKS = HOME.resolve("WEB-INF/php/stacks");

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> progress = new ArrayList<>();

    @TempDir
    private Path temporary;

    private StackEnvironment environment;
    private StackEnvironment withoutDatabase;

    @BeforeEach
    void makeEnvironment() throws IOException {
        Path pages = Files.createDirectory(temporary.resolve("pages"));
        Files.writeString(pages.resolve("info.php"), """
            <?php
            foreach (['output_buffering', 'display_errors', 'log_errors', 'expose_php', 'default_charset'] as $name) {
                echo $name, '=', ini_get($name), "\\n";
            }
            echo 'mysqli=', extension_loaded('mysqli') ? 'loaded' : 'missing', "\\n";
            echo 'opcache=', (opcache_get_status(false)['opcache_enabled'] ?? false) ? 'on' : 'off', "\\n";
            echo 'database=', getenv('PAGERACE_DB_HOST'), ':', getenv('PAGERACE_DB_PORT'), "\\n";
            echo 'user=', posix_getpwuid(posix_geteuid())['name'], "\\n";
            echo 'folder=', __DIR__, "\\n";
            """);
        withoutDatabase = new StackEnvironment(
                HOME,
                pages,
                Map.of("PAGERACE_CACHE", temporary.resolve("cache").toString()),
                Optional.empty(),
                Map.of("home", HOME.toString()),
                Map.of(
                        "serve-command", List.of(Availability.java(), "-jar", WAR.toString(), "serve"),
                        "database-options", List.of("--db", "none")),
                "127.0.0.1",
                List.of());
        environment = withoutDatabase.withDatabase(new StackEnvironment.Database(
                "jdbc:mysql://127.0.0.1:3999/bench", "127.0.0.1", 3999, "bench", "bench", new Secret("secret")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nginx-fpm", "lighttpd-fpm", "apache-modphp"})
    void start_phpStack_servesPagesAndLeavesNothing(String name) throws Exception {
        StackDescriptor descriptor = installed(catalog(), name);
        List<Long> pids;
        Path folder;
        try (RunningStack stack = RunningStack.start(descriptor, environment, progress::add)) {
            HttpResponse<byte[]> index = get(stack.page("index"));
            assertEquals(200, index.statusCode());
            assertEquals(608_500, index.body().length);
            assertEquals(
                    Optional.of("text/html"),
                    index.headers().firstValue("Content-Type"),
                    "charset would be a difference");
            assertEquals(
                    Optional.of("text/javascript"),
                    get(stack.page("jquery")).headers().firstValue("Content-Type"));

            HttpResponse<byte[]> info = get(stack.page("info"));
            Map<String, String> values = lines(info.body());
            assertEquals("4096", values.get("output_buffering"));
            assertEquals("", values.get("display_errors"));
            assertEquals("1", values.get("log_errors"));
            assertEquals("", values.get("expose_php"));
            assertEquals("UTF-8", values.get("default_charset"));
            assertEquals("loaded", values.get("mysqli"));
            assertEquals("on", values.get("opcache"));
            assertEquals("127.0.0.1:3999", values.get("database"));
            assertEquals(ServerUser.current().name(), values.get("user"));
            assertEquals(Optional.of("text/html; charset=UTF-8"), info.headers().firstValue("Content-Type"));

            folder = Path.of(values.get("folder")).getParent();
            pids = awaitWorkers(stack);
            assertEquals(descriptor.version().keySet(), stack.versions().keySet());
            assertEquals("4096", stack.facts().get("php.ini output_buffering"));
            assertTrue(
                    stack.facts().get("database").contains("TCP 127.0.0.1:3999"),
                    stack.facts().toString());
            assertFalse(
                    stack.facts().toString().contains("unknown"), stack.facts().toString());
            assertTrue(Files.exists(folder), "the run folder lives while the stack does");
        }
        assertEquals(List.of(), alive(pids));
        assertFalse(Files.exists(folder), folder + " was left behind");
    }

    @Test
    void start_jetty_isAChildOfThisBuildLikeAnyRival() throws Exception {
        List<Long> pids;
        try (RunningStack stack = RunningStack.start(catalog().find("jetty"), withoutDatabase, progress::add)) {
            assertEquals(608_500, get(stack.page("index")).body().length);
            assertEquals(200, get(stack.page("info")).statusCode());
            assertEquals(503, get(stack.page("db")).statusCode());
            assertTrue(
                    stack.facts().get("server").matches("Jetty [0-9.]+ on Java [0-9.]+"),
                    stack.facts().toString());
            pids = stack.pids();
            assertFalse(pids.isEmpty());
        }
        assertEquals(List.of(), alive(pids));
    }

    @Test
    void start_brokenTemplate_namesTheDeadProcessAndItsLastWords() throws Exception {
        Path templates = Files.createDirectories(temporary.resolve("stacks/templates"));
        Files.writeString(templates.resolve("broken.conf"), "nonsense on;\n");
        Files.writeString(temporary.resolve("stacks/broken.yaml"), """
            name: broken
            extends: nginx-fpm
            templates: [php.ini, php-fpm.conf, broken.conf]
            processes:
              - name: php-fpm
                command: [php-fpm, --nodaemonize, --fpm-config, "${run}/php-fpm.conf", -c, "${run}/php.ini"]
                ready: { socket: "${run}/fpm.sock", within: 10s }
                stop: QUIT
              - name: nginx
                command: [nginx, -p, "${run}", -e, stderr, -c, "${run}/broken.conf"]
                ready: { http: /index.html, within: 10s }
                stop: QUIT
            """);
        StackDescriptor broken =
                installed(StackCatalog.load(STACKS, Optional.of(temporary.resolve("stacks"))), "broken");
        long before = ProcessHandle.current().descendants().count();
        var e = assertThrows(StackException.class, () -> RunningStack.start(broken, environment, progress::add));
        assertTrue(e.getMessage().startsWith("broken/nginx died while starting, exit status 1"), e.getMessage());
        assertTrue(e.getMessage().contains("unknown directive \"nonsense\""), e.getMessage());
        assertFalse(e.getMessage().contains("\n"), e.getMessage());
        assertEquals(before, ProcessHandle.current().descendants().count(), "php-fpm must be stopped as well");
    }

    @Test
    void start_listensOnOtherAddresses_isRefused() throws Exception {
        if (otherAddresses().isEmpty()) {
            Assumptions.abort("this machine has no other address than loopback");
        }
        Path templates = Files.createDirectories(temporary.resolve("stacks/templates"));
        String conf = Files.readString(STACKS.resolveSibling("templates").resolve("nginx.conf"));
        Files.writeString(templates.resolve("nginx.conf"), conf.replace("listen ${host}:", "listen 0.0.0.0:"));
        Files.writeString(temporary.resolve("stacks/open.yaml"), "name: open\nextends: nginx-fpm\n");
        StackDescriptor open = installed(StackCatalog.load(STACKS, Optional.of(temporary.resolve("stacks"))), "open");
        long before = ProcessHandle.current().descendants().count();
        var e = assertThrows(StackException.class, () -> RunningStack.start(open, environment, progress::add));
        assertTrue(e.getMessage().contains("must bind 127.0.0.1 only"), e.getMessage());
        assertEquals(before, ProcessHandle.current().descendants().count());
    }

    private static List<InetAddress> otherAddresses() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .toList();
    }

    /** Whoever took the port even answers the page that tells that a stack is ready. */
    @ParameterizedTest
    @ValueSource(strings = {"nginx-fpm", "lighttpd-fpm", "apache-modphp", "jetty"})
    void start_portTaken_isSeenAsAClash(String name) throws Exception {
        StackDescriptor descriptor = installed(catalog(), name);
        HttpServer stranger = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        stranger.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        stranger.start();
        try {
            int port = stranger.getAddress().getPort();
            assertThrows(
                    PortClashException.class,
                    () -> RunningStack.start(descriptor, environment, port, Map.of(), progress::add));
        } finally {
            stranger.stop(0);
        }
    }

    private static StackCatalog catalog() throws StackException {
        return StackCatalog.load(STACKS, Optional.empty());
    }

    private static StackDescriptor installed(StackCatalog catalog, String name) throws StackException {
        StackDescriptor descriptor = catalog.find(name);
        Availability availability = Availability.of(descriptor);
        Peers.require(availability.installed(), name + ": " + availability.reason());
        return descriptor;
    }

    /** Apache answers before it has forked all of them. */
    private static List<Long> awaitWorkers(RunningStack stack) {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        List<Long> pids = stack.pids();
        while (pids.size() <= 10) {
            assertTrue(System.nanoTime() < deadlineNanos, "a parent and ten PHP workers at least, but only " + pids);
            LockSupport.parkNanos(1_000_000); // between two looks
            pids = stack.pids();
        }
        return pids;
    }

    private HttpResponse<byte[]> get(URI page) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofByteArray());
    }

    private static Map<String, String> lines(byte[] body) {
        return new String(body, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair.length > 1 ? pair[1] : ""));
    }

    private static List<Long> alive(List<Long> pids) {
        return pids.stream()
                .filter(pid -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
                .toList();
    }
}
