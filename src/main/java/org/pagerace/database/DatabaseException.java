package org.pagerace.database;

import java.io.IOException;

/** There is no usable database; the message names what was tried, the reason and the remedy. */
public final class DatabaseException extends IOException {
    private static final long serialVersionUID = 1;

    public DatabaseException(String message) {
        super(message);
    }

    public DatabaseException(String message, Throwable cause) {
        super(message, cause);
    }
}
