package org.pagerace.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.Peers;
import org.pagerace.config.Keys;
import org.pagerace.config.UserFolder;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.CurrentUser;
import org.pagerace.process.FreePorts;

/**
 * A real database server with the articles, set up otherwise than {@link LocalDatabase} does it: with TLS, with other
 * limits, in another time zone, or MySQL.
 */
public final class RealServer implements AutoCloseable {
    private static final int PORTS_TRIED = 3;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SCHEMA = "bench";
    private static final String USER = "bench";
    /** Users of MySQL who have not logged in before: those who have are let in by a shorter way. */
    public static final String NEW_USER = "newcomer";

    public static final String OTHER_NEW_USER = "novice";
    private static final String PASSWORD = "a-password_of-the-tests";

    private final Path data;
    private final int port;
    private final ChildProcess process;

    private RealServer(Path data, int port, ChildProcess process) {
        this.data = data;
        this.port = port;
        this.process = process;
    }

    /** Starts the carrier's MariaDB on a new data directory in {@code folder}. */
    public static RealServer mariaDb(Path folder, Map<String, String> environment, String... flags) throws Exception {
        return mariaDb(carried(), folder, environment, "", flags);
    }

    /** Starts it with more SQL, each statement on a line of its own. */
    public static RealServer mariaDbWith(Path folder, String sql) throws Exception {
        return mariaDb(carried(), folder, Map.of(), sql);
    }

    private static Binaries carried() throws DatabaseException, InterruptedException {
        var cache = new UserFolder(UserFolder.Kind.CACHE, Databases.cache());
        return Carrier.find(Databases.home()).unpack(cache, line -> {});
    }

    /** Starts the MariaDB of this machine, on a new data directory too. */
    public static RealServer installedMariaDb(Path folder) throws Exception {
        return mariaDb(Binaries.installed(), folder, Map.of(), "");
    }

    private static RealServer mariaDb(
            Binaries binaries, Path folder, Map<String, String> environment, String sql, String... flags)
            throws Exception {
        List<String> installer = new ArrayList<>(binaries.installer());
        installer.addAll(List.of("--no-defaults", "--skip-name-resolve", "--skip-test-db"));
        return start(
                folder, binaries.server().toString(), binaries.base(), installer, environment, initFile() + sql, flags);
    }

    /** Starts the MySQL that {@code .ci/mysql} has fetched. */
    public static RealServer mySql(Path folder, String... flags) throws Exception {
        Path home = mySqlHome();
        Path server = home.resolve("mysqld");
        Peers.require(Files.isExecutable(server), "MySQL is not there: run .ci/mysql " + home);
        List<String> installer = List.of(server.toString(), "--no-defaults", "--initialize-insecure");
        List<String> all = new ArrayList<>(List.of(flags));
        all.addAll(List.of("--secure-file-priv=NULL", "--mysqlx=OFF"));
        // MySQL has no CREATE OR REPLACE USER; on new data there is nothing to replace
        String init = initFile().replace("CREATE OR REPLACE USER", "CREATE USER");
        for (String user : List.of(NEW_USER, OTHER_NEW_USER)) {
            String account = "'" + user + "'@'127.0.0.1'";
            init += "CREATE USER " + account + " IDENTIFIED BY '" + PASSWORD + "';\n";
            init += "GRANT SELECT ON " + SCHEMA + ".* TO " + account + ";\n";
        }
        return start(
                folder,
                server.toString(),
                home.resolve("root/usr"),
                installer,
                Map.of(),
                init,
                all.toArray(String[]::new));
    }

    private static Path mySqlHome() {
        String setting = System.getenv("PAGERACE_MYSQL");
        return setting == null ? Databases.target().resolve("mysql") : Path.of(setting);
    }

    /** Returns what it says of itself, such as 9.7.4. */
    public static String mySqlVersion() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(mySqlHome().resolve("mysqld").toString(), "--no-defaults", "--version")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        Matcher version = Pattern.compile(" Ver (\\d+\\.\\d+\\.\\d+)").matcher(text);
        if (!version.find()) {
            throw new IOException("no version in: " + text);
        }
        return version.group(1);
    }

    private static String initFile() throws DatabaseException {
        return new InitFile(SCHEMA, USER, List.of("127.0.0.1"), PASSWORD)
                .render(Databases.home().sql());
    }

    private static RealServer start(
            Path folder,
            String program,
            Path base,
            List<String> installer,
            Map<String, String> environment,
            String init,
            String... flags)
            throws Exception {
        Files.createDirectories(folder);
        Path data = folder.resolve("data");
        List<String> common = new ArrayList<>(List.of("--basedir=" + base, "--datadir=" + data));
        if (CurrentUser.isRoot()) {
            common.add("--user=root");
        }
        List<String> install = new ArrayList<>(installer);
        install.addAll(common);
        try (ChildProcess child = ChildProcess.start(spec(folder, "install", install, Map.of()))) {
            if (!child.awaitExit(LIMIT) || child.exitStatus().orElse(1) != 0) {
                throw new IOException("cannot install: " + child.lastLines(50));
            }
        }
        Path initFile = Files.writeString(folder.resolve("init.sql"), init);
        for (int attempt = 1; ; attempt++) {
            try {
                return startOnce(folder, data, program, common, initFile, environment, flags);
            } catch (PortInUseException e) { // taken by another program in between, as FreePorts says
                if (attempt == PORTS_TRIED) {
                    throw e;
                }
            }
        }
    }

    private static RealServer startOnce(
            Path folder,
            Path data,
            String program,
            List<String> common,
            Path initFile,
            Map<String, String> environment,
            String... flags)
            throws Exception {
        int port = FreePorts.next();
        List<String> command = new ArrayList<>(List.of(program, "--no-defaults"));
        command.addAll(common);
        command.addAll(List.of(
                "--tmpdir=" + folder,
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=" + folder.resolve("s"),
                "--pid-file=" + folder.resolve("pid"),
                "--skip-name-resolve",
                "--init-file=" + initFile,
                "--innodb-buffer-pool-size=32M",
                "--performance-schema=OFF",
                "--skip-log-bin",
                "--character-set-server=utf8mb4"));
        Collections.addAll(command, flags);
        ChildProcess server = ChildProcess.start(spec(folder, "server", command, environment));
        if (!server.awaitLine("ready for connections", LIMIT)) {
            List<String> lines = server.lastLines(50);
            server.close();
            throw lines.stream().anyMatch(line -> line.contains("Bind on TCP/IP port"))
                    ? new PortInUseException()
                    : new IOException("not ready: " + lines);
        }
        return new RealServer(data, port, server);
    }

    private static final class PortInUseException extends IOException {
        private static final long serialVersionUID = 1;
    }

    private static ChildProcess.Spec spec(
            Path folder, String name, List<String> command, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("TMPDIR", folder.toString());
        return new ChildProcess.Spec(
                name, command, all, folder, folder.resolve(name + ".log"), "TERM", Duration.ofSeconds(10));
    }

    /** Returns the settings of the pages for it, with these properties in the URL. */
    public Map<String, String> attributes(String properties) {
        String url = "jdbc:mysql://127.0.0.1:" + port + "/" + SCHEMA;
        return Map.of(
                Keys.URL,
                properties.isEmpty() ? url : url + "?" + properties,
                Keys.USER,
                USER,
                Keys.PASSWORD,
                PASSWORD);
    }

    public int port() {
        return port;
    }

    /** Returns the data directory, where MySQL leaves its certificates. */
    public Path data() {
        return data;
    }

    @Override
    public void close() {
        process.close();
    }
}
