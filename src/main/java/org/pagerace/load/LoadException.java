package org.pagerace.load;

/** A load run that has no result; the message says why and what to do. */
public class LoadException extends Exception {
    private static final long serialVersionUID = 1;

    public LoadException(String message) {
        super(message);
    }

    public LoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
