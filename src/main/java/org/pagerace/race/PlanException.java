package org.pagerace.race;

/** What was asked for cannot be planned; nothing was started. */
public final class PlanException extends RaceException {
    private static final long serialVersionUID = 1;

    public PlanException(String message) {
        super(message);
    }
}
