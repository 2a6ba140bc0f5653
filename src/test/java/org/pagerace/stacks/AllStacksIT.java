package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pagerace.Peers;
import org.pagerace.config.Home;
import org.pagerace.config.Secret;
import org.pagerace.database.DatabaseAccess;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.database.DatabaseServer;
import org.pagerace.process.Place;

/** Every built-in stack, one after the other: its pages, its status, its listeners, and what it leaves behind. */
@Timeout(90)
class AllStacksIT {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final Home HOME = new Home(WAR.resolveSibling("war"), Optional.of(WAR));
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @TempDir
    private static Path data;

    private static DatabaseServer database;
    private static StackEnvironment environment;

    /** As the driver speaks: without asking for HTTP/2, which lighttpd would then begin in mid-answer. */
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @BeforeAll
    static void start() throws Exception {
        System.setProperty("pagerace.cache", WAR.resolveSibling("test-cache").toString());
        System.setProperty("pagerace.data", data.toString());
        database = DatabaseServer.start(new DatabaseChoice.Embedded(), HOME, line -> {});
        DatabaseAccess access = database.access().orElseThrow();
        environment = StackEnvironment.of(HOME)
                .withDatabase(new StackEnvironment.Database(
                        access.jdbcUrl(),
                        access.host(),
                        access.port(),
                        access.schema(),
                        access.user(),
                        new Secret(access.password())));
    }

    @AfterAll
    static void stop() {
        System.clearProperty("pagerace.cache");
        System.clearProperty("pagerace.data");
        if (database != null) {
            database.close();
        }
    }

    static List<String> names() throws StackException {
        return catalog().all().stream().map(StackDescriptor::name).toList();
    }

    @ParameterizedTest
    @MethodSource("names")
    void start_anyStack_answersOnLoopbackOnlyAndLeavesNothing(String name) throws Exception {
        StackDescriptor descriptor = installed(name);
        List<Long> pids;
        try (RunningStack stack = RunningStack.start(descriptor, environment, line -> {})) {
            for (Map.Entry<String, Integer> page : Map.of(
                            "index", 608_500, "jquery", 93_868, "open", 608_500, "testing", 8, "welcome", 1_456,
                            "portal", 223_782)
                    .entrySet()) {
                HttpResponse<byte[]> answer = get(stack.page(page.getKey()));
                assertEquals(200, answer.statusCode(), page.getKey());
                assertEquals(page.getValue(), answer.body().length, page.getKey());
            }
            String db = text(get(stack.page("db")));
            assertEquals(20, db.split("<tr><td", -1).length - 1, db);
            assertTrue(get(stack.page("info")).body().length > 40_000);
            assertFalse(stack.status().isEmpty());
            for (StatusSource source : stack.status()) {
                assertStatus(source);
            }
            pids = stack.pids();
            assertListenersOnLoopback(pids);
            assertFalse(
                    stack.facts().toString().contains("unknown"), stack.facts().toString());
            assertEquals(Optional.empty(), stack.failure());
        }
        assertLeavesNothing(pids);
    }

    @Test
    void start_sameStackTwice_areTwoServersOfTwoNames() throws Exception {
        StackDescriptor descriptor = installed("nginx-fpm-tuned");
        List<Long> pids = new ArrayList<>();
        try (RunningStack first = RunningStack.start(descriptor, environment, line -> {});
                RunningStack second = RunningStack.start(descriptor.again(2), environment, line -> {})) {
            assertEquals("nginx-fpm-tuned#2", second.name());
            assertNotEquals(first.base(), second.base());
            for (RunningStack stack : List.of(first, second)) {
                assertEquals(20, text(get(stack.page("db"))).split("<tr><td", -1).length - 1);
                stack.status().forEach(AllStacksIT::assertStatusUnchecked);
                pids.addAll(stack.pids());
            }
            assertEquals(new HashSet<>(pids).size(), pids.size());
        }
        assertLeavesNothing(pids);
    }

    /** The second address of the loopback network stands for that of a line between client and servers. */
    @ParameterizedTest
    @MethodSource("names")
    void start_anotherHost_isWhereAllListen(String name) throws Exception {
        StackDescriptor descriptor = installed(name);
        try (RunningStack stack = RunningStack.start(
                descriptor, environment.at(new Place(List.of(), "127.0.0.2", "127.0.0.1")), line -> {})) {
            assertEquals("127.0.0.2", stack.page("index").getHost());
            assertEquals(8, get(stack.page("testing")).body().length);
            assertEquals(200, get(stack.page("info")).statusCode());
            assertTrue(listeners(stack.pids()).stream().allMatch(address -> address.endsWith("0200007F")));
        }
    }

    private static void assertStatusUnchecked(StatusSource source) {
        try {
            assertStatus(source);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertStatus(StatusSource source) throws IOException, InterruptedException {
        String text = switch (source.kind()) {
            case FPM_SOCKET, FPM_TCP -> FastCgi.get(source.where(), "/status");
            default ->
                HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(URI.create(source.where())).build(), BodyHandlers.ofString())
                        .body();
        };
        String expected = switch (source.kind()) {
            case FPM_SOCKET, FPM_TCP -> "listen queue:";
            case NGINX_STUB -> "Active connections: ";
            case APACHE_STATUS -> "BusyWorkers: ";
            case LIGHTTPD_STATUS -> "BusyServers: ";
            case PAGERACE_STATUS -> "\"uptimeMillis\":";
        };
        assertTrue(text.contains(expected), source + ": " + text);
    }

    private static void assertListenersOnLoopback(List<Long> pids) throws IOException {
        Set<String> addresses = listeners(pids);
        assertFalse(addresses.isEmpty());
        assertTrue(
                addresses.stream()
                        .allMatch(address -> address.endsWith("0100007F")), // 127.0.0.1 as the kernel writes it
                addresses::toString);
    }

    /** Returns the addresses on which the processes listen, as /proc/net/tcp and tcp6 have them. */
    private static Set<String> listeners(List<Long> pids) throws IOException {
        Set<String> sockets = new HashSet<>();
        for (long pid : pids) {
            try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
                for (Path file : files.toList()) {
                    sockets.add(target(file));
                }
            }
        }
        Set<String> addresses = new HashSet<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields.length > 9 && fields[3].equals("0A") && sockets.contains("socket:[" + fields[9] + "]")) {
                    addresses.add(fields[1].substring(0, fields[1].indexOf(':')));
                }
            }
        }
        return addresses;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    private static void assertLeavesNothing(List<Long> pids) throws IOException {
        assertEquals(List.of(), pids.stream().filter(AllStacksIT::isAtWork).toList());
        if (Files.isDirectory(SHARED_MEMORY)) {
            try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
                assertEquals(
                        List.of(),
                        files.filter(file -> file.getFileName().toString().contains("-fpm-tuned-"))
                                .toList());
            }
        }
    }

    /** A worker whose parent has ended before it keeps its pid until the system has asked for its exit status. */
    private static boolean isAtWork(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException e) {
            return false;
        }
    }

    private static StackCatalog catalog() throws StackException {
        return StackCatalog.load(HOME.php().resolve("stacks"), Optional.empty());
    }

    private static StackDescriptor installed(String name) throws StackException {
        StackDescriptor descriptor = catalog().find(name);
        Availability availability = Availability.of(descriptor, ProgramFinder.ofSystem(), environment.placeholders());
        Peers.require(availability.installed(), name + ": " + availability.reason());
        return descriptor;
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private HttpResponse<byte[]> get(URI page) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofByteArray());
    }
}
