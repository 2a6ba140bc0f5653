package org.pagerace.cli;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.pagerace.config.Home;
import org.pagerace.config.Keys;
import org.pagerace.config.Reason;
import org.pagerace.config.Settings;
import org.pagerace.config.SettingsSource;
import org.pagerace.database.DatabaseAccess;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.database.DatabaseException;
import org.pagerace.database.DatabaseServer;
import org.pagerace.process.RunFolder;
import org.pagerace.serve.EmbeddedServer;
import org.pagerace.serve.PortFile;
import org.pagerace.serve.ServeException;
import org.pagerace.serve.ServeOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves the pages until a signal ends it. */
@Command(
        name = "serve",
        description = "Serves the pages on an embedded Jetty with a database behind, until Ctrl-C.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped by SIGTERM",
            "1:could not start: port in use, no database, unwritable folder",
            "2:wrong option or setting, unreadable password file",
            "130:stopped by Ctrl-C"
        })
final class ServeCommand implements Callable<Integer> {
    private static final List<String> PAGES = List.of(
            "index.html",
            "portal.html",
            "welcome.html",
            "testing.html",
            "jquery-1.7.1.min.js",
            "info",
            "db",
            "open",
            "info.php",
            "db.php",
            "open.php");

    /** Said aloud to the pages: the environment may name one. */
    private static final Map<String, String> NO_DATABASE = Map.of(Keys.URL, Keys.NO_URL);

    // Held here: the logging system forgets the level of a logger that nobody holds.
    private static final List<Logger> QUIET = Stream.of("org.eclipse.jetty", "com.zaxxer.hikari")
            .map(Logger::getLogger)
            .toList();

    /** Warns at times that its selector is closed, which is what stopping means. */
    private static final Logger SELECTOR = Logger.getLogger("org.eclipse.jetty.io.ManagedSelector");

    static {
        // one line per record, unless the user has configured something else
        String format = "java.util.logging.SimpleFormatter.format";
        System.setProperty(format, System.getProperty(format, "serve: %5$s%6$s%n"));
    }

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = ServeOptions.DEFAULT_HOST,
            description = "Address to listen on (default: ${DEFAULT-VALUE}, this machine only).")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "Port to listen on; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--port-file",
            paramLabel = "FILE",
            description = "Write the port to FILE once the pages are ready; removed at the end.")
    private Path portFile;

    @Mixin
    private DatabaseOptions database;

    @Override
    public Integer call() {
        long startNanos = System.nanoTime();
        QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
        ServeOptions options = options();
        DatabaseChoice choice = database.choice();
        checkSettings(choice);
        var end = new ServeEnd(Thread.currentThread());
        endOnSignals(end);
        try {
            serve(options, choice, end, startNanos);
        } catch (DatabaseException | ServeException e) {
            if (!end.isAskedFor()) {
                throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
            }
        }
        return end.await().status();
    }

    private void serve(ServeOptions options, DatabaseChoice choice, ServeEnd end, long startNanos)
            throws ServeException, DatabaseException {
        Home home = Home.find();
        if (portFile != null) {
            new PortFile(portFile).clear();
        }
        PrintWriter err = spec.commandLine().getErr();
        try (RunFolder run = runFolder();
                EmbeddedServer server = EmbeddedServer.bind(home, options, run.path());
                DatabaseServer data = DatabaseServer.start(choice, home, line -> note(err, line))) {
            server.start(attributes(data.access()));
            if (portFile != null) {
                new PortFile(portFile).write(server.port());
            }
            announce(server, data, Duration.ofNanos(System.nanoTime() - startNanos));
            end.onStarted();
            end.await();
            note(err, "stopping");
            if (portFile != null) {
                new PortFile(portFile).remove(server.port());
            }
            SELECTOR.setLevel(Level.OFF);
            server.stop(); // before the database, which the requests in flight still need
        }
    }

    private static RunFolder runFolder() {
        try {
            return RunFolder.create("serve");
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "cannot make a folder for temporary files (" + Reason.of(e, "")
                            + "); name a writable place in XDG_RUNTIME_DIR",
                    e);
        }
    }

    /**
     * The pages read the same settings when they start, from the same places. By then a database has been started for
     * nothing, and Jetty answers a wrong one with a page of stack trace.
     */
    private static void checkSettings(DatabaseChoice choice) {
        Map<String, String> handedOver = choice instanceof DatabaseChoice.Url url
                ? attributes(url.jdbcUrl(), url.user(), url.password())
                : NO_DATABASE;
        Settings.read(SettingsSource.standard(
                System.getenv(),
                System.getProperties(),
                List.of(new SettingsSource.Layer("command line", handedOver::get))));
    }

    private ServeOptions options() {
        try {
            return new ServeOptions(host, port);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        }
    }

    private static Map<String, String> attributes(Optional<DatabaseAccess> database) {
        return database.map(access -> attributes(access.jdbcUrl(), access.user(), access.password()))
                .orElse(NO_DATABASE);
    }

    private static Map<String, String> attributes(String jdbcUrl, String user, String password) {
        return Map.of(Keys.URL, jdbcUrl, Keys.USER, user, Keys.PASSWORD, password);
    }

    /** The first signal ends in order, also while starting; a second one at once. */
    private static void endOnSignals(ServeEnd end) {
        Signals.on(
                name -> {
                    if (!end.onSignal(name)) {
                        Runtime.getRuntime().halt(ServeEnd.codeOf(name).status());
                    }
                },
                "INT",
                "TERM",
                "HUP");
    }

    private void announce(EmbeddedServer server, DatabaseServer data, Duration elapsed) {
        PrintWriter err = spec.commandLine().getErr();
        data.access().ifPresent(access -> note(err, "database " + access)); // the page itself says when there is none
        if (server.isWildcard()) {
            note(err, "warning: everybody who can reach this machine can reach the pages");
        }
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            // the JVM has raised its soft limit to the hard one already; each connection is an open file
            note(err, system.getMaxFileDescriptorCount() + " files and connections may be open at once");
        }
        note(err, "ready after %.1f s; Ctrl-C stops".formatted(elapsed.toMillis() / 1000.0));
        PrintWriter out = spec.commandLine().getOut();
        PAGES.forEach(page -> out.println(server.base().resolve(page)));
        out.flush();
    }

    private static void note(PrintWriter err, String line) {
        err.println("serve: " + line);
        err.flush();
    }
}
