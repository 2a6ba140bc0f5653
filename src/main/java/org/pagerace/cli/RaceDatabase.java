package org.pagerace.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.pagerace.database.DatabaseChoice;
import picocli.CommandLine.Option;

/** Options that say which database stands behind a race. */
final class RaceDatabase {
    private static final String PASSWORD_VARIABLE = "PAGERACE_DATABASE_PASSWORD";

    @Option(
            names = "--db",
            paramLabel = "DB",
            defaultValue = "embedded",
            description = "embedded (default), system, none, or the JDBC URL of a running server.")
    private String database;

    @Option(names = "--db-user", paramLabel = "USER", description = "User for a JDBC URL. Default: bench.")
    private String user;

    @Option(
            names = "--db-password-file",
            paramLabel = "FILE",
            description = "File with the password for a JDBC URL. Default: $PAGERACE_DATABASE_PASSWORD.")
    private Path passwordFile;

    DatabaseChoice choice() {
        DatabaseChoice choice;
        try {
            choice = DatabaseChoice.parse(database);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, CommandWords.withoutSecrets(e.getMessage()), e);
        }
        if (choice instanceof DatabaseChoice.Url url) {
            return new DatabaseChoice.Url(url.jdbcUrl(), user == null ? url.user() : user, password());
        }
        if (user != null || passwordFile != null) {
            throw new CommandException(
                    ExitCode.USAGE, "--db-user and --db-password-file go with --db JDBC-URL, not with " + database);
        }
        return choice;
    }

    private String password() {
        if (passwordFile == null) {
            return Optional.ofNullable(System.getenv(PASSWORD_VARIABLE)).orElse("");
        }
        try {
            return Files.readString(passwordFile).strip();
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "cannot read --db-password-file " + passwordFile + " ("
                            + e.getClass().getSimpleName() + "); name a readable file",
                    e);
        }
    }
}
