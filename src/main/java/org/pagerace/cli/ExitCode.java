package org.pagerace.cli;

/** Exit codes of all commands but the dialects of the classic tools, which keep their originals' codes. */
enum ExitCode {
    /** Done as asked. */
    OK(0),
    /** It ran and failed: the message says what, and how to mend it. */
    FAILED(1),
    /** The command line or a configuration file is wrong; nothing was started. */
    USAGE(2),
    /** The target of a load run cannot be reached. */
    UNREACHABLE(3),
    /** Ctrl-C or SIGINT; partial results were printed. */
    INTERRUPTED(130);

    private final int status;

    ExitCode(int status) {
        this.status = status;
    }

    /** Returns the status for the operating system, 0 to 255. */
    int status() {
        return status;
    }
}
