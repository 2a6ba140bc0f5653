package org.pagerace.serve;

import java.io.IOException;

/** The pages cannot be served; the message names what was tried, the reason and the remedy. */
public final class ServeException extends IOException {
    private static final long serialVersionUID = 1;

    public ServeException(String message, Throwable cause) {
        super(message, cause);
    }
}
