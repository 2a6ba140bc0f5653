package org.pagerace.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pagerace.config.Reason;
import org.pagerace.process.Programs;

/**
 * The programs of one MariaDB, tried out.
 *
 * @param kind embedded or system
 * @param base the folder that holds bin and share
 * @param server the server program
 * @param installer the command that makes a data directory, without its arguments
 * @param version digits and dots
 */
record Binaries(String kind, Path base, Path server, List<String> installer, String version) {
    private static final int VERSION_SECONDS = 5;
    private static final Pattern VERSION = Pattern.compile("Ver ([0-9.]+)-MariaDB");
    private static final Pattern MISSING_LIBRARY = Pattern.compile("error while loading shared libraries: ([^:\\s]+):");
    private static final Map<String, String> PACKAGES = Map.of(
            "libcrypt.so.1", "libxcrypt-compat on Fedora and RHEL, libcrypt1 on Debian",
            "libsystemd.so.0", "systemd-libs on Fedora and RHEL, libsystemd0 on Debian",
            "libstdc++.so.6", "libstdc++ on Fedora and RHEL, libstdc++6 on Debian",
            "libgcc_s.so.1", "libgcc on Fedora and RHEL, libgcc-s1 on Debian");
    private static final String OTHERWISE =
            "; or use an installed MariaDB with --db system, or a running one with --db JDBC-URL";

    static Binaries embedded(Path base) throws DatabaseException, InterruptedException {
        Path server = base.resolve("bin/mariadbd");
        String script = base.resolve("scripts/mariadb-install-db").toString();
        return new Binaries("embedded", base, server, List.of("sh", script), versionOf(server));
    }

    /** Finds an installed MariaDB on PATH or in the sbin folders. */
    static Binaries installed() throws DatabaseException, InterruptedException {
        Path server = find("mariadbd", "mysqld");
        Path installer = find("mariadb-install-db", "mysql_install_db");
        try {
            Path base = server.toRealPath().getParent().getParent();
            return new Binaries("system", base, server, List.of(installer.toString()), versionOf(server));
        } catch (IOException e) {
            throw new DatabaseException("cannot use " + server + ": " + Reason.of(e, server), e);
        }
    }

    private static Path find(String name, String olderName) throws DatabaseException {
        return Stream.of(name, olderName)
                .flatMap(program -> Programs.find(program).stream())
                .findFirst()
                .orElseThrow(() -> new DatabaseException("there is no " + name + " or " + olderName
                        + " on PATH or in the sbin folders; install MariaDB (Debian: apt-get install mariadb-server,"
                        + " Fedora: dnf install mariadb-server) or use --db embedded"));
    }

    /** Runs {@code --version}, which shows within milliseconds whether the program can run here at all. */
    private static String versionOf(Path server) throws DatabaseException, InterruptedException {
        String output;
        try {
            Process process = new ProcessBuilder(server.toString(), "--no-defaults", "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(VERSION_SECONDS, TimeUnit.SECONDS)) { // its one line fits into the pipe
                process.destroyForcibly();
                throw new DatabaseException(
                        server + " --version gave no answer within " + VERSION_SECONDS + " s" + OTHERWISE);
            }
            output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (DatabaseException e) {
            throw e;
        } catch (IOException e) {
            throw new DatabaseException(
                    "cannot run " + server + " (" + e.getMessage()
                            + "): it needs Linux on x86-64 with the GNU C library (not Alpine), and a file system that is not"
                            + " mounted noexec" + OTHERWISE,
                    e);
        }
        return version(server, output);
    }

    /** Reads the version from the output of {@code --version}, or explains why there is none. */
    static String version(Path server, String output) throws DatabaseException {
        Matcher matcher = VERSION.matcher(output);
        if (matcher.find()) {
            return matcher.group(1);
        }
        Matcher missing = MISSING_LIBRARY.matcher(output);
        if (missing.find()) {
            String library = missing.group(1);
            String hint = PACKAGES.get(library);
            throw new DatabaseException(server + " cannot run: the library " + library + " is missing; install "
                    + (hint == null ? "the package that has it" : "it (" + hint + ")") + OTHERWISE);
        }
        throw new DatabaseException(server + " is no MariaDB server: --version says '"
                + output.lines().findFirst().orElse("") + "'; a running MySQL is used with --db JDBC-URL");
    }
}
