package org.pagerace.race;

/** A race that cannot be run, or cannot go on; the message names the cause and the remedy. */
public sealed class RaceException extends Exception permits PlanException {
    private static final long serialVersionUID = 1;

    public RaceException(String message) {
        super(message);
    }

    public RaceException(String message, Throwable cause) {
        super(message, cause);
    }
}
