package org.pagerace.network;

import java.io.IOException;

/** There can be no line here; the message says what is missing and the remedy. */
public final class LinkException extends IOException {
    private static final long serialVersionUID = 1;

    LinkException(String message) {
        super(message);
    }

    LinkException(String message, Throwable cause) {
        super(message, cause);
    }
}
