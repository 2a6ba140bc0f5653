package org.pagerace.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.process.CurrentUser;
import org.pagerace.process.ProcessIdentity;
import org.pagerace.process.Programs;

/** The real server of the carrier, and the installed one. */
class DatabaseServerIT {
    private static final DatabaseChoice EMBEDDED = new DatabaseChoice.Embedded();

    @TempDir
    private static Path data;

    private static final List<String> PROGRESS = Databases.progress();
    private static DatabaseServer server;
    private static DatabaseAccess access;

    @BeforeAll
    static void start() throws DatabaseException {
        server = Databases.start(EMBEDDED, data, PROGRESS);
        access = server.access().orElseThrow();
    }

    @AfterAll
    static void stop() {
        server.close();
        assertEquals(List.of(), server.pids());
    }

    @Test
    void start_asRoot_warnsOnce() {
        assertEquals(
                CurrentUser.isRoot() ? 1 : 0,
                PROGRESS.stream().filter(line -> line.startsWith("warning:")).count(),
                PROGRESS::toString);
    }

    @Test
    void access_pageUser_readsAThousandRows() throws SQLException {
        assertEquals("1000", text("SELECT COUNT(*) FROM article"));
        assertEquals("11.4.5-MariaDB", access.version());
    }

    /** Emoji are lost wherever one of file, server, table or connection is not utf8mb4. */
    @Test
    void access_emoji_comesBackWhole() throws SQLException, IOException {
        String rocket = text(
                "SELECT CONCAT(title, COALESCE(summary, '')) FROM article"
                        + " WHERE CONCAT(title, COALESCE(summary, '')) REGEXP '[\\\\x{1F300}-\\\\x{1FAFF}]' ORDER BY id LIMIT 1");
        int emoji = rocket.codePoints()
                .filter(point -> point >= 0x1F300)
                .findFirst()
                .orElseThrow();
        assertTrue(Files.readString(Databases.home().sql().resolve("data.sql"))
                .contains(new String(Character.toChars(emoji))));
    }

    @Test
    void access_pageUser_mayOnlyRead() throws SQLException {
        assertDenied("UPDATE article SET views = 1 WHERE id = 1");
        assertDenied("CREATE TABLE other (id INT)");
        assertDenied("SELECT * FROM mysql.user");
        assertEquals(null, text("SELECT LOAD_FILE('/etc/passwd')"));
    }

    /** All it may do: not what a test thought of asking, but what the server has on record. */
    @Test
    void access_pageUser_hasOneGrant() throws SQLException {
        List<String> grants = new ArrayList<>();
        try (Connection connection = connect(access, access.user(), access.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GRANTS")) {
            while (rows.next()) {
                grants.add(rows.getString(1).replaceAll(" IDENTIFIED BY .*", ""));
            }
        }
        String account = " TO `" + access.user() + "`@`127.0.0.1`";
        assertEquals(
                List.of("GRANT USAGE ON *.*" + account, "GRANT SELECT ON `" + access.schema() + "`.*" + account),
                grants);
    }

    @Test
    void start_wrongPasswordOrRoot_isRefused() {
        assertEquals(1045, refusal(access.user(), "guess"));
        assertTrue(List.of(1045, 1698).contains(refusal("root", "")));
    }

    @Test
    void start_listens_onLoopbackOnly() throws IOException {
        for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address : network.inetAddresses().toList()) {
                if (!address.isLoopbackAddress()) {
                    assertThrows(ConnectException.class, () -> new Socket(address, access.port()).close());
                }
            }
        }
    }

    @Test
    void start_files_arePrivate() throws IOException {
        Path folder = data.resolve("embedded-11.4.5");
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
        for (String file : List.of("password", "server.log", "install.log", "lock")) {
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file))),
                    file);
        }
        for (long pid : server.pids()) {
            assertFalse(
                    Files.readString(Path.of("/proc/" + pid + "/cmdline")).contains(access.password()),
                    "no password among the arguments");
        }
    }

    /** The other one is a JVM of its own: within one, Java keeps locks that the system has long lost. */
    @Test
    void start_dataOfAnotherProcess_saysByWhomAndLeavesItAlone(@TempDir Path folder) throws Exception {
        var other = Launched.start(folder);
        try {
            List<String> progress = Databases.progress();
            String message = assertThrows(DatabaseException.class, () -> Databases.start(EMBEDDED, folder, progress))
                    .getMessage();
            assertTrue(
                    message.contains("is used by another pagerace (its server has pid "
                            + other.server().pid()),
                    message);
            assertTrue(message.contains("PAGERACE_DATA"), message);
            assertEquals(List.of(), progress);
            assertTrue(other.server().find().isPresent(), "its server lives on");
        } finally {
            other.launcher().destroyForcibly();
        }
        assertTrue(ended(other.server()));
    }

    @Test
    void start_jdbcUrl_usesTheRunningServer() throws Exception {
        var url = new DatabaseChoice.Url(access.jdbcUrl(), access.user(), access.password());
        try (DatabaseServer external = Databases.start(url, data, Databases.progress())) {
            assertEquals(access, external.access().orElseThrow());
        }
        assertEquals("1000", text("SELECT COUNT(*) FROM article"), "closing it must not stop the server");
    }

    @Test
    void start_jdbcUrlWrong_namesTheRemedy() {
        assertRefused(access.jdbcUrl(), "guess", "correct --db-user and --db-password-file");
        assertRefused("jdbc:mysql://127.0.0.1:1/bench", "", "cannot reach the database");
        assertRefused(access.jdbcUrl() + "x", access.password(), "may not read");
        assertRefused("jdbc:postgresql://127.0.0.1/bench", "", "must look like jdbc:mysql://");
    }

    private static void assertRefused(String jdbcUrl, String password, String expected) {
        var url = new DatabaseChoice.Url(jdbcUrl, access.user(), password);
        String message = assertThrows(DatabaseException.class, () -> Databases.start(url, data, Databases.progress()))
                .getMessage();
        assertTrue(message.contains(expected), message);
        assertEquals(1, message.lines().count(), message);
    }

    /** Bar 6 without the launcher around it, and with its guardian killed too: then the next start finds the orphan. */
    @Test
    void start_afterTheLauncherWasKilled_hasTheSameData(@TempDir Path folder) throws Exception {
        var launched = Launched.start(folder);
        launched.launcher().destroyForcibly();
        assertTrue(launched.launcher().waitFor(5, TimeUnit.SECONDS));
        assertTrue(ended(launched.server()), "mariadbd must end with its launcher");
        assertStartsAgain(folder, launched.password());

        var orphaned = Launched.start(folder);
        orphaned.killWithGuardian();
        assertTrue(orphaned.server().find().isPresent(), "without launcher and guardian it lives on");
        List<String> progress = assertStartsAgain(folder, launched.password());
        assertTrue(
                progress.get(0).contains("left behind (pid " + orphaned.server().pid()), progress::toString);
        assertTrue(orphaned.server().find().isEmpty(), "the orphan is stopped");
    }

    private static List<String> assertStartsAgain(Path folder, String password) throws DatabaseException {
        List<String> progress = Databases.progress();
        long startNanos = System.nanoTime();
        try (DatabaseServer next = Databases.start(EMBEDDED, folder, progress)) {
            assertEquals(password, next.access().orElseThrow().password());
            assertTrue(Duration.ofNanos(System.nanoTime() - startNanos).compareTo(Duration.ofSeconds(10)) < 0);
            assertKilledIsTold(next);
        }
        return progress;
    }

    private static void assertKilledIsTold(DatabaseServer server) {
        assertEquals(Optional.empty(), server.failure());
        long pid = server.pids().get(0);
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        while (server.failure().isEmpty() && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(1_000_000); // between two looks
        }
        String failure = server.failure().orElse("nothing");
        assertTrue(
                failure.startsWith("the database server mariadbd (pid " + pid + ") was ended by signal 9;"), failure);
        assertEquals(1, failure.lines().count(), failure);
    }

    private static boolean ended(ProcessIdentity process) {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        while (process.find().isPresent() && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(1_000_000); // between two looks
        }
        return process.find().isEmpty();
    }

    @Test
    void start_system_answersTheSameWay(@TempDir Path folder) throws Exception {
        Peers.require(
                Programs.find("mariadbd").isPresent(), "MariaDB is not installed: apt-get install mariadb-server");
        try (DatabaseServer system = Databases.start(new DatabaseChoice.System(), folder, Databases.progress())) {
            DatabaseAccess there = system.access().orElseThrow();
            assertTrue(there.version().matches("1\\d\\.\\d+\\.\\d+-MariaDB.*"), there.version());
            assertEquals(last(access, "SELECT COUNT(*) FROM article"), last(there, "SELECT COUNT(*) FROM article"));
            assertEquals(last(access, "CHECKSUM TABLE article"), last(there, "CHECKSUM TABLE article"));
        }
    }

    private static String text(String query) throws SQLException {
        return last(access, query);
    }

    /** Returns the last column of the first row, which for CHECKSUM TABLE follows the table's name. */
    private static String last(DatabaseAccess where, String query) throws SQLException {
        try (Connection connection = connect(where, where.user(), where.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(rows.getMetaData().getColumnCount());
        }
    }

    private static void assertDenied(String sql) throws SQLException {
        try (Connection connection = connect(access, access.user(), access.password());
                Statement statement = connection.createStatement()) {
            assertEquals(
                    1142,
                    assertThrows(SQLException.class, () -> statement.execute(sql))
                            .getErrorCode(),
                    sql);
        }
    }

    private static int refusal(String user, String password) {
        return assertThrows(
                        SQLException.class,
                        () -> connect(access, user, password).close())
                .getErrorCode();
    }

    private static Connection connect(DatabaseAccess where, String user, String password) throws SQLException {
        return DriverManager.getConnection(where.jdbcUrl() + "?sslMode=DISABLED", user, password);
    }
}
