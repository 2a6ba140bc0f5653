package org.pagerace.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.pagerace.config.UserFolder;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.CurrentUser;
import org.pagerace.process.FileTree;
import org.pagerace.process.FreePorts;
import org.pagerace.process.Place;
import org.pagerace.process.ProcessException;
import org.pagerace.process.RunFolder;

/** A MariaDB server as our child, on one address and a data directory of its own. */
final class LocalDatabase extends DatabaseServer {
    private static final String SCHEMA = "bench";
    private static final String USER = "bench";

    private static final Duration INSTALL_WITHIN = Duration.ofSeconds(60);
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);
    private static final int PORTS_TRIED = 5;
    private static final String READY = "ready for connections";
    private static final String PORT_IN_USE = "Bind on TCP/IP port";

    private final ServerFolder folder;
    private final RunFolder run;
    private final ChildProcess server;
    private final DatabaseAccess access;

    private LocalDatabase(ServerFolder folder, RunFolder run, ChildProcess server, DatabaseAccess access) {
        this.folder = folder;
        this.run = run;
        this.server = server;
        this.access = access;
    }

    static LocalDatabase start(Binaries binaries, UserFolder data, Path sql, Place place, Consumer<String> progress)
            throws IOException, InterruptedException {
        data.create();
        ServerFolder folder =
                ServerFolder.take(data.root().resolve(binaries.kind() + "-" + binaries.version()), progress);
        RunFolder run = null;
        try {
            run = RunFolder.create("db"); // short: a socket's path may have 107 bytes
            return new Starter(binaries, folder, run, sql, place, progress).start();
        } catch (IOException | InterruptedException | RuntimeException e) {
            if (run != null) {
                run.close();
            }
            folder.close();
            throw e;
        }
    }

    @Override
    public Optional<DatabaseAccess> access() {
        return Optional.of(access);
    }

    @Override
    public List<Long> pids() {
        return server.pids();
    }

    @Override
    public Optional<String> failure() {
        return server.failure()
                .map(reason -> "the database server " + reason + "; all its output is in " + server.log());
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted(); // which would close the lock file too early
        server.close();
        run.close();
        folder.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** One start: data directory, then server, then the page's query. */
    private record Starter(
            Binaries binaries, ServerFolder folder, RunFolder run, Path sql, Place place, Consumer<String> progress) {

        LocalDatabase start() throws IOException, InterruptedException {
            boolean root = CurrentUser.isRoot();
            if (root) {
                progress.accept("warning: MariaDB runs as root, because this process does");
            }
            if (!Files.isDirectory(folder.data())) {
                install(root);
            }
            String password = folder.password();
            Path initFile = run.path().resolve("init.sql");
            ServerFolder.writePrivately(initFile, new InitFile(SCHEMA, USER, clients(), password).render(sql));
            for (int attempt = 1; ; attempt++) {
                int port = FreePorts.next();
                ChildProcess server = ChildProcess.start(spec(command(port, initFile, root)));
                try {
                    folder.note(server, binaries.server());
                    if (server.awaitLine(READY, READY_WITHIN)) {
                        DatabaseAccess access = probe(server, port, password);
                        Files.delete(initFile);
                        return new LocalDatabase(folder, run, server, access);
                    }
                    boolean portInUse = server.lastLines(50).stream().anyMatch(line -> line.contains(PORT_IN_USE));
                    if (!portInUse || attempt == PORTS_TRIED) {
                        throw notReady(server);
                    }
                } catch (IOException | InterruptedException | RuntimeException e) {
                    server.close();
                    throw e;
                }
                server.close();
            }
        }

        /** Makes the data directory beside its place, so that a half made one is never taken for whole. */
        private void install(boolean root) throws IOException, InterruptedException {
            progress.accept("creating a database of MariaDB " + binaries.version() + " in " + folder.path());
            Path fresh = folder.path().resolve("data.new");
            FileTree.delete(fresh);
            List<String> command = new ArrayList<>(binaries.installer());
            command.addAll(List.of(
                    "--no-defaults",
                    "--basedir=" + binaries.base(),
                    "--datadir=" + fresh,
                    "--auth-root-authentication-method=socket", // root only over the socket, as the same user
                    "--skip-name-resolve",
                    "--skip-test-db", // it would be open to everybody
                    "--innodb-log-file-size=8M"));
            if (root) {
                command.add("--user=root");
            }
            // every MariaDB that starts removes all #sql files from its temporary folder: in a shared one, those that
            // another one's installation is just using (error 1051 on tmp_proxies_priv)
            Map<String, String> ownTmp = Map.of("TMPDIR", run.path().toString());
            Path log = folder.path().resolve("install.log");
            try (ChildProcess installer = ChildProcess.start(new ChildProcess.Spec(
                    "mariadb-install-db", command, ownTmp, run.path(), log, "TERM", STOP_WITHIN))) {
                if (!installer.awaitExit(INSTALL_WITHIN)
                        || installer.exitStatus().orElse(1) != 0) {
                    throw new DatabaseException("cannot create a database in " + fresh + ": " + lastWords(installer)
                            + "; all its output is in " + log);
                }
            }
            Files.move(fresh, folder.data(), StandardCopyOption.ATOMIC_MOVE);
        }

        private List<String> command(int port, Path initFile, boolean root) {
            List<String> command = new ArrayList<>(List.of(
                    binaries.server().toString(),
                    "--no-defaults", // first, or it counts for nothing
                    "--basedir=" + binaries.base(),
                    "--datadir=" + folder.data(),
                    "--tmpdir=" + run.path(),
                    "--bind-address=" + place.host(),
                    "--port=" + port,
                    "--socket=" + run.path().resolve("sock"),
                    "--pid-file=" + run.path().resolve("pid"),
                    "--skip-name-resolve",
                    "--skip-ssl", // PHP uses none either, and the first connection takes 55 ms instead of 1.6 s
                    "--init-file=" + initFile,
                    "--max-connections=512", // the PHP stacks open one for each of their processes
                    "--innodb-log-file-size=8M",
                    "--innodb-buffer-pool-size=32M",
                    "--aria-pagecache-buffer-size=8M",
                    "--performance-schema=OFF",
                    "--skip-log-bin",
                    "--character-set-server=utf8mb4")); // never a collation: their names differ between versions
            if (root) {
                command.add("--user=root"); // without it the server refuses to run as root
            }
            return place.command(command);
        }

        /** Servers ask from their own address, whoever counts statements from that of the client. */
        private List<String> clients() {
            return Stream.of(place.host(), place.client()).distinct().toList();
        }

        private ChildProcess.Spec spec(List<String> command) {
            Path log = folder.path().resolve("server.log");
            return new ChildProcess.Spec("mariadbd", command, Map.of(), run.path(), log, "TERM", STOP_WITHIN);
        }

        /** An error in the init file does not stop the server, so only the page's query tells that all is there. */
        private DatabaseAccess probe(ChildProcess server, int port, String password) throws DatabaseException {
            // said aloud where it is not the loopback address, which would be taken for one beyond this machine
            String plain = place.equals(Place.HERE) ? "" : "?sslMode=DISABLED";
            String url = "jdbc:mysql://" + place.host() + ":" + port + "/" + SCHEMA + plain;
            try {
                return Probe.access(url, USER, password);
            } catch (DatabaseException e) {
                String error = server.lastLines(50).stream()
                        .filter(line -> line.contains("ERROR: "))
                        .findFirst()
                        .map(line -> "; the server says: " + line)
                        .orElse("");
                throw new DatabaseException("the database started, but is not usable: " + e.getMessage() + error, e);
            }
        }

        private ProcessException notReady(ChildProcess server) throws InterruptedException {
            String how = server.awaitExit(Duration.ofMillis(100))
                    ? "ended with status " + server.exitStatus().orElse(0)
                    : "was not ready within " + READY_WITHIN.toSeconds() + " s";
            return new ProcessException("the database server " + how + ": " + lastWords(server)
                    + "; all its output is in " + server.log() + ". If its data is damaged, delete " + folder.data()
                    + ": it is made anew");
        }

        private static String lastWords(ChildProcess process) {
            return process.lastLines(50).stream()
                    .filter(line -> line.contains("ERROR"))
                    .findFirst() // those after it are its consequences
                    .or(() -> process.lastLines(1).stream().findFirst())
                    .orElse("it said nothing");
        }
    }
}
