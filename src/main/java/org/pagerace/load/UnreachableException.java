package org.pagerace.load;

/** The target's name does not resolve, or not one connection could be made. */
public final class UnreachableException extends LoadException {
    private static final long serialVersionUID = 1;

    public UnreachableException(String message) {
        super(message);
    }

    public UnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
