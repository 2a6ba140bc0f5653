package org.pagerace.load;

/** The target's address is public and nobody said that this is meant, or it is no address one can load at all. */
public final class TargetRefusedException extends LoadException {
    private static final long serialVersionUID = 1;

    public TargetRefusedException(String message) {
        super(message);
    }
}
