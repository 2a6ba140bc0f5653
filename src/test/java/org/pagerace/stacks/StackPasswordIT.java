package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.Peers;
import org.pagerace.config.Home;
import org.pagerace.config.Secret;
import org.pagerace.database.DatabaseAccess;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.database.DatabaseException;
import org.pagerace.database.DatabaseServer;

/** A password that every syntax on its way could trip over reaches the database, and nobody else. */
class StackPasswordIT {
    private static final String CANARY = "canary";
    private static final String PASSWORD = CANARY + " it's \"a\" \\'back\\\\slash\\, $USER ${run} <?php ?> %s é";

    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final Home HOME = new Home(WAR.resolveSibling("war"), Optional.of(WAR));

    @TempDir
    private static Path data;

    private static DatabaseServer database;
    private static StackEnvironment environment;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws DatabaseException, SQLException {
        System.setProperty("pagerace.cache", WAR.resolveSibling("test-cache").toString());
        System.setProperty("pagerace.data", data.toString());
        database = DatabaseServer.start(new DatabaseChoice.Embedded(), HOME, line -> {});
        DatabaseAccess access = database.access().orElseThrow();
        try (Connection connection = DriverManager.getConnection(access.jdbcUrl(), access.user(), access.password());
                PreparedStatement change = connection.prepareStatement("SET PASSWORD = PASSWORD(?)")) {
            change.setString(1, PASSWORD);
            change.execute();
        }
        environment = StackEnvironment.of(HOME)
                .withDatabase(new StackEnvironment.Database(
                        access.jdbcUrl(),
                        access.host(),
                        access.port(),
                        access.schema(),
                        access.user(),
                        new Secret(PASSWORD)));
    }

    @AfterAll
    static void stop() {
        System.clearProperty("pagerace.cache");
        System.clearProperty("pagerace.data");
        if (database != null) {
            database.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nginx-fpm",
                "lighttpd-fpm",
                "apache-modphp",
                "apache-event-fpm",
                "nginx-apache",
                "jetty",
                "jetty-base",
                "tomcat"
            })
    void start_anyStack_opensTheDatabaseAndShowsNoPassword(String name) throws Exception {
        StackDescriptor descriptor = StackCatalog.load(HOME.php().resolve("stacks"), Optional.empty())
                .find(name);
        requireInstalled(descriptor);
        try (RunningStack stack = RunningStack.start(descriptor, environment, line -> {})) {
            HttpResponse<String> db = get(stack.page("db"));
            assertEquals(200, db.statusCode());
            assertEquals(20, db.body().split("<tr><td", -1).length - 1);
            HttpResponse<String> info = get(stack.page("info"));
            assertEquals(200, info.statusCode());
            assertFalse(info.body().contains(CANARY), "the info page shows the password");
            assertFalse(stack.facts().toString().contains(CANARY), "the fairness sheet shows the password");
            for (long pid : stack.pids()) {
                for (String file : new String[] {"cmdline", "environ"}) {
                    String text = read(Path.of("/proc", Long.toString(pid), file));
                    assertFalse(text.contains(CANARY), file + " of " + pid + " has the password");
                }
            }
            if (info.body().contains("phpinfo")) {
                assertTrue(info.body().contains("PAGERACE_DB_PASSWORD_FILE"), "or the test proves nothing");
            }
            for (String path : new String[] {"/database-password.php", "/../database-password.php"}) {
                assertFalse(get(stack.base().resolve(path)).body().contains(CANARY), path);
            }
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // that worker has ended
        }
    }

    private static void requireInstalled(StackDescriptor stack) {
        Availability availability = Availability.of(stack);
        Peers.require(availability.installed(), stack.name() + ": " + availability.reason());
    }

    private HttpResponse<String> get(URI page) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString());
    }
}
