package org.pagerace.load.compat;

/** The command ends before any load: help, version, or arguments that the original refuses. */
final class EarlyExit extends Exception {
    private static final long serialVersionUID = 1;

    private final String out;
    private final String err;
    private final int status;

    EarlyExit(String out, String err, int status) {
        super(err, null, false, false); // what is printed is all that is known: no stack trace
        this.out = out;
        this.err = err;
        this.status = status;
    }

    /** What the original wrote to standard output by then. */
    String out() {
        return out;
    }

    /** What the original wrote to standard error. */
    String err() {
        return err;
    }

    int status() {
        return status;
    }
}
