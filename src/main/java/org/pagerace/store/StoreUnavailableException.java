package org.pagerace.store;

/** The database cannot be used now; another try a little later may succeed. */
public final class StoreUnavailableException extends Exception {
    private static final long serialVersionUID = 1;

    StoreUnavailableException(String message) {
        super(message);
    }

    StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
