package org.pagerace.stacks;

import java.io.IOException;

/** A stack cannot be described, installed or started; the message is one line that names the stack and the remedy. */
public final class StackException extends IOException {
    private static final long serialVersionUID = 1;

    public StackException(String message) {
        super(message);
    }

    public StackException(String message, Throwable cause) {
        super(message, cause);
    }
}
