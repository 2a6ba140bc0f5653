package org.pagerace.cli;

/** Ends a command with an exit code and one line that says what was wrong and how to mend it. */
final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ExitCode exitCode;

    CommandException(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    CommandException(ExitCode exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    ExitCode exitCode() {
        return exitCode;
    }
}
