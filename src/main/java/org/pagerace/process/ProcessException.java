package org.pagerace.process;

import java.io.IOException;

/** A child process could not be started or ended too early; the message names it, the reason and the remedy. */
public class ProcessException extends IOException {
    private static final long serialVersionUID = 1;

    public ProcessException(String message) {
        super(message);
    }

    public ProcessException(String message, Throwable cause) {
        super(message, cause);
    }
}
