package org.pagerace.cli;

import java.nio.file.Path;
import org.pagerace.config.ConfigException;
import org.pagerace.config.Keys;
import org.pagerace.config.PasswordSource;
import org.pagerace.database.DatabaseChoice;
import picocli.CommandLine.Option;

/** Options that say which database stands behind the pages. */
final class DatabaseOptions {
    private static final String PASSWORD_VARIABLE = "PAGERACE_DATABASE_PASSWORD";

    @Option(
            names = "--db",
            paramLabel = "DB",
            defaultValue = "embedded",
            description =
                    "embedded, system (an installed MariaDB, on data of its own), none, or the JDBC URL of a running"
                            + " server (default: ${DEFAULT-VALUE}).")
    private String database;

    @Option(names = "--db-user", paramLabel = "USER", description = "User for a JDBC URL (default: bench).")
    private String user;

    @Option(
            names = "--db-password-file",
            paramLabel = "FILE",
            description = "File (mode 600) whose first line is the password for a JDBC URL (default: $"
                    + PASSWORD_VARIABLE + ", else bench).")
    private Path passwordFile;

    DatabaseChoice choice() {
        DatabaseChoice choice;
        try {
            choice = DatabaseChoice.parse(database);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--db: " + inOptions(e.getMessage()), e);
        }
        if (choice instanceof DatabaseChoice.Url url) {
            return new DatabaseChoice.Url(url.jdbcUrl(), user == null ? url.user() : user, password(url.password()));
        }
        if (user != null || passwordFile != null) {
            throw new CommandException(
                    ExitCode.USAGE, "--db-user and --db-password-file go with a JDBC URL, not with --db " + database);
        }
        return choice;
    }

    /** The message as it is for settings, with the options that stand for them here. */
    private static String inOptions(String message) {
        return CommandWords.withoutSecrets(message)
                .replace(Keys.PASSWORD_FILE, "--db-password-file")
                .replace(Keys.USER, "--db-user");
    }

    private String password(String otherwise) {
        if (passwordFile != null) {
            return firstLine();
        }
        String variable = System.getenv(PASSWORD_VARIABLE);
        return variable == null ? otherwise : variable;
    }

    private String firstLine() {
        try {
            return PasswordSource.fromFile(passwordFile).value();
        } catch (ConfigException e) {
            throw new CommandException(ExitCode.USAGE, "--db-password-file " + passwordFile + ": " + e.getMessage(), e);
        }
    }
}
